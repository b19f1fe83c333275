// The board of the site: Python answers in a worker, and the games are stored in the browser.

import { openBoard, startBoard } from "../../board/page/board.js";
import { showEarly } from "./early.js";
import { askWorker, shareable } from "./to_worker.js";

startBoard({ send: askWorker, inBrowser: true, shareable });
showEarly();
openBoard();

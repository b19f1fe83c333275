// The board of the site: Python answers in a worker, and the games are stored in the browser.

import { openBoard, startBoard } from "../../board/page/board.js";
import { tell } from "../../board/page/store.js";
import { allowed } from "../../show/scripts/shared/memory.js";
import { showEarly } from "./early.js";
import { askWorker, invitation, shareable } from "./to_worker.js";

// A new version has come while the page was open.
const services = allowed(() => navigator.serviceWorker);
const hadVersion = Boolean(services?.controller);
services?.addEventListener("controllerchange", () => {
  if (hadVersion) tell({ type: "renewed" });
});

startBoard({ send: askWorker, inBrowser: true, invitation, shareable });
showEarly();
openBoard();

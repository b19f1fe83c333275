// The board of a server.

import { openBoard, startBoard } from "./board.js";
import { askServer } from "./to_server.js";

startBoard(askServer);
openBoard();

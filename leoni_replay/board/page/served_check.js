// The page Check of a server.

import { startCheck } from "./check.js";
import { askServer } from "./to_server.js";

startCheck(askServer);

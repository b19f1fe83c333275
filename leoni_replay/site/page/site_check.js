// The page Check of the site.

import { startCheck } from "../../board/page/check.js";
import { askEngine } from "./engine.js";
import { packed, unpacked } from "./packed.js";

startCheck({ ask: askEngine, packing: { packed, unpacked } });

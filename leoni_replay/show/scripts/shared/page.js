// The page: what it was given, and its table.

import { $ } from "../table/dom.js";
import "../table/table.js";

/** @import { ReplayData } from "./types" */

/** @type {ReplayData} */
const NO_REPLAY = {
  ...{ places: [], lines: [], open: false, steps: [], variations: [], chapters: [], comments: [] },
  ...{ won: false, faulty: false, lit: [], record: "", name: "" },
};
/** @type {ReplayData} */
export const data = { ...NO_REPLAY, ...JSON.parse($("game").textContent) };
export const table = $("table");
// Whether others can open the address of the page.
export const elsewhere = /^http/.test(location.protocol) && !/^(localhost$|127\.|\[::1)/.test(location.hostname);

// The page: what it was given, and its table.

import { $ } from "../table/dom.js";
import "../table/table.js";

export const data = JSON.parse($("game").textContent);
export const table = $("table");
// Whether others can open the address of the page.
export const elsewhere = /^http/.test(location.protocol) && !/^(localhost$|127\.|\[::1)/.test(location.hostname);

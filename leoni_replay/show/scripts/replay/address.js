// The address names the move that is shown, and how the page is to be.

import { data, table } from "../shared/page.js";
import { hashOf, line, lines, pathOf } from "./lines.js";
import { items } from "./tell.js";

let addressTimer = 0; // until the address is written
let options = "";

// Browsers stop pages that change it too often, so it waits for a rest.
export function rememberMove() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 200);
}

export function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = 0;
  try {
    history.replaceState(null, "", hashOf(line, table.at) + options);
  } catch {
    /* a page without an address of its own, as in a frame */
  }
}

// The moves that lead to a move of a line, as the board takes them.
export const movesTo = (number, n) =>
  Array.from({ length: n }, (_, i) => items.get(hashOf(number, i + 1)).querySelector("a").title).join(" ");

// Whether the address is to be written, and what is written behind the move.
export const addressWaits = () => addressTimer > 0;
export const addressOf = (hash) => hash + options;

// Where such moves lead: the board goes back by them. Variations that were tried there may have changed the numbers.
function placeAfter(moves) {
  const n = moves.split(" ").filter(Boolean).length;
  const number = lines.findIndex((_, one) => pathOf(one).length >= n && movesTo(one, n) === moves);
  return number < 0 ? null : hashOf(number, n);
}

// The move that the address names, or the first one that is to be seen, and how the page is to be.
export function readAddress() {
  const chosen = new URLSearchParams(location.hash.replace(/^#(m\d+(v\d+)?)?/, ""));
  const after = chosen.get("after");
  const named = after === null ? location.hash : placeAfter(after);
  const [, n = START, number = 0] = /^#m(\d+)(?:v(\d+))?/.exec(named) || [];
  options = location.hash.includes("&") ? location.hash.slice(location.hash.indexOf("&")) : "";
  return { move: Number(n), on: lines[number] ? Number(number) : 0, after: after !== null, chosen };
}
export const START = data.faulty ? data.steps.length : (data.start ?? 0);

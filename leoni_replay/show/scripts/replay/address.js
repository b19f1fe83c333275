// The address names the move that is shown, and how the page is to be.

import { data, table } from "../shared/page.js";
import { hashOf, line, lines, pathOf } from "./lines.js";
import { items } from "./tell.js";

/** What waits until the address is written. */
let addressTimer = 0;
let options = "";

/** Browsers stop pages that change it too often, so it waits for a rest. */
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

/**
 * The moves that lead to a move of a line, as the board takes them.
 *
 * @param {number} number the line
 * @param {number} n the move
 */
export const movesTo = (number, n) =>
  Array.from({ length: n }, (_, i) => items.get(hashOf(number, i + 1))?.link.title).join(" ");

/** Whether the address is to be written. */
export const addressWaits = () => addressTimer > 0;

/**
 * The address of a move, with how the page is to be.
 *
 * @param {string} hash
 */
export const addressOf = (hash) => hash + options;

/**
 * Where moves lead by which the board goes back. Variations that were tried there may have changed the numbers.
 *
 * @param {string} moves
 */
function placeAfter(moves) {
  const n = moves.split(" ").filter(Boolean).length;
  const number = lines.findIndex((_, other) => pathOf(other).length >= n && movesTo(other, n) === moves);
  return number < 0 ? "" : hashOf(number, n);
}

/** The move that the address names, or the first one that is to be seen, and how the page is to be. */
export function readAddress() {
  const settings = new URLSearchParams(location.hash.replace(/^#(m\d+(v\d+)?)?/, ""));
  const after = settings.get("after");
  const named = after === null ? location.hash : placeAfter(after);
  const [, n = START, number = 0] = /^#m(\d+)(?:v(\d+))?/.exec(named) ?? [];
  options = location.hash.includes("&") ? location.hash.slice(location.hash.indexOf("&")) : "";
  return { move: Number(n), on: lines[Number(number)] ? Number(number) : 0, after: after !== null, settings };
}

/** The move that is shown first. */
export const START = data.faulty ? data.steps.length : (data.start ?? 0);

// The cards of a deal as letters, as `deals/` has them: commas separate places, and a card is one letter.

import { DOWN, UNKNOWN } from "../../show/scripts/table/cards.js";

const FIRST = 48;
const MOST_CARDS = 208;

/** @param {number[][]} piles */
export const writePiles = (piles) =>
  piles.map((pile) => pile.map((card) => String.fromCharCode(FIRST + card)).join("")).join();

/**
 * The piles that letters stand for; null if they stand for none, since a link may have been written by anybody.
 *
 * @param {string} letters
 */
export function readPiles(letters) {
  const piles = letters.split(",").map((pile) => [...pile].map((letter) => letter.charCodeAt(0) - FIRST));
  const isCard = (/** @type {number} */ code) =>
    code >= 0 && code < 2 * DOWN && (code % DOWN < 52 || code % DOWN === UNKNOWN);
  const cards = piles.flat();
  return cards.length <= MOST_CARDS && cards.every(isCard) ? piles : null;
}

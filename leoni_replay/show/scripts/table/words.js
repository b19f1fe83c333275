// Cards and weaves in words.

import { RANKS, SUITS, UNKNOWN } from "./cards.js";

/** @import { CardTable } from "./table.js" */
/** @import { Place } from "./types" */

/** @type {Record<string, string>} */
export const NAMES = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  C: "clubs",
  D: "diamonds",
  H: "hearts",
  S: "spades",
  "♣": "clubs",
  "♦": "diamonds",
  "♥": "hearts",
  "♠": "spades",
  10: "ten",
};

/**
 * A sentence for those who listen.
 *
 * @param {string} text
 */
export const spoken = (text) =>
  text.replace(/\ufe0e/g, "").replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => `${NAMES[rank]} of ${NAMES[suit]}`);

/**
 * A line of the table for those who listen.
 *
 * @param {string} line
 */
export const lineInWords = (line) =>
  line
    .replace(
      /(#?)([2-9TAJQK])([CDHS])\b/g,
      (_, down, rank, suit) => `${NAMES[rank]} of ${NAMES[suit]}${down && " face down"},`,
    )
    .replace(/\?\?/g, "an unknown card,")
    .replace(/#(?=\s|$)/g, "a card face down,")
    .replace(/--/g, "an empty place,")
    .replace(/^-$/, "empty")
    .replace(/,$/, "");

/**
 * A card as records write it.
 *
 * @param {{ card: number, down?: boolean }} card
 * @param {boolean} open whether it is known what lies face down
 */
export function spell({ card, down = false }, open = false) {
  const sign = down ? "#" : "";
  if (down && !open) return sign;
  return sign + (card === UNKNOWN ? "??" : RANKS[card % 13] + SUITS[Math.floor(card / 13)]);
}

/**
 * A card as players write it.
 *
 * @param {{ card: number, down?: boolean }} card
 * @param {boolean} open whether it is known what lies face down
 */
export function pretty({ card, down = false }, open = false) {
  if ((down && !open) || card === UNKNOWN) return "a card";
  return `${RANKS[card % 13].replace("T", "10")}${"♣♦♥♠"[Math.floor(card / 13)]}\ufe0e`;
}

/**
 * The cards of a weave, in the order in which each pushed out the next, of a long one the first and the last; empty
 * where the move that is shown is none.
 *
 * @param {CardTable} table
 */
export function weaveInWords({ woven, open, trail: { links } }) {
  const cards = links.map(({ card }) => pretty(card, open));
  if (cards.length > 12) cards.splice(6, cards.length - 9, "…");
  return woven && links.length > 1 ? `A weave of ${links.length} cards: ${cards.join(" → ")}` : "";
}

/**
 * The link of a weave that was made last, in words; empty where the move that is shown is none.
 *
 * @param {CardTable} table
 */
export function linkInWords({ woven, open, trail: { links }, steps, at, spots }) {
  const count = woven ? steps[at].changes.filter(({ to }) => to).length : 0;
  const last = links.at(-1);
  if (count < 2 || !last) return "";
  const source = pileInWords(spots[last.source].label);
  const dest = pileInWords(spots[last.dest].label);
  const short = source.startsWith("pile") ? dest.replace("pile ", "") : dest;
  return `${links.length} of ${count}: ${pretty(last.card, open)}, ${source} → ${short}`;
}

/** A place by its label: a number alone would be that of a move. */
export const pileInWords = (label = "") => (/^\d+$/.test(label) ? `pile ${label}` : label);

/**
 * A place, for those who listen; those of a grid have their names over its columns alone.
 *
 * @param {Pick<Place, "name" | "label">} place
 */
export function placeInWords({ name, label = "" }) {
  const foundation = /^([CDHS])([v^])$/.exec(label);
  if (foundation) return `the foundation of ${NAMES[foundation[1]]}, ${foundation[2] === "^" ? "up" : "down"}`;
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  return cell ? `row ${cell[1]}, column ${cell[2]}` : pileInWords(label);
}

// Cards and weaves in words.

import { RANKS, SUITS, UNKNOWN } from "./cards.js";

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

// A sentence for those who listen.
export const spoken = (text) =>
  text.replace(/\ufe0e/g, "").replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => `${NAMES[rank]} of ${NAMES[suit]}`);
// A line of the table for them.
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

// A card as records write it; `open`: whether it is known what lies face down.
export const spell = ({ card, down }, open = false) =>
  (down ? "#" : "") + (down && !open ? "" : card === UNKNOWN ? "??" : RANKS[card % 13] + SUITS[Math.floor(card / 13)]);
export const pretty = ({ card, down }, open = false) =>
  (down && !open) || card === UNKNOWN
    ? "a card"
    : `${RANKS[card % 13].replace("T", "10")}${"♣♦♥♠"[Math.floor(card / 13)]}\ufe0e`;

// The cards of a weave, in the order in which each pushed out the next, of a long one the first and the last; empty where
// the move that is shown is none.
export function weaveInWords({ woven, open, trail: { links } }) {
  const cards = links.map(({ card }) => pretty(card, open));
  if (cards.length > 12) cards.splice(6, cards.length - 9, "…");
  return woven && links.length > 1 ? `A weave of ${links.length} cards: ${cards.join(" → ")}` : "";
}

// The link of a weave that was made last, in words; empty where the move that is shown is none.
export function linkInWords({ woven, open, trail, steps, at, spots }) {
  const count = woven ? steps[at].changes.filter(({ to }) => to).length : 0;
  if (count < 2 || !trail.links.length) return "";
  const { card, source, dest } = trail.links.at(-1);
  const called = (p) => (/^\d+$/.test(spots[p].label) ? `pile ${spots[p].label}` : spots[p].label);
  const there = called(dest);
  const here = called(source);
  const short = here.startsWith("pile") ? there.replace("pile ", "") : there;
  return `${trail.links.length} of ${count}: ${pretty(card, open)}, ${here} → ${short}`;
}

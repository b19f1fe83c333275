// Cards as elements. What is drawn on them are the symbols that the page has in it; the style sheet shows the index
// that fits.

import { draw, make } from "./dom.js";

/** @import { Card } from "./types" */

export const SUITS = "CDHS",
  RANKS = "A23456789TJQK",
  UNKNOWN = 63,
  DOWN = 64;
export const WIDTH = 60,
  HEIGHT = 84;

/**
 * What stands on a card. Its suit is drawn in the other corner, for cards that are fanned downward, and under the rank,
 * for cards that are fanned to the right or lie on their side. A face has the lower index in it.
 *
 * @param {Card} card
 * @param {number} code
 */
export function paintCard(card, code) {
  const isKnown = code !== UNKNOWN;
  const suit = isKnown ? SUITS[Math.floor(code / 13)] : "unknown";
  const rank = isKnown ? RANKS[code % 13] : "?";
  const href = `#lr-${suit}`;
  card.card = code;
  card.box.classList.replace(card.suit, suit);
  card.suit = suit;
  card.front.replaceChildren();
  const index = rank === "T" ? "10" : rank;
  draw(card.front, "text", { class: index.length > 1 ? "rank ten" : "rank", x: 4, y: 20 }, index);
  if (!isKnown) return;
  draw(card.front, "use", { href, class: "beside", x: 39, y: 5, width: 16, height: 16 });
  draw(card.front, "use", { href, class: "under", x: 3, y: 24, width: 15, height: 15 });
  draw(card.front, "use", { href: `#lr-${rank}${suit}`, class: "face" });
  draw(card.front, "use", { href, class: "face pip", x: 14, y: 36.5, width: 32, height: 32 });
  for (const sign of rank + suit) draw(card.front, "use", { href: `#lr-i${sign}`, class: "face pip" });
}

/**
 * A card is drawn once and then only moved, unless it was not known.
 *
 * @param {number} code
 * @returns {Card}
 */
export function makeCard(code) {
  const box = make("div", { class: "card unknown" });
  const face = draw(box, "svg", { viewBox: "0 0 60 84", "aria-hidden": "true" });
  for (const ground of ["card", "known", "back"])
    draw(face, "use", { href: `#lr-${ground}`, class: `ground of-${ground}` });
  draw(face, "use", { href: "#lr-lit", class: "ground mark" });
  const front = draw(face, "g", { class: "front" });
  const card = { box, front, suit: "unknown", down: code >= DOWN, card: code & ~DOWN };
  paintCard(card, card.card);
  return card;
}

/** What the table says of how a card lies. */
const LAID = ["down", "known", "across", "longways", "overlaid", "tight", "tighter"];

/**
 * A card that is taken for another table: of the last one nothing is left but how it lay, which a browser need not find
 * out again where it lies the same.
 *
 * @param {Card} card
 * @param {boolean} down whether it lies face down
 */
export function clearCard(card, down) {
  const { box, suit } = card;
  for (const name of box.getAttributeNames()) if (name !== "class" && name !== "style") box.removeAttribute(name);
  box.className = ["card", suit, ...LAID.filter((name) => box.classList.contains(name))].join(" ");
  card.down = down;
  return card;
}

"use strict";
// Cards as elements. What is drawn on them are the symbols that the page has in it; the style sheet shows the index that
// fits. The page has a policy against foreign scripts and styles; nothing here makes markup or code out of text.

const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";
const SUITS = "CDHS", RANKS = "A23456789TJQK", UNKNOWN = 63, DOWN = 64;

function make(tag, names = {}, text = undefined, space = "http://www.w3.org/1999/xhtml") {
  const made = document.createElementNS(space, tag);
  for (const name in names) made.setAttribute(name, names[name]);
  if (text !== undefined) made.textContent = text;
  return made;
}
const draw = (parent, tag, names, text) => parent.appendChild(make(tag, names, text, SVG));

// Suits in a text are signs, never little pictures (emoji).
const spaced = (text) => text.replace(/[♣♦♥♠]/g, "$&\ufe0e");

// What stands on a card. Its suit is drawn in the other corner, for cards that are fanned downward, and under the rank,
// for cards that are fanned to the right or lie on their side. A face has the lower index in it.
function paint(card, code) {
  const known = code !== UNKNOWN, suit = known ? SUITS[Math.floor(code / 13)] : "unknown";
  const rank = known ? RANKS[code % 13] : "?", href = `#lr-${suit}`;
  card.card = code;
  card.box.classList.replace(card.suit, suit);
  card.suit = suit;
  card.front.replaceChildren();
  const index = rank === "T" ? "10" : rank;
  draw(card.front, "text", { class: index.length > 1 ? "rank ten" : "rank", x: 4, y: 20 }, index);
  if (!known) return;
  draw(card.front, "use", { href, class: "beside", x: 39, y: 5, width: 16, height: 16 });
  draw(card.front, "use", { href, class: "under", x: 3, y: 24, width: 15, height: 15 });
  draw(card.front, "use", { href: `#lr-${rank}${suit}`, class: "face" });
  draw(card.front, "use", { href, class: "face pip", x: 14, y: 36.5, width: 32, height: 32 });
  for (const sign of rank + suit) draw(card.front, "use", { href: `#lr-i${sign}`, class: "face pip" });
}

// A card is drawn once and then only moved, unless it was not known.
function makeCard(code) {
  const box = make("div", { class: "card unknown" });
  const face = draw(box, "svg", { viewBox: "0 0 60 84", "aria-hidden": "true" });
  for (const ground of ["card", "known", "back"]) draw(face, "use", { href: `#lr-${ground}`, class: `ground ${ground}` });
  draw(face, "use", { href: "#lr-lit", class: "ground mark" });
  const card = { box, front: draw(face, "g", { class: "front" }), suit: "unknown", down: code >= DOWN };
  paint(card, code & ~DOWN);
  return card;
}

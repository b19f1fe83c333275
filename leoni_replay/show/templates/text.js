// The table as text, and cards in words.

const NAMES = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten",
  J: "jack", Q: "queen", K: "king", C: "clubs", D: "diamonds", H: "hearts", S: "spades",
  "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", 10: "ten",
};

// A sentence for those who listen.
const spoken = (text) => text.replace(/\ufe0e/g, "")
  .replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => `${NAMES[rank]} of ${NAMES[suit]}`);
// A line of the table for them.
const named = (line) => line.replace(/(#?)([2-9TAJQK])([CDHS])\b/g, (_, down, rank, suit) =>
  `${NAMES[rank]} of ${NAMES[suit]}${down && " face down"},`).replace(/\?\?/g, "an unknown card,")
  .replace(/#(?=\s|$)/g, "a card face down,").replace(/--/g, "an empty place,").replace(/^-$/, "empty").replace(/,$/, "");

const spell = ({ card, down }) =>
  (down ? "#" : "") + (down && !data.open ? "" : card === UNKNOWN ? "??" : RANKS[card % 13] + SUITS[Math.floor(card / 13)]);
const pretty = ({ card, down }) => (down && !data.open) || card === UNKNOWN ? "a card"
  : `${RANKS[card % 13].replace("T", "10")}${"♣♦♥♠"[Math.floor(card / 13)]}\ufe0e`;

// A line of the table as text; if it is open, as the digest hashes it.
function spellLine(kind, piles, deal) {
  if (kind === "deal") return String(deal);
  if (kind === "row") return piles.map((pile) => (pile.length ? spell(pile[0]) : "--")).join(" ");
  const { length } = piles[0];
  if (kind === "shut") return length ? `${length} card${length === 1 ? "" : "s"} face down` : "-";
  if (kind === "all") return piles[0].map(spell).join(" ") || "-";
  // The tops of foundations, of two the fuller one first.
  const built = piles.filter((pile) => pile.length).sort((a, b) => b.length - a.length);
  return built.map((pile) => spell(pile.at(-1))).join(" ") || "-";
}

// The lines of the table, each with its name; only so many rows of a grid as have been dealt.
function linesOfText() {
  let row = 0;
  const deal = table.seen("deal"), rows = table.seen("rows");
  return data.lines.filter(({ kind }) => kind !== "row" || row++ < rows)
    .map(({ name, kind, places }) => [name, spellLine(kind, places.map((p) => table.piles[p]), deal)]);
}

function showText() {
  $("text").tBodies[0].replaceChildren(...linesOfText().map(([name, text]) => {
    const line = make("tr"), cards = make("td");
    cards.append(make("span", { "aria-hidden": "true" }, text), make("span", { class: "unseen" }, named(text)));
    line.append(make("th", { scope: "row" }, name), cards);
    return line;
  }));
}

// The cards of a weave, in the order in which each pushed out the next, of a long one the first and the last; empty where
// the move that is shown is none.
function weaveInWords({ woven, trail: { links } }) {
  const cards = links.map(({ card }) => pretty(card));
  if (cards.length > 12) cards.splice(6, cards.length - 9, "…");
  return woven && links.length > 1 ? `A weave of ${links.length} cards: ${cards.join(" → ")}` : "";
}

// The link of a weave that was made last, in words; empty where the move that is shown is none.
function linkInWords({ woven, trail, steps, at, spots }) {
  const count = woven ? steps[at].changes.filter(({ to }) => to).length : 0;
  if (count < 2 || !trail.links.length) return "";
  const { card, source, dest } = trail.links.at(-1);
  const called = (p) => (/^\d+$/.test(spots[p].label) ? `pile ${spots[p].label}` : spots[p].label);
  const there = called(dest), here = called(source);
  const short = here.startsWith("pile") ? there.replace("pile ", "") : there;
  return `${trail.links.length} of ${count}: ${pretty(card)}, ${here} → ${short}`;
}

// The table as text.

import { $, make } from "../table/dom.js";
import { lineInWords, spell } from "../table/words.js";
import { table } from "./page.js";

// A line of the table as text; if it is open, as the digest hashes it.
function spellLine(kind, piles, deal, open) {
  const spelled = (card) => spell(card, open);
  if (kind === "deal") return String(deal);
  if (kind === "row") return piles.map((pile) => (pile.length ? spelled(pile[0]) : "--")).join(" ");
  const { length } = piles[0];
  if (kind === "shut") return length ? `${length} card${length === 1 ? "" : "s"} face down` : "-";
  if (kind === "all") return piles[0].map(spelled).join(" ") || "-";
  // The tops of foundations, of two the fuller one first.
  const built = piles.filter((pile) => pile.length).sort((a, b) => b.length - a.length);
  return built.map((pile) => spelled(pile.at(-1))).join(" ") || "-";
}

// The lines of the table, each with its name; only so many rows of a grid as have been dealt.
export function linesOfText() {
  let row = 0;
  const deal = table.seen("deal");
  const rows = table.seen("rows");
  return table.lines
    .filter(({ kind }) => kind !== "row" || row++ < rows)
    .map(({ name, kind, places }) => [
      name,
      spellLine(
        kind,
        places.map((p) => table.piles[p]),
        deal,
        table.open,
      ),
    ]);
}

export function showText() {
  $("text").tBodies[0].replaceChildren(
    ...linesOfText().map(([name, text]) => {
      const line = make("tr");
      const cards = make("td");
      cards.append(make("span", { "aria-hidden": "true" }, text), make("span", { class: "unseen" }, lineInWords(text)));
      line.append(make("th", { scope: "row" }, name), cards);
      return line;
    }),
  );
}

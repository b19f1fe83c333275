// The table as text.

import { $, make } from "../table/dom.js";
import { pluralize } from "../table/signs.js";
import { lineInWords, spell } from "../table/words.js";
import { table } from "./page.js";

/** @import { Card, TextLine } from "../table/types" */

/**
 * A line of the table as text; if the table is open, as the digest hashes it.
 *
 * @param {TextLine["kind"]} kind
 * @param {Card[][]} piles
 */
function spellLine(kind, piles) {
  const spelled = (/** @type {Card} */ card) => spell(card, table.open);
  if (kind === "deal") return String(table.seen("deal"));
  if (kind === "row") return piles.map((pile) => (pile.length ? spelled(pile[0]) : "--")).join(" ");
  const { length } = piles[0];
  if (kind === "shut") return length ? `${pluralize(length, "card")} face down` : "-";
  if (kind === "all") return piles[0].map(spelled).join(" ") || "-";
  // The tops of foundations, of two the fuller one first.
  const built = piles.filter((pile) => pile.length).sort((a, b) => b.length - a.length);
  return built.map((pile) => spelled(pile[pile.length - 1])).join(" ") || "-";
}

/** The lines of the table, each with its name; only so many rows of a grid as have been dealt. */
export function linesOfText() {
  const rows = table.lines.filter(({ kind }) => kind === "row");
  const coming = new Set(rows.slice(table.seen("rows")));
  const lines = table.lines.filter((line) => !coming.has(line));
  return lines.map(({ name, kind, places }) => {
    const piles = places.map((p) => table.piles[p]);
    return /** @type {const} */ ([name, spellLine(kind, piles)]);
  });
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

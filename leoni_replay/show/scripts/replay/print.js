// For print: the table as dealt, the moves in columns, the final table.

import { fit } from "../shared/fit.js";
import { data, table } from "../shared/page.js";
import { paperOf } from "../shared/paper.js";
import { $, make } from "../table/dom.js";
import { last, line } from "./lines.js";
import { showMove } from "./player.js";
import { list } from "./tell.js";

/** What stands beside the table. */
const besideTable = list.parentElement ?? list;

/**
 * The table after a move of the game, for paper.
 *
 * @param {number} n
 * @param {string} words
 */
function figureOf(n, words) {
  showMove(n, { gliding: false, remembered: false, on: 0 });
  return paperOf(table, words);
}

/** Of an exercise, what opens its solution; and whether it was open before the page was printed. */
const solution = $("solution");
let solutionWasOpen = false;

addEventListener("beforeprint", () => {
  if (solution) {
    // A table that is not shown has no size.
    solutionWasOpen = solution.open;
    solution.open = true;
  }
  const here = table.at;
  const on = line;
  table.fit(700, 460);
  // The sentences of a long game would fill pages: one of each kind says how the others are read.
  const brief = data.steps.length > 100 && !$("read").checked;
  besideTable.prepend(figureOf(0, "As dealt"), ...(brief ? [examples()] : []));
  if (last() || line) besideTable.append(figureOf(data.steps.length - (data.faulty ? 1 : 0), "At the end"));
  showMove(here, { gliding: false, remembered: false, on });
  list.classList.toggle("brief", brief);
  // Firefox prints the drawings of cards only once they are laid out.
  besideTable.getBoundingClientRect();
});
addEventListener("afterprint", () => {
  for (const figure of document.querySelectorAll(".printed")) figure.remove();
  list.classList.remove("brief");
  if (solution) solution.open = solutionWasOpen;
  fit();
});

/** Of every kind of move the one with the shortest sentence: kinds differ by signs, not by cards and places. */
function examples() {
  /** @type {Map<string, { move: string, prose: string }>} */
  const shortest = new Map();
  for (const item of list.querySelectorAll("ol > li:not(.no)")) {
    const move = item.querySelector("b")?.textContent ?? "";
    const prose = item.querySelector("span")?.textContent ?? "";
    const kind = move.replace(/([A2-9JQK]|10)[♣♦♥♠]\ufe0e?|\d+/g, "");
    const example = shortest.get(kind);
    if (prose && (!example || prose.length <= example.prose.length)) shortest.set(kind, { move, prose });
  }
  const examples = make("dl", { class: "printed examples" });
  for (const { move, prose } of shortest.values()) {
    const words = make("div");
    words.append(make("dt", {}, move), " ", make("dd", {}, prose));
    examples.append(words);
  }
  return examples;
}

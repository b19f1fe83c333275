// All games that have been played here, on a sheet; it leads back to what it was opened from: the result of a game, or
// the menu.

import { memory } from "../../show/scripts/shared/memory.js";
import { $, button, download, make } from "../../show/scripts/table/dom.js";
import { enterAt } from "./input.js";
import { openMenu } from "./menu.js";
import { figuresOf, resultsOf, tellingFigures } from "./results.js";
import { leaving, sheet } from "./sheets.js";
import { onPress, press, state } from "./store.js";

/**
 * What came of all games of a name, in figures; none if they say nothing.
 *
 * @param {string} name
 */
export function numbersOf(name) {
  const figures = tellingFigures(name);
  if (figures.length < 2) return [];
  const list = make("dl", { class: "numbers" });
  for (const [what, value] of figures) {
    const part = make("div");
    part.append(make("dt", {}, what), make("dd", {}, value));
    list.append(part);
  }
  return [make("p", { class: "source" }, `All your games of ${name}:`), list];
}

/** What somebody sees who has not come to the end of a game yet, and the way to one. */
function nothingYet() {
  const words = "Nothing to count yet. Every game that you play to its end counts, except guided deals.";
  const buttons = make("p", { class: "buttons" });
  buttons.append(leaving("Choose a game", { act: "games" }, "main"));
  return [make("p", {}, words), buttons];
}

/** @param {"result" | "menu"} [back] where it leads back to */
function showStatistics(back) {
  const grid = make("table", { class: "games" });
  const games = state.offers.filter(({ name }) => resultsOf(name).length);
  const row = (/** @type {HTMLElement[]} */ ...cells) => grid.appendChild(make("tr")).append(...cells);
  // Who took no hints need not read that.
  const hasHints = games.some(({ name }) => tellingFigures(name, true).some(([what]) => what === "hints"));
  const columnsOf = (/** @type {string} */ name) => figuresOf(name).filter(([what]) => hasHints || what !== "hints");
  row(make("td"), ...columnsOf("").map(([what]) => make("th", { scope: "col" }, what)));
  for (const { name } of games) {
    row(make("th", { scope: "row" }, name), ...columnsOf(name).map(([, value]) => make("td", {}, value)));
  }
  const saved = make("p", { role: "status" });
  const all = () => JSON.stringify(memory.get("results", {}), null, 1);
  const save = button(
    "Save the statistics",
    () => {
      saved.textContent = download(all(), "leoni-statistics.json", "application/json");
    },
    { class: "quiet" },
  );
  const leadBack = () => {
    if (back === "menu") {
      openMenu();
      enterAt($("statistics"));
    } else if (back) {
      press(back);
      sheet.focusOn("Statistics");
    }
  };
  sheet.show("Statistics", games.length ? [grid, save, saved] : nothingYet(), leadBack);
}

onPress({ statistics: showStatistics });

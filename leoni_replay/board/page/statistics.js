// All games that have been played here, on a sheet; from the result of a game it leads back there.

import { memory } from "../../show/scripts/shared/memory.js";
import { button, download, make } from "../../show/scripts/table/dom.js";
import { figuresOf, resultsOf } from "./results.js";
import { sheet } from "./sheets.js";
import { onPress, press, state } from "./store.js";

/** @param {string} name */
export function numbersOf(name) {
  const list = make("dl", { class: "numbers" });
  for (const [what, value] of figuresOf(name)) {
    const part = make("div");
    part.append(make("dt", {}, what), make("dd", {}, value));
    list.append(part);
  }
  return list;
}

/** @param {"result"} [back] where it leads back to */
function showStatistics(back) {
  const grid = make("table", { class: "games" });
  const games = state.offers.filter(({ name }) => resultsOf(name).length);
  const row = (/** @type {HTMLElement[]} */ ...cells) => grid.appendChild(make("tr")).append(...cells);
  row(make("td"), ...figuresOf("").map(([what]) => make("th", { scope: "col" }, what)));
  for (const { name } of games) {
    row(make("th", { scope: "row" }, name), ...figuresOf(name).map(([, value]) => make("td", {}, value)));
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
  const none = make("p", {}, "No game has come to its end here yet. Guided deals do not count.");
  sheet.show("Statistics", games.length ? [grid, save, saved] : [none]);
  if (!back) return;
  const leadBack = () => {
    press(back);
    sheet.focusOn("Statistics");
  };
  sheet.box.addEventListener("close", leadBack, { once: true });
}

onPress({ statistics: showStatistics });

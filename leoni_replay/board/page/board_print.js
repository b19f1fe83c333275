// For print: the table as dealt and as it lies, and between them the moves.

import { fit } from "../../show/scripts/shared/fit.js";
import { table } from "../../show/scripts/shared/page.js";
import { paperOf } from "../../show/scripts/shared/paper.js";
import { $, make } from "../../show/scripts/table/dom.js";
import { state } from "./store.js";

addEventListener("beforeprint", () => {
  if (!state.reply) return;
  const here = table.at;
  const moves = make("div", { class: "printed printed-moves" });
  for (const list of $("moves").children) moves.append(list.cloneNode(true));
  // The page goes on as it was: nothing has been shown to the player.
  table.silent = true;
  table.fit(700, 460);
  table.show(0, { gliding: false });
  const parts = [paperOf(table, "As dealt")];
  table.show(here, { gliding: false });
  if (here) parts.push(moves, paperOf(table, here < state.steps.length ? `After move ${here}` : "The table now"));
  table.silent = false;
  document.querySelector("main")?.append(...parts);
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll(".printed")) part.remove();
  fit();
});

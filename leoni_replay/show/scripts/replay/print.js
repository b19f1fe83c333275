// For print: the table as dealt, the moves in columns, the final table.

import { fit } from "../shared/fit.js";
import { data, table } from "../shared/page.js";
import { paperOf } from "../shared/paper.js";
import { $, make } from "../table/dom.js";
import { last, line } from "./lines.js";
import { showMove } from "./player.js";
import { list } from "./tell.js";

addEventListener("beforeprint", () => {
  const here = table.at;
  const on = line;
  table.fit(700, 460);
  const figure = (n, words) => {
    showMove(n, { gliding: false, remembered: false, on: 0 });
    return paperOf(table, words);
  };
  // The sentences of a long game would fill pages: one of each kind says how the others are read.
  const brief = data.steps.length > 100 && !$("read").checked;
  $("side").prepend(figure(0, "As dealt"), ...(brief ? [examples()] : []));
  if (last() || line) $("side").append(figure(data.steps.length - data.faulty, "At the end"));
  showMove(here, { gliding: false, remembered: false, on });
  list.classList.toggle("brief", brief);
  // Firefox prints the drawings of cards only once they are laid out.
  $("side").getBoundingClientRect();
});
addEventListener("afterprint", () => {
  for (const figure of document.querySelectorAll(".printed")) figure.remove();
  list.classList.remove("brief");
  fit();
});

// Of every kind of move the one with the shortest sentence: kinds differ by their signs, not by their cards and places.
function examples() {
  const shortest = new Map();
  const lengthOf = (item) => item.querySelector("span").textContent.length;
  for (const item of list.querySelectorAll("ol > li:not(.no)")) {
    const kind = item.querySelector("b").textContent.replace(/([A2-9JQK]|10)[♣♦♥♠]\ufe0e?|\d+/g, "");
    if (lengthOf(item) && !(lengthOf(shortest.get(kind) ?? item) < lengthOf(item))) shortest.set(kind, item);
  }
  const made = make("dl", { class: "printed examples" });
  for (const item of shortest.values()) {
    const words = make("div");
    words.append(
      make("dt", {}, item.querySelector("b").textContent),
      " ",
      make("dd", {}, item.querySelector("span").textContent),
    );
    made.append(words);
  }
  return made;
}

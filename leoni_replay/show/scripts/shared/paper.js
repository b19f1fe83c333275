// A table for paper: a copy of it as it is shown, as large as there is room for it.

import { make } from "../table/dom.js";

/** @import { CardTable } from "../table/table.js" */

/**
 * @param {CardTable} table
 * @param {string} words
 */
export function paperOf(table, words) {
  const figure = make("figure", { class: "printed" });
  const paper = make("div", { class: "paper" });
  const copy = table.copy();
  for (const name of ["id", "aria-describedby"]) copy.removeAttribute(name);
  // No script knows how wide the paper is: the style sheet makes the table as large as there is room for it.
  const [wide, high] = table.plan.size;
  const ratio = `aspect-ratio: ${wide} / ${high}; max-width: ${wide * table.scale}px`;
  copy.style.transform = "";
  copy.classList.add("large");
  paper.style.cssText = `--wide: ${wide}px; --scale: ${table.scale}; ${ratio}`;
  paper.append(copy);
  figure.append(make("figcaption", {}, words), paper);
  return figure;
}

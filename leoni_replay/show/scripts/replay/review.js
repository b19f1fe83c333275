// The page of a review: a replay with what the review says of every table.

import { data, table } from "../shared/page.js";
import { $, make } from "../table/dom.js";
import { START } from "./address.js";
import { line } from "./lines.js";
import "./start.js";

// What a review says of the tables: a strip below the slider, which changes in the middle between two moves.
data.outlooks.forEach(([first, kind], n) => {
  const left = (move) => (100 * Math.max(move - 0.5, 0)) / Math.max(data.steps.length, 1);
  const next = data.outlooks[n + 1];
  const strip = $("outlooks").appendChild(make("i", { class: kind }));
  strip.style.left = `${left(first)}%`;
  strip.style.width = `${(next ? left(next[0]) : 100) - left(first)}%`;
});

// What it says is about the table that is shown first; on a phone it makes room for others.
table.addEventListener("shown", () => {
  if (getComputedStyle(document.body).display !== "grid" && (line || table.at !== START)) $("review").open = false;
});

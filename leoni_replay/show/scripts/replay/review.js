// The page of a review: a replay with what the review says of every table.

import { data, table } from "../shared/page.js";
import { $, make } from "../table/dom.js";
import { START } from "./address.js";
import { line } from "./lines.js";
import "./start.js";

/**
 * How far to the right a strip begins or ends that changes in the middle between two moves, in percent.
 *
 * @param {number} move
 */
const percentTo = (move) => (100 * Math.max(move - 0.5, 0)) / Math.max(data.steps.length, 1);

// What a review says of the tables: a strip below the slider.
const { outlooks = [] } = data;
outlooks.forEach(([first, kind], n) => {
  const next = outlooks[n + 1];
  const strip = $("outlooks").appendChild(make("i", { class: kind }));
  strip.style.left = `${percentTo(first)}%`;
  strip.style.width = `${(next ? percentTo(next[0]) : 100) - percentTo(first)}%`;
});

// What it says is about the table that is shown first; on a phone it makes room for others.
table.addEventListener("shown", () => {
  if (getComputedStyle(document.body).display !== "grid" && (line || table.at !== START))
    $("review").removeAttribute("open");
});

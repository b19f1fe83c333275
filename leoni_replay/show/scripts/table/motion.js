// What moves besides single cards: a redeal, and a game that is won.

import { HEIGHT, WIDTH } from "./cards.js";
import { put } from "./dom.js";

/** @import { CardTable } from "./table.js" */
/** @import { Relay } from "./types" */

const GATHER = 350;
const DEAL = 700;

/**
 * The cards are gathered in the middle and dealt again, place by place and row by row.
 *
 * @param {CardTable} table
 * @param {Relay} change
 */
export function redeal(table, { lay }) {
  const places = Object.keys(lay).map(Number);
  const [wide, high] = table.plan.size;
  table.style.setProperty("--time", `${GATHER}ms`);
  table.classList.add("gathering");
  for (const p of places) {
    for (const { box } of table.piles[p]) box.style.transform = put((wide - WIDTH) / 2, (high - HEIGHT) / 2);
  }
  table.timer = setTimeout(() => {
    table.classList.replace("gathering", "dealing");
    for (const change of table.waiting.splice(0)) table.make(change);
    const rows = Math.max(1, ...places.map((p) => table.piles[p].length));
    for (const [n, p] of places.entries()) {
      table.piles[p].forEach(({ box }, i) => {
        box.style.setProperty("--wait", `${Math.round((DEAL * (i + n / places.length)) / rows)}ms`);
      });
    }
    table.style.setProperty("--time", "250ms");
    table.refit();
    table.lay(table.touched());
    table.timer = setTimeout(() => table.settle(), DEAL + 300);
  }, GATHER + 20);
  table.tell(false);
}

/**
 * Of a game that is won the foundations rise a little, one after the other.
 *
 * @param {CardTable} table
 * @param {boolean} won
 * @param {boolean} moving
 */
export function flourish(table, won, moving) {
  table.classList.toggle("won", won && moving);
  if (!won) return;
  let n = 0;
  table.piles.forEach((pile, p) => {
    if (table.spots[p].lie !== "top") return;
    for (const { box } of pile.slice(-1)) {
      box.classList.add("rising");
      box.style.setProperty("--turn", `${600 + 90 * n++}ms`);
    }
  });
}

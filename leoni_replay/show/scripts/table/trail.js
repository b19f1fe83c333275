// What a step did, drawn on the table: from where its cards came, and of a weave the numbers of its links and the way.

import { HEIGHT, WIDTH } from "./cards.js";
import { draw, makeDrawing } from "./dom.js";

/** @import { CardTable } from "./table.js" */
/** @import { Link, Point, Shift } from "./types" */

export class Trail {
  /** @type {Link[]} the links of the step that is shown */
  links = [];
  /** @type {Map<Element, Point>} the middle of the number of each link */
  middles = new Map();
  svg = makeDrawing("svg", { id: "trail", "aria-hidden": "true" });

  /** @param {CardTable} table */
  constructor(table) {
    this.table = table;
  }

  clear() {
    this.links = [];
    this.middles.clear();
    this.svg.replaceChildren();
  }

  /**
   * A change that is about to be made becomes a link.
   *
   * @param {Shift} change
   */
  follow({ from: [source, from], to: [dest, to] }) {
    this.links.push({ card: this.table.piles[source][from], source, from, dest, to });
  }

  /**
   * From the middle of a card to that of another place, bent so that ways there and back are told apart.
   *
   * @param {Point} from
   * @param {Point} to
   */
  static arc([x, y], [a, b]) {
    const dx = a - x;
    const dy = b - y;
    const long = Math.hypot(dx, dy) || 1;
    const bend = Math.min(60, 14 + long * 0.14);
    return `M${x} ${y}Q${(x + a) / 2 - (dy / long) * bend} ${(y + b) / 2 + (dx / long) * bend} ${a} ${b}`;
  }

  /**
   * @param {number} p
   * @param {number} i
   * @param {number} down how far below the upper edge
   * @returns {Point}
   */
  middle(p, i, down) {
    const [x, y] = this.table.cornerOf(p, i);
    return [x + WIDTH / 2, y + down];
  }

  /**
   * A card left from between others: a broken line where it lay, or round the card that has taken its place.
   *
   * @param {number} p
   * @param {number} i
   */
  gap(p, i) {
    const [x, y] = this.table.cornerOf(p, i);
    const [dx, dy] = this.table.stepsOf(p, i);
    if (!dx && !dy) return this.frame(p, i);
    draw(this.svg, "path", {
      class: "from",
      d: dx ? `M${x - 1} ${y + 3}v${HEIGHT - 6}` : `M${x + 3} ${y - 1}h${WIDTH - 6}`,
    });
  }

  /**
   * A broken line round a card, or where it lay.
   *
   * @param {number} p
   * @param {number} i
   */
  frame(p, i) {
    const [x, y] = this.table.cornerOf(p, i);
    const beyond = this.table.spots[p].longways ? (HEIGHT - WIDTH) / 2 : 0;
    draw(this.svg, "rect", {
      class: "from",
      x: x - beyond + 1.5,
      y: y + beyond + 1.5,
      width: WIDTH + 2 * beyond - 3,
      height: HEIGHT - 2 * beyond - 3,
      rx: 5,
    });
  }

  /**
   * Where a card on top lay: its outline, as far as no other card lies there now. A stock is counted.
   *
   * @param {number} p
   * @param {number} i
   */
  foot(p, i) {
    const { piles, spots } = this.table;
    const top = piles[p].length - 1;
    const [x, y] = this.table.cornerOf(p, i);
    if (top >= 0 && spots[p].lie === "squared") return;
    const [left, upper] = top < 0 ? [x, y + 2 * HEIGHT] : this.table.cornerOf(p, top);
    const right = x - left;
    const down = y - upper;
    if (!down && right > 6 && right < WIDTH) {
      const beside = `M${left + WIDTH + 3} ${y + 1.5}h${right - 6}q3 0 3 3v${HEIGHT - 9}q0 3-3 3h${6 - right}`;
      draw(this.svg, "path", { class: "from", d: beside });
    } else if (!right && Math.abs(down) < HEIGHT) {
      const sides = `v${down - 6}q0 3 3 3h${WIDTH - 9}q3 0 3-3v${6 - down}`;
      const below =
        down < 6 ? `${x + 3} ${upper + HEIGHT + 1}h${WIDTH - 6}` : `${x + 1.5} ${upper + HEIGHT + 3}${sides}`;
      draw(this.svg, "path", { class: "from", d: `M${below}` });
    } else this.frame(p, i);
  }

  /**
   * Outline where cards came from; number the links of a weave and join them.
   *
   * @param {boolean} numbered
   */
  draw(numbered) {
    const { table, svg, links } = this;
    const { spots, size } = table.plan;
    svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    svg.replaceChildren();
    this.middles.clear();
    // Where the last card came from, nobody needs to know.
    if (table.piles.every((pile, p) => !pile.length || table.spots[p].lie === "top")) return;
    const visible = links.filter(({ source, dest }) => spots[source] && spots[dest]);
    const outlined = new Set();
    for (const { source, from } of visible) {
      const corner = String(table.cornerOf(source, from));
      if (outlined.has(corner)) continue;
      // Where another card has come to lie, the numbers tell the way.
      const isCovered = from < table.piles[source].length;
      if (isCovered && numbered) continue;
      if (isCovered) this.gap(source, from);
      else this.foot(source, from);
      outlined.add(corner);
    }
    if (!numbered) return;
    for (const link of visible) this.drawWay(link, links.length - 1 - links.indexOf(link));
    for (const [n, link] of links.entries()) this.drawNumber(link, n);
  }

  /**
   * The way of a card.
   *
   * @param {Link} link
   * @param {number} age how many links are later
   */
  drawWay({ source, from, dest, to }, age) {
    const way = Trail.arc(this.middle(source, from, 42), this.middle(dest, to, 11));
    if (age <= 2) draw(this.svg, "path", { class: "edge", d: way });
    draw(this.svg, "path", { class: age > 2 ? "way old" : age ? "way" : "way here", d: way });
  }

  /**
   * The number of a link on its card, where that has come to lie; the last one appears when its card is there.
   *
   * @param {Link} link
   * @param {number} n
   */
  drawNumber({ card, dest }, n) {
    const { plan, piles } = this.table;
    const i = piles[dest].indexOf(card);
    const spot = plan.spots[dest];
    if (i < 0 || !spot) return;
    const [middle, y] = this.middle(dest, i, spot.across ? 54 : 12);
    // Between the rank of a ten and its suit.
    const x = spot.across ? middle : middle + 2;
    const wide = n > 8 ? 10.5 : 9.5;
    const badge = draw(this.svg, "g", { class: n === this.links.length - 1 ? "number here" : "number" });
    this.middles.set(badge, [x, y]);
    badge.addEventListener("click", (event) => this.table.link(this.nearest(event)));
    draw(badge, "rect", { x: x - wide, y: y - 9.5, width: 2 * wide, height: 19, rx: 9.5 });
    // However small the table is, a finger finds the number; of two that lie close to each other, the nearer one.
    const hit = Math.max(2 * wide, 24 / (this.table.scale || 1));
    draw(badge, "rect", { class: "hit", x: x - hit / 2, y: y - hit / 2, width: hit, height: hit });
    draw(badge, "text", { x, y: y + 5 }, String(n + 1));
  }

  /**
   * The number that is nearest to a point of the screen.
   *
   * @param {MouseEvent} event
   */
  nearest({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { scale } = this.table;
    const distances = [...this.middles].map(([badge, [x, y]]) => ({
      distance: Math.hypot(left + scale * x - clientX, top + scale * y - clientY),
      number: Number(badge.textContent),
    }));
    return distances.reduce((nearest, other) => (other.distance < nearest.distance ? other : nearest)).number;
  }
}

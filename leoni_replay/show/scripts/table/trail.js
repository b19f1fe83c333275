// What a step did, drawn on the table: from where its cards came, and of a weave the numbers of its links and the way.

import { HEIGHT, WIDTH } from "./cards.js";
import { draw } from "./dom.js";

export class Trail {
  constructor(table) {
    this.table = table;
    this.svg = draw(table, "svg", { id: "trail", "aria-hidden": "true" });
    this.links = []; // of the step that is shown: the card, where it lay, and where it lies, each a place and an index
  }

  clear() {
    this.links = [];
    this.svg.replaceChildren();
  }

  // A change that is about to be made becomes a link.
  follow({ from: [source, from], to: [dest, to] }) {
    this.links.push({ card: this.table.piles[source][from], source, from, dest, to });
  }

  // From the middle of a card to that of another place, bent so that ways there and back are told apart.
  static arc([x, y], [a, b]) {
    const dx = a - x;
    const dy = b - y;
    const long = Math.hypot(dx, dy) || 1;
    const bend = Math.min(60, 14 + long * 0.14);
    return `M${x} ${y}Q${(x + a) / 2 - (dy / long) * bend} ${(y + b) / 2 + (dx / long) * bend} ${a} ${b}`;
  }

  middle(p, i, down) {
    const [x, y] = this.table.cornerOf(p, i);
    return [x + WIDTH / 2, y + down];
  }

  // A card left from between others: a broken line where it lay, or round the card that has taken its place.
  gap(p, i) {
    const [x, y] = this.table.cornerOf(p, i);
    const [dx, dy] = this.table.stepsOf(p, i);
    if (!dx && !dy) return this.frame(p, i);
    draw(this.svg, "path", {
      class: "from",
      d: dx ? `M${x - 1} ${y + 3}v${HEIGHT - 6}` : `M${x + 3} ${y - 1}h${WIDTH - 6}`,
    });
  }

  // A broken line round a card, or where it lay.
  frame(p, i) {
    const [x, y] = this.table.cornerOf(p, i);
    const turn = this.table.spots[p].longways ? (HEIGHT - WIDTH) / 2 : 0;
    draw(this.svg, "rect", {
      class: "from",
      x: x - turn + 1.5,
      y: y + turn + 1.5,
      width: WIDTH + 2 * turn - 3,
      height: HEIGHT - 2 * turn - 3,
      rx: 5,
    });
  }

  // Where a card on top lay: its outline, as far as no other card lies there now. A stock is counted.
  foot(p, i) {
    const { piles, spots } = this.table;
    const top = piles[p].length - 1;
    const [x, y] = this.table.cornerOf(p, i);
    if (top >= 0 && spots[p].lie === "squared") return;
    const [a, b] = top < 0 ? [x, y + 2 * HEIGHT] : this.table.cornerOf(p, top);
    const right = x - a;
    const down = y - b;
    const beside = `M${a + WIDTH + 3} ${y + 1.5}h${right - 6}q3 0 3 3v${HEIGHT - 9}q0 3-3 3h${6 - right}`;
    const below =
      down < 6
        ? `M${x + 3} ${b + HEIGHT + 1}h${WIDTH - 6}`
        : `M${x + 1.5} ${b + HEIGHT + 3}v${down - 6}q0 3 3 3h${WIDTH - 9}q3 0 3-3v${6 - down}`;
    const cut = !down && right > 6 && right < WIDTH ? beside : !right && Math.abs(down) < HEIGHT ? below : "";
    if (cut) draw(this.svg, "path", { class: "from", d: cut });
    else this.frame(p, i);
  }

  // Outline where cards came from; number the links of a weave and join them.
  draw(numbered) {
    const {
      table: { plan, piles },
      svg,
      links,
    } = this;
    svg.setAttribute("viewBox", `0 0 ${plan.size.join(" ")}`);
    svg.replaceChildren();
    const left = new Set();
    links.forEach(({ source, from, dest, to }, n) => {
      if (!plan.spots[source] || !plan.spots[dest]) return;
      const [x, y] = this.table.cornerOf(source, from);
      const key = `${x} ${y}`;
      // Where another card has come to lie, the numbers tell the way.
      if (!left.has(key) && from >= piles[source].length) {
        this.foot(source, from);
        left.add(key);
      } else if (!numbered && !left.has(key)) {
        this.gap(source, from);
        left.add(key);
      }
      if (!numbered) return;
      const way = Trail.arc(this.middle(source, from, 42), this.middle(dest, to, 11));
      const age = links.length - 1 - n;
      const kind = age ? (age > 2 ? "way old" : "way") : "way here";
      for (const drawn of age > 2 ? [kind] : ["edge", kind]) draw(svg, "path", { class: drawn, d: way });
    });
    if (numbered) for (const [n, link] of links.entries()) this.drawNumber(link, n);
  }

  // The number of a link on its card, where that has come to lie; the last one appears when its card is there.
  drawNumber({ card, dest }, n) {
    const { plan, piles } = this.table;
    const i = piles[dest].indexOf(card);
    if (i < 0 || !plan.spots[dest]) return;
    const [x, y] = this.middle(dest, i, plan.spots[dest].across ? 54 : 12);
    const wide = n > 8 ? 12 : 9.5;
    const badge = draw(this.svg, "g", { class: n === this.links.length - 1 ? "number here" : "number" });
    badge.middle = [x, y];
    badge.addEventListener("click", (event) => this.table.link(this.nearest(event)));
    draw(badge, "rect", { x: x - wide, y: y - 9.5, width: 2 * wide, height: 19, rx: 9.5 });
    // However small the table is, a finger finds the number; of two that lie close to each other, the nearer one.
    const hit = Math.max(2 * wide, 24 / (this.table.scale || 1));
    draw(badge, "rect", { class: "hit", x: x - hit / 2, y: y - hit / 2, width: hit, height: hit });
    draw(badge, "text", { x, y: y + 5 }, String(n + 1));
  }

  // The number that is nearest to a point of the screen.
  nearest({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { scale } = this.table;
    const far = ({ middle: [x, y] }) => Math.hypot(left + scale * x - clientX, top + scale * y - clientY);
    const [badge] = [...this.svg.querySelectorAll(".number")].sort((a, b) => far(a) - far(b));
    return Number(badge.textContent);
  }
}

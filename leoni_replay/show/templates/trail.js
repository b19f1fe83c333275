// What a step did, drawn on the table: from where its cards came, and of a weave the numbers of its links and the way.

class Trail {
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
  follow([source, from, dest, to]) {
    if (dest === undefined || typeof to !== "number") return;
    this.links.push({ card: this.table.piles[source][from], source, from, dest, to });
  }

  // From the middle of a card to that of another place, bent so that ways there and back are told apart.
  static arc([x, y], [a, b]) {
    const dx = a - x, dy = b - y, long = Math.hypot(dx, dy) || 1, bend = Math.min(60, 14 + long * 0.14);
    return `M${x} ${y}Q${(x + a) / 2 - (dy / long) * bend} ${(y + b) / 2 + (dx / long) * bend} ${a} ${b}`;
  }

  middle(p, i, down) {
    const [x, y] = this.table.cornerOf(p, i);
    return [x + WIDTH / 2, y + down];
  }

  // Outline where cards came from; number the links of a weave and join them.
  draw(numbered) {
    const { table: { plan, piles, spots }, svg, links } = this;
    svg.setAttribute("viewBox", `0 0 ${plan.size.join(" ")}`);
    svg.replaceChildren();
    const left = new Set();
    links.forEach(({ source, from, dest, to }, n) => {
      if (!plan.spots[source] || !plan.spots[dest]) return;
      const [x, y] = this.table.cornerOf(source, from), key = `${x} ${y}`;
      // Where another card has come to lie, the numbers tell the way.
      if (!left.has(key) && from >= piles[source].length) {
        const turned = spots[source][3];
        const [w, h] = turned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
        const shift = turned ? (HEIGHT - WIDTH) / 2 : 0;
        draw(svg, "rect", { class: "from", x: x - shift + 1.5, y: y + shift + 1.5, width: w - 3, height: h - 3, rx: 5 });
        left.add(key);
      }
      if (!numbered) return;
      const way = Trail.arc(this.middle(source, from, 42), this.middle(dest, to, 11));
      for (const kind of ["edge", n === links.length - 1 ? "way here" : "way"]) draw(svg, "path", { class: kind, d: way });
    });
    if (numbered) links.forEach((link, n) => this.drawNumber(link, n));
  }

  // The number of a link on its card, where that has come to lie; the last one appears when its card is there.
  drawNumber({ card, dest }, n) {
    const { plan, piles } = this.table, i = piles[dest].indexOf(card);
    if (i < 0 || !plan.spots[dest]) return;
    const [x, y] = this.middle(dest, i, plan.spots[dest][2] ? 54 : 12), wide = n > 8 ? 12 : 9.5;
    const badge = draw(this.svg, "g", { class: n === this.links.length - 1 ? "number here" : "number" });
    draw(badge, "rect", { x: x - wide, y: y - 9.5, width: 2 * wide, height: 19, rx: 9.5 });
    draw(badge, "text", { x, y: y + 5 }, String(n + 1));
  }
}

// Where places lie: the style sheet lays out skeletons of the table (plan.css), and the best of them becomes the plan.
//
// A skeleton has a grid for what is played on, and in some shapes one to the left of it for foundations and for places
// of their own. Columns are half as wide as a card, because letters are set that way. Places of their own go to the first
// free room, so nothing is reserved and empty.

import { WIDTH } from "./cards.js";
import { make } from "./dom.js";

export const LABEL = 18,
  FACE = 102,
  STEPS = [24, 20, 17, 15, 13],
  PITCH = 74,
  CLOSE = 12,
  LINE = 40;

// Cards that lie close to each other are worth less than their size; the less so, the smaller they are.
const worth = ({ scale, step }) => scale * (step / 24) ** (scale < 0.62 ? 0.15 : scale < 1 ? 0.25 : 0.4);

// The plan under which cards are largest in a room; one in the shape of the plan before, unless another is so many times
// better.
export function planFor(table, zones, most, [width, height], before, better) {
  const small = Math.min(width, height) < 520;
  const gap = small ? 3 : 10;
  const frame = table.appendChild(make("div", { class: small ? "small frame" : "frame" }));
  // What is on its way from the stock is no more in it.
  const stocked = (p) => table.spots[p].lie === "squared";
  const leaving = table.waiting.filter(({ from }) => from && stocked(from[0]));
  const stock = table.piles.reduce((sum, pile, p) => sum + (stocked(p) && pile.length), -leaving.length);
  const made = [...shapesOf(zones, most, gap)].map((shape) => skeleton(zones, most, gap, shape, stock));
  frame.append(...made.map(({ root }) => root));
  const plans = STEPS.flatMap((step) => {
    frame.style.setProperty("--step", `${step}px`);
    return made.map((one) => {
      const size = [one.root.offsetWidth, one.root.offsetHeight];
      return { ...one, step, size, small, scale: Math.min(width / size[0], height / size[1], 1.8) };
    });
  });
  let plan = plans.reduce((best, other) => (worth(other) > 1.01 * worth(best) ? other : best));
  const same = plans.filter(({ key }) => key === before?.key).sort((a, b) => worth(b) - worth(a))[0];
  if (same && worth(plan) < better * worth(same)) plan = same;
  frame.style.setProperty("--step", `${plan.step}px`);
  plan.spots = plan.boxes.map((box) => box());
  plan.coming = plan.coming.map(({ offsetLeft: x, offsetTop: y, offsetWidth }) => ({ x, y, wide: offsetWidth - gap }));
  frame.remove();
  return plan;
}

// What may be tried: so many columns at the left, so many for the rest, how a second letter stands to the first (`wide`:
// beside it, so far apart that its piles lie clear of each other), and how much a long fan leaves of its row (-1: it goes
// to the left).
function* shapesOf(zones, most, gap) {
  const of = (kind) => zones.find((zone) => zone.kind === kind);
  const [piles, grid, rug, letter] = ["piles", "grid", "rug", "letter"].map(of);
  const long = zones.some(({ kind, places: [p] }) => kind === "single" && spanOf(most[p]) > 1);
  for (const side of [0, 2, 3, 4, 5, 6]) {
    if (side && letter && side < extent(letter.at)[0] / 2) continue;
    for (const join of !letter ? [""] : side ? ["beside", "wide"] : ["beside", "wide", "stair", "below"]) {
      const least = letter
        ? [Math.ceil(Math.max(...lettersOf(zones, side, join).map(({ x, wide }) => x + wide)) / 2)]
        : grid
          ? [extent(grid.at)[0] - 1]
          : rug
            ? [Math.floor((PITCH * (extent(rug.at)[0] - 1) + 10) / (60 + gap))]
            : piles
              ? [piles.places.length, Math.ceil(piles.places.length / 2)]
              : [4];
      const rests = !long ? [0] : side ? [-1, 0] : letter ? [0, 1, 2, 4] : [0, 1, 2];
      for (const columns of least)
        for (const more of [0, 1, 2, 4]) for (const rest of rests) yield { side, across: columns + more, join, rest };
    }
  }
}

// How many cards wide a fan is that need not be pushed together; how many half columns and rows some cells take.
const spanOf = (cards) => Math.ceil((cards + 2) / 3);
const extent = (at) => [2 + Math.max(...at.map(([x]) => x)), 1 + Math.max(...at.map(([, y]) => y))];

// The letters with their cells, their size, and the cell where they begin.
function lettersOf(zones, side, join) {
  const [first, second] = zones.filter(({ kind }) => kind === "letter");
  const [right, below] = extent(first.at);
  const letter = (zone, spread, [x, y]) => {
    const at = zone.at.map(([column, row]) => [spread * column, row]);
    const [wide, high] = extent(at);
    return { zone, at, wide, high, x, y, spread };
  };
  const there = side ? [0, 0] : ({ stair: [right - 2, 1], below: [0, below] }[join] ?? [right, 0]);
  return [letter(first, 1, [0, 0]), ...(second ? [letter(second, join === "wide" ? 2 : 1, there)] : [])].slice(
    side ? 1 : 0,
  );
}

function skeleton(zones, most, gap, { side, across, join, rest }, stock) {
  const root = make("div", { class: "plan" });
  const boxes = [];
  const coming = [];
  const part = (columns) => {
    const box = root.appendChild(make("div"));
    box.style.setProperty("--columns", columns);
    return { box, columns, row: 1 };
  };
  const left = side ? part(side) : null;
  const right = part(across);
  const home = left ?? right;
  right.box.className = zones.some(({ kind }) => /grid|rug/.test(kind)) ? "numbered" : "";
  // A box of so many columns and rows; `n` is how many cards go beyond the first, or how many lines beyond the first.
  const put = ({ box }, kind, [row, column, high, wide], n = 0) => {
    const cell = box.appendChild(make("b", { class: kind }));
    cell.style.gridArea = `${row} / ${column} / span ${high} / span ${wide}`;
    cell.style.setProperty("--n", n);
    return cell;
  };
  const at =
    (cell, more = {}) =>
    () => ({
      x: cell.offsetLeft,
      y: cell.offsetTop + LABEL,
      wide: cell.offsetWidth - gap,
      high: cell.offsetHeight - FACE,
      ...more,
    });
  const rows = (where, numbers, kind) => {
    const { columns, row } = where;
    const lines = Math.ceil(numbers.length / columns);
    const long = Math.ceil(numbers.length / lines);
    numbers.forEach((p, i) => {
      boxes[p] = at(put(where, kind, [row + Math.floor(i / long), 1 + 2 * (i % long), 1, 2], most[p] - 1));
    });
    where.row += lines;
    return where.columns - long;
  };
  // A fan to the right, which goes on below, or where there is only one column a pile.
  const fan = (where, p, row, room) => {
    const cards = most[p];
    const span = Math.max(1, Math.min(spanOf(cards), room));
    const { lines } = fanned(cards, span * (60 + gap) - gap);
    boxes[p] =
      span > 1
        ? at(put(where, "fan", [row, "auto", rest > 2 && lines > 1 ? 2 : 1, 2 * span], lines - 1), { across: true })
        : at(put(where, "pile", [row, "auto", 1, 2], cards - 1));
  };
  let free = 0;
  for (const zone of zones) {
    const { kind, places } = zone;
    const [p] = places;
    if (kind === "tops") free = rows(home, places, "top");
    else if (kind === "piles") free = rows(right, places, "pile");
    else if (kind === "single" && zone.beside && free) fan(right, p, right.row - 1, free);
    else if (kind === "single") {
      const long = spanOf(most[p]) > 1;
      const where = long && rest >= 0 ? right : home;
      fan(where, p, "auto", where.columns - Math.max(rest, 0));
    } else if (
      kind === "letter" &&
      places.every((one) => most[one] < 2) &&
      zone === zones.find((one) => one.kind === "letter")
    ) {
      const [wide, high] = extent(zone.at);
      const letter = put(home, "letter", [home.row, 1, high, wide]);
      letter.style.setProperty("--rows", high);
      places.forEach((one, i) => {
        const [column, row] = zone.at[i];
        boxes[one] = () => ({
          x: letter.offsetLeft + (column * (60 + gap)) / 2,
          y: letter.offsetTop + LABEL + row * (FACE + gap),
          high: 0,
        });
      });
      if (side) home.row += high;
    } else if (kind === "letter") {
      const { at: cells, x, y, high, spread } = lettersOf(zones, side, join).find((one) => one.zone === zone);
      for (let row = 0; row < high; row++) {
        // What lies in a letter is no room for others.
        const here = cells.filter((cell) => cell[1] === row).map(([column]) => column);
        const begin = Math.min(...here);
        put(right, "taken", [y + row + 1, x + begin + 1, 1, Math.max(...here) - begin + 2]);
      }
      places.forEach((one, i) => {
        const [column, row] = cells[i];
        const below = spread > 1 && row < high - 1 ? 2 : 1;
        boxes[one] = at(put(right, "fanned", [y + row + 1, x + column + 1, below, 2], most[one] - 1));
      });
    } else if (kind === "grid") {
      places.forEach((one, i) => {
        const [column, row] = zone.at[i];
        const cell = put(right, row ? "cell" : "head", [right.row + row, 1 + 2 * column, 1, 2]);
        boxes[one] = () => ({ x: cell.offsetLeft, y: cell.offsetTop + cell.offsetHeight - 84, high: 0 });
      });
      // The first four rows have their room from the start, as long as the stock holds them: they come and nothing moves.
      const [wide, here] = extent(zone.at);
      const rows = Math.max(here, Math.min(4, here + Math.ceil(stock / (wide - 1))));
      for (let row = here; row < rows; row++) coming.push(put(right, "cell", [right.row + row, 1, 1, 2 * (wide - 1)]));
      right.row += rows;
    } else {
      const rug = put(right, "rug", [right.row++, 1, 1, 2 * across]);
      rug.style.setProperty("--rows", extent(zone.at)[1]);
      right.box.style.minWidth = `${PITCH * (extent(zone.at)[0] - 1) + 10 + gap}px`;
      places.forEach((one, i) => {
        const [column, row] = zone.at[i];
        boxes[one] = () => ({
          x: rug.offsetLeft + 12 + PITCH * column,
          y: rug.offsetTop + rug.offsetHeight - (extent(zone.at)[1] - row) * PITCH - 10,
          high: 0,
        });
      });
    }
  }
  return {
    root,
    coming,
    boxes: Array.from(boxes, (box) => box ?? (() => undefined)),
    key: [side, across, join, rest].join(),
  };
}

// How a fan of so many cards lies in so much room: how many lines it has, how many cards each, and how far apart.
export function fanned(cards, wide) {
  const room = wide - WIDTH;
  if ((cards - 1) * CLOSE <= room || cards < 2)
    return { lines: 1, line: Infinity, step: cards > 1 ? Math.min(20, room / (cards - 1)) : 20 };
  const lines = Math.ceil(cards / (Math.floor(room / (CLOSE + 2)) + 1));
  const line = Math.ceil(cards / lines);
  return { lines, line, step: Math.min(20, room / Math.max(1, line - 1)) };
}

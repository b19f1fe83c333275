// Where places lie: the style sheet lays out skeletons of the table (plan.css), and the best of them becomes the plan.
//
// A skeleton has a grid for what is played on, and in some shapes one to the left of it for foundations and for places
// of their own. Columns are half as wide as a card, because letters are set that way. Places of their own go to the
// first free room, so nothing is reserved and empty.

import { HEIGHT, WIDTH } from "./cards.js";
import { make } from "./dom.js";

/** @import { CardTable } from "./table.js" */
/** @import { Plan, Point, ShapedZone, Spot, Zone } from "./types" */

export const LABEL = 18,
  FACE = 102,
  STEPS = [24, 20, 17, 15, 13],
  PITCH = 74,
  CLOSE = 12,
  LINE = 40;
/** How far cards of a pile may lie apart besides, where a phone has room below them. */
const WIDE_STEPS = [36, 32, 28];
/** How far apart the rows of a grid may be on a low phone: cards that lie on those above them can be larger. */
const LAP = 56;
/** What a fan leaves of its row while it is so short that it lies at the left in any case. */
const SHORT = -2;
/** The room of a place that has one card. */
const ONE_CARD = { wide: 0, high: 0 };

/**
 * What may be tried: so many columns at the left (`side`), so many for the rest (`across`), how a second letter stands
 * to the first (`join`; `wide`: beside it, so far apart that its piles lie clear of each other), how much a long fan
 * leaves of its row (`rest`; -1: it goes to the left), and whether cards of a grid lie on those above them (`lap`).
 *
 * @typedef {{ side: number, across: number, join: string, rest: number, lap: boolean }} Shape
 */
/**
 * A grid of a skeleton, and the next row of it that is free.
 *
 * @typedef {{ box: HTMLElement, columns: number, row: number }} Part
 */
/**
 * A letter: the column and row of its cells, its size, where it begins, and how far apart its columns are.
 *
 * @typedef {{ zone: Zone, at: Point[], wide: number, high: number, x: number, y: number, spread: number }} Letter
 */

// What makes one plan better than another was chosen by eye: after a change, look at all games on screens of all sizes
// (tests/browser/matrix.py). Only the order of plans depends on it.

/** What the size of cards counts for in a grid where they lie on each other. */
const LAPPED = 0.9;
/** What it counts for that cards lie farther apart than need be: enough to choose between plans of one size. */
const LOOSENESS = 0.02;
/**
 * What it costs that cards lie close to each other (an exponent), by the scale up to which that holds: where cards are
 * small, their size comes first, and where they are large, the room between them.
 */
const CLOSENESS = [
  { upTo: 0.62, cost: 0.15 },
  { upTo: 1, cost: 0.25 },
  { upTo: Infinity, cost: 0.4 },
];
/** How many times better a plan must be than one before it, so that two that are as good don't take turns. */
const BETTER = 1.01;

/**
 * How much a plan is worth: the size of its cards, less where they lie close to each other.
 *
 * @param {{ scale: number, step: number, skeleton: Skeleton }} plan
 */
function worth({ scale, step, skeleton: { shape } }) {
  const size = shape.lap ? LAPPED * scale : scale;
  const { cost } = CLOSENESS.find(({ upTo }) => scale < upTo) ?? CLOSENESS[2];
  return size * (step / STEPS[0]) ** (step > STEPS[0] ? LOOSENESS : cost);
}

/**
 * The plan under which cards are largest in a room; one in the shape of the plan before, unless another is so many
 * times better.
 *
 * @param {CardTable} table
 * @param {Zone[]} zones
 * @param {number[]} most for how many cards each place gets room
 * @param {Point} room
 * @param {Plan | null} before
 * @param {number} better
 * @param {number} down how far down the table lies and stays: cards that lie farther apart don't take that room
 * @returns {Plan}
 */
export function planFor(table, zones, most, [width, height], before, better, down) {
  const small = Math.min(width, height) < 520;
  const gap = small ? 3 : 10;
  const frame = table.appendChild(make("div", { class: small ? "small frame" : "frame" }));
  const stock = stockOf(table);
  const skeletons = [...shapesOf(zones, most, gap, small)].map((shape) => new Skeleton(zones, most, gap, shape, stock));
  frame.append(...skeletons.map(({ root }) => root));
  const steps = small ? [...WIDE_STEPS, ...STEPS] : STEPS;
  const plans = steps.flatMap((step) => {
    frame.style.setProperty("--step", `${step}px`);
    return skeletons.map((skeleton) => {
      const { offsetWidth: wide, offsetHeight: high } = skeleton.root;
      const scale = Math.min(width / wide, (step > STEPS[0] ? height - down : height) / high, 1.8);
      return { skeleton, step, scale, size: /** @type {Point} */ ([wide, high]) };
    });
  });
  let best = plans.reduce((best, other) => (worth(other) > BETTER * worth(best) ? other : best));
  const same = plans.filter(({ skeleton }) => keepsShape(skeleton, before)).sort((a, b) => worth(b) - worth(a))[0];
  if (same && worth(best) < better * worth(same)) best = same;
  const { skeleton, step, scale, size } = best;
  frame.style.setProperty("--step", `${step}px`);
  const spots = Array.from(skeleton.boxes, (box) => box?.());
  const coming = skeleton.coming.map(({ offsetLeft: x, offsetTop: y, offsetWidth }) => ({
    x,
    y,
    wide: offsetWidth - gap,
  }));
  frame.remove();
  return { spots, coming, size, scale, step, small, key: skeleton.key };
}

/**
 * Whether a table keeps its shape: a fan that was short may grow at the left, or go on beside it.
 *
 * @param {Skeleton} skeleton
 * @param {Plan | null} before
 */
const keepsShape = ({ key, shape }, before) => [key, keyOfShape({ ...shape, rest: SHORT })].includes(before?.key ?? "");

/** @param {Shape} shape */
const keyOfShape = ({ side, across, join, rest, lap }) => [side, across, join, rest, lap].join();

/**
 * How many cards lie in the stock. What is on its way from there is no more in it.
 *
 * @param {CardTable} table
 */
function stockOf({ piles, spots, waiting }) {
  const isStock = (/** @type {number} */ p) => spots[p].lie === "squared";
  const leaving = waiting.filter(({ from }) => from && isStock(from[0]));
  return piles.filter((_, p) => isStock(p)).flat().length - leaving.length;
}

/**
 * @param {Zone[]} zones
 * @param {number[]} most
 * @param {number} gap
 * @param {boolean} small whether the room is that of a phone
 * @returns {Generator<Shape>}
 */
function* shapesOf(zones, most, gap, small) {
  const hasLetter = zones.some(({ kind }) => kind === "letter");
  const long = zones.some(({ kind, places: [p] }) => kind === "single" && spanOf(most[p]) > 1);
  for (const side of [0, 2, 3, 4, 5, 6]) {
    const letter = zones.find((zone) => zone.kind === "letter");
    if (side && letter && side < extent(letter.at)[0] / 2) continue;
    for (const join of !hasLetter ? [""] : side ? ["beside", "wide"] : ["beside", "wide", "stair", "below"]) {
      const short = side ? [SHORT] : [0];
      const rests = !long ? short : side ? [-1, 0] : hasLetter ? [0, 1, 2, 4] : [0, 1, 2];
      for (const columns of columnsOf(zones, side, join, gap)) {
        for (const more of [0, 1, 2, 4])
          for (const rest of rests) yield { side, across: columns + more, join, rest, lap: false };
      }
    }
    const grid = small && zones.find((zone) => zone.kind === "grid");
    if (grid) yield { side, across: extent(grid.at)[0] - 1, join: "", rest: 0, lap: true };
  }
}

/**
 * How many columns what is played on takes at least.
 *
 * @param {Zone[]} zones
 * @param {number} side
 * @param {string} join
 * @param {number} gap
 */
function columnsOf(zones, side, join, gap) {
  const letters = lettersOf(zones, side, join);
  if (letters) return [Math.ceil(Math.max(...letters.map(({ x, wide }) => x + wide)) / 2)];
  const grid = zones.find((zone) => zone.kind === "grid");
  if (grid) return [extent(grid.at)[0] - 1];
  const rug = zones.find((zone) => zone.kind === "rug");
  if (rug) return [Math.floor((PITCH * (extent(rug.at)[0] - 1) + 10) / (60 + gap))];
  const piles = zones.find((zone) => zone.kind === "piles");
  return piles ? [piles.places.length, Math.ceil(piles.places.length / 2)] : [4];
}

/**
 * How many cards wide a fan is that need not be pushed together.
 *
 * @param {number} cards
 */
const spanOf = (cards) => Math.ceil((cards + 2) / 3);

/**
 * How many half columns and rows some cells take.
 *
 * @param {Point[]} at
 * @returns {Point}
 */
const extent = (at) => [2 + Math.max(...at.map(([x]) => x)), 1 + Math.max(...at.map(([, y]) => y))];

/**
 * The letters that stand among what is played on: where there is a side, the first one stands there. Null without
 * letters.
 *
 * @param {Zone[]} zones
 * @param {number} side
 * @param {string} join
 * @returns {Letter[] | null}
 */
function lettersOf(zones, side, join) {
  const [first, second] = zones.filter((zone) => zone.kind === "letter");
  if (!first) return null;
  const letters = side ? [] : [letterAt(first, 1, [0, 0])];
  if (!second) return letters;
  const [right, below] = extent(first.at);
  /** @type {Point} */
  let corner = [right, 0];
  if (side) corner = [0, 0];
  else if (join === "stair") corner = [right - 2, 1];
  else if (join === "below") corner = [0, below];
  return [...letters, letterAt(second, join === "wide" ? 2 : 1, corner)];
}

/**
 * @param {ShapedZone} zone
 * @param {number} spread
 * @param {Point} corner
 * @returns {Letter}
 */
function letterAt(zone, spread, [x, y]) {
  const at = zone.at.map(([column, row]) => /** @type {Point} */ ([spread * column, row]));
  const [wide, high] = extent(at);
  return { zone, at, wide, high, x, y, spread };
}

/** A table in one shape, without its cards: boxes that the style sheet lays out. */
class Skeleton {
  root = make("div", { class: "plan" });
  /** @type {(() => Spot)[]} where each place lies, once it is laid out */
  boxes = [];
  /** @type {HTMLElement[]} the rows that will be dealt */
  coming = [];
  /** How many columns the last row of piles leaves free. */
  free = 0;

  /**
   * @param {Zone[]} zones
   * @param {number[]} most for how many cards each place gets room
   * @param {number} gap
   * @param {Shape} shape
   * @param {number} stock
   */
  constructor(zones, most, gap, shape, stock) {
    const { side, across } = shape;
    this.zones = zones;
    this.most = most;
    this.gap = gap;
    this.shape = shape;
    this.stock = stock;
    this.key = keyOfShape(shape);
    const left = side ? this.part(side) : null;
    this.right = this.part(across);
    this.home = left ?? this.right;
    this.right.box.className = zones.some(({ kind }) => /grid|rug/.test(kind)) ? "numbered" : "";
    for (const zone of zones) this.add(zone);
  }

  /**
   * @param {number} columns
   * @returns {Part}
   */
  part(columns) {
    const box = this.root.appendChild(make("div"));
    box.style.setProperty("--columns", String(columns));
    return { box, columns, row: 1 };
  }

  /** @param {Zone} zone */
  add(zone) {
    if (zone.kind === "tops") this.free = this.addRows(this.home, zone.places, "top");
    else if (zone.kind === "piles") this.free = this.addRows(this.right, zone.places, "pile");
    else if (zone.kind === "single") this.addSingle(zone.places[0], zone.beside);
    else if (zone.kind === "grid" && this.shape.lap) this.addLappedGrid(zone);
    else if (zone.kind === "grid") this.addGrid(zone);
    else if (zone.kind === "rug") this.addRug(zone);
    else if (zone === this.zones.find(({ kind }) => kind === "letter") && zone.places.every((p) => this.most[p] < 2)) {
      this.addFlatLetter(zone);
    } else this.addLetter(zone);
  }

  /**
   * Add a box of so many columns and rows to a part.
   *
   * @param {Part} part
   * @param {string} kind
   * @param {[row: number | string, column: number | string, high: number, wide: number]} area
   * @param {number} beyond how many cards it holds beyond the first, or how many lines beyond the first
   */
  put({ box }, kind, [row, column, high, wide], beyond = 0) {
    const cell = box.appendChild(make("b", { class: kind }));
    cell.style.gridArea = `${row} / ${column} / span ${high} / span ${wide}`;
    cell.style.setProperty("--n", String(beyond));
    return cell;
  }

  /**
   * Where a place lies that has a box of its own.
   *
   * @param {HTMLElement} cell
   * @returns {() => Spot}
   */
  spotOf(cell, across = false) {
    return () => ({
      x: cell.offsetLeft,
      y: cell.offsetTop + LABEL,
      wide: cell.offsetWidth - this.gap,
      high: cell.offsetHeight - FACE,
      across,
    });
  }

  /**
   * Add rows of piles; return how many columns the last one leaves free.
   *
   * @param {Part} part
   * @param {number[]} places
   * @param {string} kind
   */
  addRows(part, places, kind) {
    const { columns, row } = part;
    const lines = Math.ceil(places.length / columns);
    const long = Math.ceil(places.length / lines);
    places.forEach((p, i) => {
      const cell = this.put(part, kind, [row + Math.floor(i / long), 1 + 2 * (i % long), 1, 2], this.most[p] - 1);
      this.boxes[p] = this.spotOf(cell);
    });
    part.row += lines;
    return columns - long;
  }

  /**
   * @param {number} p
   * @param {boolean} beside
   */
  addSingle(p, beside) {
    if (beside && this.free) return this.addFan(this.right, p, this.right.row - 1, this.free);
    const { rest } = this.shape;
    const part = spanOf(this.most[p]) > 1 && rest >= 0 ? this.right : this.home;
    this.addFan(part, p, "auto", part.columns - Math.max(rest, 0));
  }

  /**
   * Add a fan to the right, which goes on below, or where there is only one column a pile.
   *
   * @param {Part} part
   * @param {number} p
   * @param {number | "auto"} row
   * @param {number} room
   */
  addFan(part, p, row, room) {
    const cards = this.most[p];
    const span = Math.max(1, Math.min(spanOf(cards), room));
    if (span === 1) {
      this.boxes[p] = this.spotOf(this.put(part, "pile", [row, "auto", 1, 2], cards - 1));
      return;
    }
    const { lines } = fanned(cards, span * (60 + this.gap) - this.gap);
    const high = this.shape.rest > 2 && lines > 1 ? 2 : 1;
    this.boxes[p] = this.spotOf(this.put(part, "fan", [row, "auto", high, 2 * span], lines - 1), true);
  }

  /**
   * Add the first letter, whose places have one card each.
   *
   * @param {ShapedZone} zone
   */
  addFlatLetter({ places, at }) {
    const { home, gap } = this;
    const [wide, high] = extent(at);
    const letter = this.put(home, "letter", [home.row, 1, high, wide]);
    letter.style.setProperty("--rows", String(high));
    places.forEach((p, i) => {
      const [column, row] = at[i];
      this.boxes[p] = () => ({
        x: letter.offsetLeft + (column * (60 + gap)) / 2,
        y: letter.offsetTop + LABEL + row * (FACE + gap),
        ...ONE_CARD,
      });
    });
    if (this.shape.side) home.row += high;
  }

  /**
   * Add a letter of piles.
   *
   * @param {ShapedZone} zone
   */
  addLetter(zone) {
    const letter = lettersOf(this.zones, this.shape.side, this.shape.join)?.find((letter) => letter.zone === zone);
    if (!letter) return;
    const { at, x, y, high, spread } = letter;
    for (let row = 0; row < high; row++) {
      // What lies in a letter is no room for others.
      const columns = at.filter((cell) => cell[1] === row).map(([column]) => column);
      const first = Math.min(...columns);
      this.put(this.right, "taken", [y + row + 1, x + first + 1, 1, Math.max(...columns) - first + 2]);
    }
    zone.places.forEach((p, i) => {
      const [column, row] = at[i];
      const below = spread > 1 && row < high - 1 ? 2 : 1;
      const cell = this.put(this.right, "fanned", [y + row + 1, x + column + 1, below, 2], this.most[p] - 1);
      this.boxes[p] = this.spotOf(cell);
    });
  }

  /**
   * How many rows of a grid get room. The first four have it from the start, as long as the stock holds them: they come
   * and nothing moves.
   *
   * @param {Point[]} at
   */
  rowsOf(at) {
    const [wide, listed] = extent(at);
    return Math.max(listed, Math.min(4, listed + Math.ceil(this.stock / (wide - 1))));
  }

  /** @param {ShapedZone} zone */
  addGrid({ places, at }) {
    const { right } = this;
    places.forEach((p, i) => {
      const [column, row] = at[i];
      const cell = this.put(right, row ? "cell" : "head", [right.row + row, 1 + 2 * column, 1, 2]);
      this.boxes[p] = () => ({ x: cell.offsetLeft, y: cell.offsetTop + cell.offsetHeight - HEIGHT, ...ONE_CARD });
    });
    const [wide, listed] = extent(at);
    const rows = this.rowsOf(at);
    for (let row = listed; row < rows; row++) {
      this.coming.push(this.put(right, "cell", [right.row + row, 1, 1, 2 * (wide - 1)]));
    }
    right.row += rows;
  }

  /**
   * Add a grid whose cards lie on those above them.
   *
   * @param {ShapedZone} zone
   */
  addLappedGrid({ places, at }) {
    const { right, gap } = this;
    const [wide, listed] = extent(at);
    const rows = this.rowsOf(at);
    const boxes = Array.from({ length: rows }, (_, row) => {
      const box = this.put(right, "cell", [right.row + row, 1, 1, 2 * (wide - 1)]);
      box.style.minHeight = `${row < rows - 1 ? LAP - gap : HEIGHT}px`;
      return box;
    });
    right.row += rows;
    this.coming.push(...boxes.slice(listed));
    const placeAt = new Map(at.map((cell, i) => [String(cell), places[i]]));
    places.forEach((p, i) => {
      const [column, row] = at[i];
      const next = placeAt.get(String([column, row + 1]));
      this.boxes[p] = () => ({
        x: boxes[row].offsetLeft + (WIDTH + gap) * column,
        y: boxes[row].offsetTop,
        ...ONE_CARD,
        lap: { height: row, next, hides: HEIGHT - LAP },
      });
    });
  }

  /** @param {ShapedZone} zone */
  addRug({ places, at }) {
    const { right } = this;
    const [wide, high] = extent(at);
    const rug = this.put(right, "rug", [right.row++, 1, 1, 2 * this.shape.across]);
    rug.style.setProperty("--rows", String(high));
    right.box.style.minWidth = `${PITCH * (wide - 1) + 10 + this.gap}px`;
    places.forEach((p, i) => {
      const [column, row] = at[i];
      this.boxes[p] = () => ({
        x: rug.offsetLeft + 12 + PITCH * column,
        y: rug.offsetTop + rug.offsetHeight - (high - row) * PITCH - 10,
        ...ONE_CARD,
      });
    });
  }
}

/**
 * How a fan of so many cards lies in so much room: how many lines it has, how many cards each, and how far apart.
 *
 * @param {number} cards
 * @param {number} wide
 */
export function fanned(cards, wide) {
  const room = wide - WIDTH;
  if ((cards - 1) * CLOSE <= room || cards < 2)
    return { lines: 1, line: Infinity, step: cards > 1 ? Math.min(20, room / (cards - 1)) : 20 };
  const lines = Math.ceil(cards / (Math.floor(room / (CLOSE + 2)) + 1));
  const line = Math.ceil(cards / lines);
  return { lines, line, step: Math.min(20, room / Math.max(1, line - 1)) };
}

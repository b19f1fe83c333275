// Where somebody is on a table who plays by keys. For Tab the table is one stop. From there arrows lead to
// every card and every empty place at which a mouse can point.

/** @import { Chooser } from "./choose.js" */
/** @import { Frame, Move, Where } from "./types" */

/** @type {Record<string, (frame: Frame) => Frame>} a frame turned so that the way of a key leads to the right */
const TURNS = {
  ArrowRight: (frame) => frame,
  ArrowLeft: ([left, top, right, bottom]) => [-right, top, -left, bottom],
  ArrowDown: ([left, top, right, bottom]) => [top, left, bottom, right],
  ArrowUp: ([left, top, right, bottom]) => [-bottom, left, -top, right],
};

/** @type {Record<string, string>} keys that lead as far as an arrow does */
const FAR = { Home: "ArrowLeft", End: "ArrowRight" };

/**
 * The nearest of several frames on the way of an arrow; for Home and End the last one, of those that lie beside this
 * one.
 *
 * @param {Frame[]} frames
 * @param {number} here which of them the way begins at
 * @param {string} key
 * @returns {number} which of them it leads to; `here` if there is none that way
 */
export function frameThatWay(frames, here, key) {
  const turned = frames.map(TURNS[FAR[key] ?? key]);
  if (!FAR[key]) return nearestThatWay(turned, here);
  const beside = turned.filter((other) => liesBeside(other, turned[here]));
  const last = Math.max(...beside.map(([left]) => left));
  return turned.indexOf(beside.find(([left]) => left > last - 1) ?? turned[here]);
}

/**
 * Whether half of a frame lies at the height of another.
 *
 * @param {Frame} frame
 * @param {Frame} other
 */
export function liesBeside([, top, , bottom], [, otherTop, , otherBottom]) {
  const shared = Math.min(bottom, otherBottom) - Math.max(top, otherTop);
  return 2 * shared > Math.min(bottom - top, otherBottom - otherTop);
}

/**
 * The nearest frame on the right of another: one straight ahead before one that lies aside.
 *
 * @param {Frame[]} frames
 * @param {number} here
 */
function nearestThatWay(frames, here) {
  const [left, top, right, bottom] = frames[here];
  let nearest = here;
  let least = Infinity;
  for (const [i, [otherLeft, otherTop, otherRight, otherBottom]] of frames.entries()) {
    const ahead = (otherLeft + otherRight - left - right) / 2;
    const aside = Math.max(0, otherTop - bottom, top - otherBottom);
    if (ahead < 1 || aside > 2 * ahead) continue;
    const distance = ahead + 3 * aside + Math.abs(otherTop + otherBottom - top - bottom) / 4;
    if (distance < least) [nearest, least] = [i, distance];
  }
  return nearest;
}

/**
 * The cards that moves play, and after them those that are only turned up or dealt, each in the order of their places:
 * a table that is laid out anew has them in the same order.
 *
 * @param {Move[]} moves
 * @returns {Where[]}
 */
export function cardsInOrder(moves) {
  const turnsUp = (/** @type {Move} */ { to }) => (to === null ? 1 : 0);
  const ordered = moves
    .flatMap((move) => (move.from ? [{ from: move.from, last: turnsUp(move) }] : []))
    .sort((a, b) => a.last - b.last || a.from[0] - b.from[0] || a.from[1] - b.from[1])
    .map(({ from }) => from);
  return ordered.filter((from, n) => ordered.findIndex((other) => String(other) === String(from)) === n);
}

/** How long after a digit the next one belongs to it, in milliseconds. */
const DIGITS = 900;

/** What makes a card one that can be reached and is read out. */
const MARKS = ["role", "tabindex", "aria-label"];

export class Cursor {
  /** @type {Where} */
  where = [0, 0];
  /** Whether a key has led it on since something was chosen or pressed: then nothing else does. */
  isLed = false;
  /** The digits that were typed last. */
  typed = { number: "", time: -1000 };

  /** @param {Chooser} chooser */
  constructor(chooser) {
    this.chooser = chooser;
    this.table = chooser.table;
    this.table.addEventListener("focusin", ({ target }) => {
      const where = chooser.at(target);
      if (where) this.stand(where);
    });
  }

  /** Every card and every empty place at which a mouse can point. */
  places() {
    const { piles, places, plan, spots } = this.table;
    return piles.flatMap((pile, p) => {
      if (!plan.spots[p]) return [];
      if (!pile.length) return places[p] ? [/** @type {Where} */ ([p, 0])] : [];
      const first = spots[p].lie === "top" || spots[p].lie === "squared" ? pile.length - 1 : 0;
      return pile.slice(first).map((_, i) => /** @type {Where} */ ([p, first + i]));
    });
  }

  /** Name what can be reached. What is lit is a button; of the rest a key asks why it can't be played. */
  renew() {
    const { chooser } = this;
    const wheres = this.places();
    const isThere = wheres.some((where) => String(where) === String(this.where));
    if (!isThere && wheres.length) this.where = wheres.findLast(([p]) => p === this.where[0]) ?? wheres[0];
    const old = new Set(this.table.querySelectorAll("[role]"));
    for (const where of wheres) {
      const element = chooser.element(where);
      if (!element) continue;
      old.delete(element);
      element.setAttribute("role", element.classList.contains("can") ? "button" : "img");
      element.setAttribute("aria-label", chooser.called(where));
      this.leave(element);
    }
    for (const element of old) for (const name of MARKS) element.removeAttribute(name);
    this.here?.setAttribute("tabindex", "0");
  }

  /**
   * The Tab key does not lead to an element any more. One that is not lit can't have the focus either: a finger beside
   * it would mean it, not what is lit.
   *
   * @param {HTMLElement} element
   */
  leave(element) {
    if (element.classList.contains("can") || element === this.activeElement) element.tabIndex = -1;
    else element.removeAttribute("tabindex");
  }

  /** What is drawn where it stands. */
  get here() {
    return this.table.piles[this.where[0]] && this.chooser.element(this.where);
  }

  /** What has the focus, where the table stands. */
  get activeElement() {
    const root = this.table.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  }

  /**
   * Stand at a card. The focus goes there if it is on the table.
   *
   * @param {Where} where
   */
  stand(where) {
    const before = this.here;
    this.where = where;
    const { here } = this;
    here?.setAttribute("tabindex", "0");
    const active = this.activeElement;
    if (active && active !== here && this.table.contains(active)) this.focus();
    if (before && before !== here) this.leave(before);
  }

  /**
   * Go to the pile whose number is typed, or in a grid to the lowest card of that column: digits that follow each other
   * soon are one number.
   *
   * @param {string} key
   * @returns whether there is such a pile or column, or one whose number begins so
   */
  count(key) {
    if (!isDigit(key)) return false;
    const now = performance.now();
    const find = (/** @type {string} */ number) => this.numbered(number);
    const longer = now < this.typed.time + DIGITS ? this.typed.number + key : key;
    const number = find(longer) < 0 ? key : longer;
    this.typed = { number, time: now };
    const there = find(number);
    if (there < 0) return false;
    this.isLed = true;
    this.stand(this.chooser.top(there));
    return true;
  }

  /** What has numbers on this table, piles or the columns of a grid, and the last number; 0 if nothing has. */
  numbers() {
    const { spots, plan } = this.table;
    const drawn = spots.filter((_, p) => plan.spots[p]);
    const last = (/** @type {string[]} */ texts) => Math.max(0, ...texts.map(Number).filter(Number.isInteger));
    const piles = last(drawn.map(({ label = "" }) => label));
    const columns = last(drawn.map(({ name }) => /^r\d+c(\d+)$/.exec(name)?.[1] ?? ""));
    return piles ? { kind: "pile", most: piles } : { kind: "column", most: columns };
  }

  /**
   * The place that has this number, or of a column of a grid the one with its lowest card; -1 if there is none.
   *
   * @param {string} number
   */
  numbered(number) {
    const { piles, spots, plan } = this.table;
    const pile = spots.findIndex(({ label }, p) => plan.spots[p] && label === number);
    const column = new RegExp(`^r\\d+c${number}$`);
    const cells = [...spots.keys()].filter((p) => plan.spots[p] && column.test(spots[p].name));
    return pile >= 0 ? pile : (cells.findLast((p) => piles[p].length) ?? cells.at(-1) ?? -1);
  }

  /** The focus comes to where it stands. */
  focus() {
    this.here?.focus({ preventScroll: true });
  }

  /**
   * Go where an arrow leads.
   *
   * @param {string} key
   */
  walk(key) {
    this.isLed = true;
    const wheres = this.places();
    const here = wheres.findIndex((where) => this.chooser.element(where) === this.here);
    const frames = wheres.map((where) => this.table.frameOf(...where));
    if (here >= 0) this.stand(wheres[frameThatWay(frames, here, key)]);
  }

  /**
   * Go on to the next card that is lit, or back to the one before.
   *
   * @param {1 | -1} by
   * @returns whether there is one
   */
  next(by) {
    this.isLed = true;
    const lit = this.chooser.lit();
    const here = lit.findIndex((where) => this.chooser.element(where) === this.here);
    if (lit.length) this.stand(here < 0 ? this.nearestLit(lit) : lit[(here + by + lit.length) % lit.length]);
    return lit.length > 0;
  }

  /**
   * Of the cards that are lit, the first one that can be played in the place where it stands, or after it; or of the
   * places among which somebody has to choose, the first.
   *
   * @param {Where[]} lit
   */
  nearestLit(lit) {
    const [p] = this.where;
    if (this.chooser.asked.length) return lit[0];
    const plays = cardsInOrder(this.chooser.moves.filter(({ to }) => to !== null));
    return plays.find(([place]) => place >= p) ?? lit[0];
  }
}

/** @param {string} key */
export const isDigit = (key) => /^\d$/.test(key);

/** @param {string} key */
export const isWay = (key) => key in TURNS || key in FAR;

// Choosing among moves on a table: by a tap, by dragging a card, or by keys. The event `choose` tells what is chosen:
//
//   { moves }      what is meant; of several, the places to which they lead light up, and the next tap decides; none if
//                  somebody has thought better of it; with `from`, the place that was tapped
//   { from, to }   a card or a place at which none of the moves begins, and where it was dropped (null: nowhere)

import { Cursor, cardsInOrder, isWay } from "./cursor.js";
import { put } from "./dom.js";
import { pluralize } from "./signs.js";
import { placeInWords, pretty, spoken } from "./words.js";

/** @import { CardTable } from "./table.js" */
/** @import { Choice, Move, Point, Step, Where } from "./types" */

/**
 * A card that is held, with what lies on it: how each lay, where and by what it was taken, and whether it has been
 * moved.
 *
 * @typedef {object} Drag
 * @property {Where} where
 * @property {{ box: HTMLElement, base: string, height: string }[]} cards
 * @property {HTMLElement | null} beneath the card under them, if a part of its face is hidden
 * @property {number} x
 * @property {number} y
 * @property {number} id
 * @property {boolean} on
 * @property {boolean} stuck whether it can't move
 */

const DRAG = 8;
const REACH = 30;
const FINGER = 22;
/** As many pixels as what is lit has for a finger at least, in either direction. */
const WIDE = 40;
/** How far beside a card of which all is seen a finger still means it: who points at the card under it means that. */
const BESIDE = 6;
/** How far a card that can't move follows whoever drags it. */
const STUCK = 10;
const AGAIN = 280;

/**
 * How many cards a move takes along from its place: what lies on a card may go with it.
 *
 * @param {Move} move
 */
function taken({ from, changes = [] }) {
  const others = changes.findIndex((shift) => shift.from[0] !== from?.[0] || shift.to[0] !== changes[0].to[0]);
  return Math.max(1, others < 0 ? changes.length : others);
}

/**
 * A card shakes its head.
 *
 * @param {HTMLElement} box
 */
function shake(box) {
  box.classList.add("stuck");
  setTimeout(() => box.classList.remove("stuck"), 400);
}

export class Chooser {
  /** @type {Move[]} the moves among which somebody chooses */
  moves = [];
  /** @type {Move[]} those that somebody can mean who has pointed at a card */
  asked = [];
  /** @type {Move | null} the move that a hint or a guide shows */
  hinted = null;
  /** @type {Drag | null} */
  drag = null;
  /** @type {{ x: number, y: number } | null} where a move is being chosen */
  pointed = null;
  /** When and where a move was chosen last. */
  played = { time: -1000, x: 0, y: 0 };
  /** @type {Step | null} the step after which somebody could choose last */
  step = null;

  /** @param {CardTable} table */
  constructor(table) {
    this.table = table;
    this.cursor = new Cursor(this);
    table.addEventListener("pointerdown", (event) => this.down(event));
    table.addEventListener("pointermove", (event) => this.move(event));
    table.addEventListener("pointerup", (event) => this.up(event));
    table.addEventListener("pointercancel", () => this.drop());
    table.addEventListener("keydown", (event) => this.key(event));
  }

  // -- what is lit ----------------------------------------------------------------------------------------------------

  /**
   * @param {Move[]} moves
   * @param {Move[]} asked those among which somebody has to choose first
   */
  set(moves, asked = []) {
    this.moves = moves;
    this.ask(asked);
  }

  /**
   * What is drawn of a card, or of its place if that is empty.
   *
   * @param {Where} where
   */
  element([p, i]) {
    const { piles, places } = this.table;
    return (piles[p][i] ?? piles[p].at(-1))?.box ?? places[p]?.outline;
  }

  /**
   * The uppermost card of a place.
   *
   * @param {number} p
   * @returns {Where}
   */
  top(p) {
    return [p, Math.max(0, this.table.piles[p].length - 1)];
  }

  /**
   * Ask which of several moves is meant; none: what is lit is what can be played.
   *
   * @param {Move[]} asked
   */
  ask(asked) {
    const before = this.asked;
    this.asked = asked;
    this.hinted = null;
    for (const old of this.table.querySelectorAll(".can, .hinted, .toward"))
      old.classList.remove("can", "chosen", "asked", "anew", "hinted", "toward");
    // While somebody is asked, nothing else is lit; a pile that is dealt again is seen to be empty.
    for (const { from } of asked.length ? asked : this.moves) {
      if (from) this.light(from, this.kindOf(from));
    }
    for (const { to } of asked) if (to !== null) this.light(this.top(to), "asked");
    this.cursor.renew();
    this.follow(before);
  }

  /**
   * How what a move begins with is lit.
   *
   * @param {Where} from
   */
  kindOf([p]) {
    if (!this.table.piles[p].length) return "anew";
    return this.asked.length ? "chosen" : "";
  }

  /**
   * Whoever plays by keys comes to what is lit next: after a move, unless a key has led elsewhere since, and where a
   * choice is asked for. Whoever chooses none of these comes back to the card.
   *
   * @param {Move[]} before the moves among which somebody had to choose
   */
  follow(before) {
    const { cursor, asked, moves, table } = this;
    const isNew = table.steps[table.at] !== this.step;
    const lit = this.lit();
    if (asked.length) {
      if (String(asked.map(({ move }) => move)) !== String(before.map(({ move }) => move)) && lit.length)
        cursor.stand(lit[0]);
    } else if (isNew && lit.length) {
      if (!cursor.isLed) cursor.stand(cursor.nearestLit(lit));
    } else if (!isNew && before[0]?.from && this.element(before[0].from)) cursor.stand(before[0].from);
    if (moves.length) this.step = table.steps[table.at];
  }

  /**
   * Light a card, or its place if that is empty.
   *
   * @param {Where} where
   * @param {string} kind `chosen`: the card of which somebody asks where it goes; `asked`: a place to which it can go;
   *     `anew`: a pile that is dealt again
   */
  light(where, kind) {
    const element = this.table.plan.spots[where[0]] && this.element(where);
    if (!element) return;
    element.classList.add("can");
    for (const other of ["chosen", "asked", "anew"]) element.classList.toggle(other, kind === other);
  }

  /**
   * All that is lit, in the order in which keys lead there: the places among which somebody has to choose, or the
   * cards that can be played.
   */
  lit() {
    const isDrawn = (/** @type {Where} */ [p]) => Boolean(this.table.plan.spots[p]);
    const places = this.asked.flatMap(({ to }) => (to === null ? [] : [this.top(to)]));
    return (places.length ? places : cardsInOrder(this.asked.length ? this.asked : this.moves)).filter(isDrawn);
  }

  /**
   * Show a move. Whoever plays by keys comes to its card.
   *
   * @param {string} move
   */
  hint(move) {
    this.hinted = [...this.moves, ...this.asked].find((other) => other.move === move) ?? null;
    const { from = null, to = null } = this.hinted ?? {};
    if (!from) return;
    this.mark(from, to);
    this.cursor.stand(this.asked.length && to !== null ? this.top(to) : from);
  }

  /**
   * Mark a card as hinted, and where it leads.
   *
   * @param {Where} from
   * @param {number | null} to
   */
  mark(from, to) {
    const element = this.element(from);
    element?.classList.add("can", "hinted");
    element?.setAttribute("role", "button");
    if (to !== null && this.table.plan.spots[to]) this.element(this.top(to))?.classList.add("toward");
  }

  /**
   * A card and its place, for those who listen.
   *
   * @param {Where} where
   */
  called([p, i]) {
    const { piles, spots, open } = this.table;
    const place = placeInWords(spots[p]);
    const { lie } = spots[p];
    const card = piles[p][i];
    if (card && place && lie === "squared") return `${place}, ${pluralize(piles[p].length, "card")}`;
    if (!card || lie === "squared") return place || "an empty place";
    const name = card.down && !open ? "a face-down card" : spoken(pretty(card, open));
    return `${name}${place ? `, ${place}` : ""}`;
  }

  // -- what is meant --------------------------------------------------------------------------------------------------

  /**
   * The card or the place at which somebody points.
   *
   * @param {EventTarget | null} target
   * @returns {Where | null}
   */
  at(target) {
    const { piles, places } = this.table;
    const box = target instanceof Element ? target.closest("div.card, .place") : null;
    if (!box) return null;
    for (let p = 0; p < piles.length; p++) {
      if (places[p]?.outline === box) return this.top(p);
      const i = piles[p].findIndex((card) => card.box === box);
      if (i >= 0) return [p, i];
    }
    return null;
  }

  /**
   * The moves of a card at which somebody points: its own, or those that take it along. In a pile of which only the
   * uppermost card is seen, that card is meant.
   *
   * @param {Where} where
   */
  movesFrom([p, i]) {
    const moves = this.moves.flatMap((move) => (move.from?.[0] === p ? [{ move, first: move.from[1] }] : []));
    const starts = moves.filter(({ move, first }) => first <= i && i < first + taken(move)).map(({ first }) => first);
    if (!starts.length && this.showsOnlyTop(p)) starts.push(this.top(p)[1]);
    const start = Math.max(...starts);
    return moves.filter(({ first }) => first === start).map(({ move }) => move);
  }

  /**
   * Whether of a place only the uppermost card is seen: a stock, a foundation, exiles that lie face down.
   *
   * @param {number} p
   */
  showsOnlyTop(p) {
    return this.table.spots[p].lie !== "fan";
  }

  /** @param {Choice} detail */
  tell(detail) {
    this.cursor.isLed = false;
    this.table.dispatchEvent(new CustomEvent("choose", { detail }));
  }

  /**
   * @param {Move[]} moves
   * @param {Where} [from]
   */
  choose(moves, from) {
    this.ask(moves.length > 1 ? moves : []);
    if (moves.length === 1 && this.pointed) this.played = { time: performance.now(), ...this.pointed };
    this.pointed = null;
    this.tell({ moves: moves.map(({ move }) => move), from });
  }

  /** @param {Where} where */
  tap(where) {
    const { asked } = this;
    const moves = this.movesFrom(where);
    const there = asked.filter(({ to }) => to === where[0]);
    if (there.length === 1) return this.choose(there);
    // The second tap on a card sends it to a foundation, or to no place if it fits none.
    if (moves.includes(asked[0])) {
      return this.choose(asked.filter(({ to }) => to !== null && this.table.spots[to].lie === "top").slice(0, 1));
    }
    if (moves.length) return this.choose(moves, where);
    this.ask([]);
    this.tell({ from: where, to: null });
  }

  // -- pointers -------------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button || !event.isPrimary || this.table.dataset.idle) return;
    const where = this.near(this.at(event.target), event);
    if (!where) return;
    const moves = this.movesFrom(where);
    const [move] = moves;
    const [p, i] = move?.from ?? where;
    const cards = this.table.piles[p]
      .slice(i, i + (move ? taken(move) : 1))
      .map(({ box }) => ({ box, base: box.style.transform, height: box.style.zIndex }));
    const { clientX: x, clientY: y, pointerId: id } = event;
    const below = this.table.piles[p][i - 1]?.box;
    const beneath = below?.classList.contains("overlaid") ? below : null;
    this.drag = { where, cards, beneath, x, y, id, on: false, stuck: !moves.length };
  }

  /**
   * A finger beside a card that can be played means that card, unless it points at another that can: of a covered one
   * little is seen.
   *
   * @param {Where | null} where
   * @param {PointerEvent} event
   */
  near(where, event) {
    if (event.pointerType === "mouse" || (where && this.movesFrom(where).length)) return where;
    const lit = this.moves.flatMap(({ from }) => (from && this.table.plan.spots[from[0]] ? [from] : []));
    const misses = lit.map((from) => ({ from, miss: this.missOf(from, where, event) }));
    const [nearest] = misses.filter(({ miss }) => miss <= 1).sort((a, b) => a.miss - b.miss);
    return nearest?.from ?? where;
  }

  /**
   * How far beside a card a finger points, as a share of how far it may.
   *
   * @param {Where} card
   * @param {Where | null} where the card or the place at which it points
   * @param {PointerEvent} event
   */
  missOf(card, where, event) {
    const { table } = this;
    const [x, y] = this.point(event);
    const [left, top, right, bottom] = table.frameOf(...card);
    const isCovered = card[1] < this.top(card[0])[1];
    const inPile = isCovered && where?.[0] === card[0];
    const share = (/** @type {number} */ beside, /** @type {number} */ size) => {
      const reach = inPile ? FINGER : Math.max(BESIDE, (WIDE - size * table.scale) / 2);
      return (Math.max(0, beside) * table.scale) / reach;
    };
    return Math.max(
      share(Math.max(left - x, x - right), right - left),
      share(Math.max(top - y, y - bottom), bottom - top),
    );
  }

  /**
   * A point of the screen on the table.
   *
   * @param {PointerEvent} event
   * @returns {Point}
   */
  point({ clientX, clientY }) {
    const { left, top } = this.table.getBoundingClientRect();
    const { scale } = this.table;
    return [(clientX - left) / scale, (clientY - top) / scale];
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag, table } = this;
    if (!drag || drag.id !== event.pointerId || !drag.cards.length) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.on) {
      if (Math.hypot(x, y) < DRAG) return;
      drag.on = true;
      table.setPointerCapture(event.pointerId);
      drag.beneath?.classList.remove("overlaid");
      for (const { box, height } of drag.cards) {
        box.classList.add("dragged");
        box.style.zIndex = String(Number(height) + 500);
      }
      for (const { to } of this.movesFrom(drag.where))
        if (to !== null) this.element(this.top(to))?.classList.add("target");
    }
    const share = drag.stuck ? Math.min(1, STUCK / Math.hypot(x, y)) / table.scale : 1 / table.scale;
    for (const { box, base } of drag.cards) box.style.transform = `${base} ${put(x * share, y * share)}`;
  }

  /**
   * The place over which a card is held: one to which it can go, if that is near.
   *
   * @param {PointerEvent} event
   * @param {number[]} dests
   */
  under(event, dests) {
    const [x, y] = this.point(event);
    const { table } = this;
    const far = (/** @type {number} */ p) => {
      const [left, top, right, bottom] = table.areaOf(p);
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    };
    const nearest = (/** @type {number[]} */ places, /** @type {number} */ most) =>
      places.filter((p) => table.plan.spots[p] && far(p) <= most).sort((a, b) => far(a) - far(b))[0] ?? null;
    return nearest(dests, REACH) ?? nearest([...table.piles.keys()], 4);
  }

  /** The card goes back to where it lay. */
  drop() {
    const { drag, table } = this;
    this.drag = null;
    if (!drag?.on) return;
    for (const lit of table.querySelectorAll(".target")) lit.classList.remove("target");
    for (const { box, base, height } of drag.cards) {
      box.classList.remove("dragged");
      box.style.transform = base;
      box.style.zIndex = height;
    }
    drag.beneath?.classList.add("overlaid");
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { where, on, stuck, cards } = this.drag;
    this.drop();
    const { played } = this;
    const { clientX: x, clientY: y } = event;
    // A double tap is one tap: what lies there by now was not meant.
    if (!on && performance.now() - played.time < AGAIN && Math.hypot(x - played.x, y - played.y) < FINGER) return;
    this.pointed = { x, y };
    if (!on) return this.tap(where);
    const moves = this.movesFrom(where);
    const dests = moves.flatMap(({ to }) => (to === null ? [] : [to]));
    const place = this.under(event, dests);
    const to = place === where[0] ? null : place;
    // Who drags a card that can't move asks why, as with a tap.
    if (stuck) {
      this.ask([]);
      for (const { box } of cards) shake(box);
    } else if (to === null) return;
    const meant = moves.filter((move) => move.to === to);
    if (meant.length) return this.choose(meant);
    this.tell({ from: where, to });
  }

  // -- keys -----------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    const where = this.at(target);
    if (key === "Escape" && this.asked.length) this.choose([]);
    else if (!where || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key.toLowerCase() === "n" && this.lit().length) this.cursor.next(event.shiftKey ? -1 : 1);
    else if (event.shiftKey) return;
    else if (this.cursor.count(key)) this.cursor.focus();
    else if (isWay(key)) this.cursor.walk(key);
    else if (key === "Enter" || key === " ") this.press(where);
    else return;
    event.preventDefault();
  }

  /**
   * Enter is a tap, but that it plays what is hinted at once.
   *
   * @param {Where} where
   */
  press(where) {
    const { hinted, table } = this;
    // Whoever presses it again while cards are carried did not mean what they show.
    if (table.dataset.idle || table.timer) return;
    if (hinted?.from && this.element(hinted.from) === this.element(where)) this.choose([hinted]);
    else this.tap(where);
  }
}

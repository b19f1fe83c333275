// <leoni-cards>: cards lie in places, and steps carry them from place to place, back and forth. It knows no rules.
//
//   load(game)         the table as dealt: its `places` with their cards, and its `zones` (plan.js)
//   add(...steps)      what was played: of each its `changes`, whether it is `woven`, and the `zones` from it on
//   truncate(n)        forget the steps after step n
//   show(n, options)   show the table after step n; the cards glide if it is the next step or the one before
//   hold(), go()       stop in the middle of a step, card by card, and go on
//   link(n), turn(by)  go to where n cards of a weave have been carried, or to the next one or the one before, and hold
//                      there
//   targets(moves)     let somebody choose among these moves, where the page has given it a `chooser` (choose.js)
//
// Events: `shown` when cards have come to lie or a step is held (`done`: all of the step lies), `choose` when a move is
// chosen.

import { clearCard, DOWN, HEIGHT, makeCard, paintCard, UNKNOWN, WIDTH } from "./cards.js";
import { draw, make, makeDrawing, put, quiet } from "./dom.js";
import { redeal } from "./motion.js";
import { fanned, LINE, planFor, STEPS } from "./plan.js";
import { Trail } from "./trail.js";

/** @import { Chooser } from "./choose.js" */
/**
 * @import {
 *   Card, Change, Frame, Headline, LaidPlan, Move, Place, PlaceParts, Point, Relay, Shift, Spot, Step,
 *   TableData, TextLine, Zone
 * } from "./types"
 */

/**
 * What stands on a card, and whether it lies face down.
 *
 * @typedef {{ card: number, down: boolean }} Face
 */
/**
 * What lay where before a redeal.
 *
 * @typedef {{ before: { p: number, cards: Card[], faces: Face[] }[], gone: Card[] }} Lay
 */

/** @type {Set<Card>} */
const NONE = new Set();
/** @type {LaidPlan} */
const NO_PLAN = {
  ...{ spots: [], coming: [], size: [0, 0], scale: 1, step: 0, small: false, key: "" },
  ...{ zones: [], dealt: -1, room: [0, 0], left: 0, down: 0, aside: false },
};

/** How far below the upper edge of a card its face begins. */
const FACE_TOP = 25;

/** How close the cards of a pile may come to lie before the table is laid anew: where it leaves room below, and not. */
const LOOSE = 0.85;
const CLOSEST = 0.62;

/** How many times better another shape of the table must be, so that everything moves for it. */
const FAR_BETTER = 1.3;

/** @type {Spot} where what is not drawn lies */
const NOWHERE = { x: 0, y: 0, wide: 0, high: 0, across: false };

export class CardTable extends HTMLElement {
  /** @type {Place[]} what is known of each place: how it is labelled, and how its cards `lie` if it is ever drawn */
  spots = [];
  /** @type {Step[]} the deal is step 0 */
  steps = [];
  /** @type {TextLine[]} the lines of the table as text (text.js) */
  lines = [];
  /** Whether it is not known what will be played. */
  grows = false;
  /** Whether it is known what lies face down. */
  open = false;
  /** The step that is shown. */
  at = 0;
  /** Whether nobody is told what it shows. */
  silent = false;
  /** How many times as fast as otherwise cards are carried. */
  speed = 1;
  /** What goes on carrying cards. */
  timer = 0;
  /** @type {Change[]} what of a step is still to be done, while cards are carried one after the other */
  waiting = [];
  /** @type {Map<Change[], Set<Card>>} the cards that each step carried or turned */
  touches = new Map();
  /** @type {Map<Relay, Lay>} what lay where before a redeal */
  lays = new Map();
  /** @type {Map<Change, number>} what stood on a card before it was named */
  codes = new Map();
  /** @type {LaidPlan} where all places lie */
  plan = NO_PLAN;
  /** @type {Map<string, LaidPlan>} the plans that held in other rooms */
  rooms = new Map();
  /** @type {Point} as many pixels wide and high as the table may be */
  room = [900, 700];
  /** Whether somebody has said how large that is. */
  isFitted = false;
  /** How large a pixel of the table is on the screen. */
  scale = 1;
  /** How far a card on its side reaches beyond its place. */
  over = 0;
  /** @type {(PlaceParts | null)[]} what is drawn of each place */
  places = [];
  /** @type {Card[][]} the cards of each place */
  piles = [];
  /** @type {Card[]} cards that are on the table no more */
  gone = [];
  trail = new Trail(this);
  /** @type {Chooser | null} */
  chooser = null;

  /** @param {TableData} table */
  load({ places, zones, grows = false, open, lines, caption, deal, rows }) {
    clearTimeout(this.timer);
    // Cards are made once and taken again: a browser needs a tenth of a second and more for what is drawn on a hundred.
    const loose = [...this.piles.flat(), ...this.gone];
    Object.assign(this, { spots: places, lines, grows, open });
    this.steps = [{ caption, deal, rows, zones, changes: [] }];
    this.at = 0;
    this.silent = false;
    this.speed = 1;
    this.timer = 0;
    this.waiting = [];
    this.touches = new Map();
    this.lays = new Map();
    this.codes = new Map();
    this.plan = NO_PLAN;
    this.rooms = new Map();
    this.over = places.some(({ longways }) => longways) ? (HEIGHT - WIDTH) / 2 : 0;
    for (const parts of this.places) for (const part of Object.values(parts ?? {})) part.remove();
    this.places = places.map((place) => this.makePlace(place));
    this.piles = places.map(({ cards }) => cards.map((code) => takeOrMake(loose, code)));
    for (const { box } of loose) box.remove();
    this.gone = [];
    this.trail.clear();
    this.still(() => {
      this.refit(true);
      // They come to the page where they lie, so that it finds out once how they look.
      // Of two that touch, the later one takes a tap on their border: they lie in the order of their places.
      const boxes = this.piles.flat().map(({ box }) => box);
      const lying = this.querySelectorAll(":scope > .card");
      if (boxes.some((box, i) => box !== lying[i])) this.append(...boxes);
      this.append(this.trail.svg);
    });
  }

  /** What is drawn of it now, as another element. */
  copy() {
    return /** @type {CardTable} */ (this.cloneNode(true));
  }

  /** @param {Step[]} steps */
  add(...steps) {
    this.steps.push(...steps);
  }

  /** @param {number} n */
  truncate(n) {
    if (this.at > n) this.show(n, { gliding: false });
    this.steps.length = Math.min(this.steps.length, n + 1);
  }

  get last() {
    return this.steps.length - 1;
  }

  /**
   * What holds of the table that is shown, since the last step that says it.
   *
   * @template {keyof Headline} Name
   * @param {Name} name
   * @returns {Headline[Name]}
   */
  seen(name) {
    return this.steps.slice(0, this.at + 1).findLast((step) => step[name] !== undefined)?.[name];
  }

  /** The zones of the table that is shown. */
  get zones() {
    return this.seen("zones") ?? NO_PLAN.zones;
  }

  /** @param {Move[]} moves */
  targets(moves) {
    this.chooser?.set(moves);
  }

  // -- places ---------------------------------------------------------------------------------------------------------

  /**
   * What is drawn of a place besides its cards: its outline, what stands over it and beside it, the number of a stock.
   *
   * @param {Place} place
   */
  makePlace({ label = "", side, lie, free }) {
    if (!lie) return null;
    const parts = {
      outline: make("div", { class: "place" }),
      over: make("div", { class: side === undefined ? "label" : "label edge" }, label),
      side: make("div", { class: "label row edge" }, side),
      count: make("div", { class: lie === "squared" ? "count" : "" }),
    };
    parts.over.classList.toggle("long", label.length > 6);
    parts.over.classList.toggle("free", Boolean(free));
    const foundation = /^([CDHS])([v^])$/.exec(label);
    if (foundation) {
      const sign = makeDrawing("svg", { viewBox: "0 0 30 16" });
      draw(sign, "use", { href: `#lr-${foundation[1]}`, width: 15, height: 15 });
      draw(sign, "path", { d: foundation[2] === "^" ? "M18 13h11L23.5 3z" : "M18 3h11L23.5 13z" });
      parts.over.replaceChildren(sign);
    }
    this.append(...Object.values(parts));
    return parts;
  }

  // -- changes --------------------------------------------------------------------------------------------------------

  /** The cards that a step carried or turned. */
  touched(n = this.at) {
    return this.touches.get(this.steps[n].changes) ?? NONE;
  }

  /**
   * Make one change of the step that is shown. The cards that it has touched so far are marked, the last one at the
   * end.
   *
   * @param {Change} change
   */
  make(change) {
    if (change.lay) return this.relay(change);
    const [source, index] = change.from ?? change.at;
    const card = this.piles[source][index];
    if (change.card !== undefined) {
      this.codes.set(change, card.card);
      return paintCard(card, change.card & ~DOWN);
    }
    const marked = this.touched();
    marked.delete(card);
    marked.add(card);
    if (change.at) card.down = false;
    else this.carryCard(change);
  }

  /** @param {Shift} shift */
  carryCard(shift) {
    const { from, to } = shift;
    this.trail.follow(shift);
    this.piles[to[0]].splice(to[1], 0, ...this.piles[from[0]].splice(from[1], 1));
  }

  /**
   * A redeal, or cards put right by hand: every card finds its new place; of two that are equal either will do. Where
   * it is not known any more which card comes to lie where, any that is left will do. By hand cards can leave the
   * table, and come to it.
   *
   * @param {Relay} change
   */
  relay(change) {
    const { piles } = this;
    const codesOf = new Map(Object.entries(change.lay).map(([p, codes]) => [Number(p), codes]));
    this.touched().clear();
    const loose = [...[...codesOf.keys()].flatMap((p) => piles[p]), ...this.gone];
    for (let missing = [...codesOf.values()].flat().length - loose.length; missing > 0; missing--) {
      const card = makeCard(UNKNOWN);
      this.append(card.box);
      this.gone.push(card);
      loose.push(card);
    }
    const before = [...codesOf.keys()].map((p) => ({ p, cards: piles[p], faces: piles[p].map(faceOf) }));
    this.lays.set(change, { before, gone: this.gone });
    /** @type {Map<number, (Card | undefined)[]>} */
    const cardsOf = new Map();
    for (const [p, codes] of codesOf)
      cardsOf.set(
        p,
        codes.map((code) => takeCard(loose, code)),
      );
    for (const [p, cards] of cardsOf) {
      piles[p] = cards.map((card) => card ?? /** @type {Card} */ (loose.shift()));
      piles[p].forEach((card, i) => {
        const code = codesOf.get(p)?.[i] ?? card.card;
        turnCard(card, { card: code & ~DOWN, down: code >= DOWN });
      });
    }
    this.leave(loose);
  }

  /**
   * These cards are on the table no more.
   *
   * @param {Card[]} cards
   */
  leave(cards) {
    this.gone = cards;
    for (const card of cards) card.box.style.visibility = "hidden";
  }

  /** @param {Change} change */
  undo(change) {
    const { piles } = this;
    if (change.lay) return this.undoRelay(change);
    if (change.from) {
      const { from, to } = change;
      piles[from[0]].splice(from[1], 0, ...piles[to[0]].splice(to[1], 1));
      return;
    }
    const card = piles[change.at[0]][change.at[1]];
    if (change.card === undefined) card.down = true;
    else paintCard(card, this.codes.get(change) ?? UNKNOWN);
  }

  /** @param {Relay} change */
  undoRelay(change) {
    const { before, gone } = this.lays.get(change) ?? { before: [], gone: [] };
    this.leave(gone);
    for (const { p, cards, faces } of before) {
      this.piles[p] = cards;
      for (const [i, card] of cards.entries()) turnCard(card, faces[i]);
    }
  }

  // -- where it lies --------------------------------------------------------------------------------------------------

  /**
   * Take the room that there is.
   *
   * @param {number} width how many pixels wide
   * @param {number} height how many pixels high
   */
  fit(width, height) {
    if (this.room.join() === [width, height].join()) return;
    if (this.plan !== NO_PLAN) this.rooms.set(String(this.room), this.plan);
    const [, oldHeight] = this.room;
    this.room = [width, height];
    // Whoever turns the phone back finds the table as it lay.
    const known = this.rooms.get(String(this.room)) ?? null;
    // Where something opens beside the table, its cards stay where they are as far as they can.
    const aside = !known && this.isFitted && oldHeight === height;
    this.isFitted = true;
    if (!this.steps.length) return;
    this.still(() => this.refit(true, known, aside));
  }

  /**
   * For how many cards each place gets room: of a game that is known, for the most that it has until the table is dealt
   * again; of one that is played, for some more than it has.
   */
  needed() {
    const counts = this.piles.map((pile) => pile.length);
    const most = this.grows ? counts : this.mostCards(counts);
    const singles = new Set(this.zones.filter(({ kind }) => kind === "single").map(({ places: [p] }) => p));
    return this.spots.map(({ lie }, p) => {
      if (lie === "top" || lie === "squared") return 1;
      return Math.max(1, this.grows ? roomFor(counts[p], singles.has(p)) : most[p]);
    });
  }

  /**
   * The most cards that each place has between two deals.
   *
   * @param {number[]} counts how many each has now
   */
  mostCards(counts) {
    const most = [...counts];
    const end = this.steps.findIndex((step, n) => n > this.at && step.changes.some(({ lay }) => lay));
    const past = this.steps.slice(this.dealt + 1, this.at + 1).flatMap(({ changes }) => changes);
    const future = this.steps.slice(this.at + 1, end < 0 ? undefined : end).flatMap(({ changes }) => changes);
    const undone = past
      .toReversed()
      .filter(isShift)
      .map(({ from, to }) => ({ from: to, to: from }));
    for (const shifts of [undone, future.filter(isShift)]) {
      const now = [...counts];
      for (const { from, to } of shifts) {
        now[from[0]]--;
        most[to[0]] = Math.max(most[to[0]], ++now[to[0]]);
      }
    }
    return most;
  }

  /** The step that dealt the table which is shown. */
  get dealt() {
    return Math.max(
      0,
      this.steps.findLastIndex((step, n) => n <= this.at && step.changes.some(({ lay }) => lay)),
    );
  }

  /**
   * Whether every card has room in a plan.
   *
   * @param {LaidPlan} plan
   */
  fits(plan) {
    const free = plan.room[1] - plan.size[1] * plan.scale;
    const least = free > STEPS[0] * plan.scale ? LOOSE * Math.min(plan.step, 20) : CLOSEST * 20;
    return this.piles.every((pile, p) => {
      const spot = plan.spots[p];
      const { lie } = this.spots[p];
      const n = Math.min(pile.length, 16) - 1;
      if (!lie || lie === "top" || lie === "squared" || n < 1) return true;
      if (!spot) return false;
      if (!spot.across) return least * n <= spot.high;
      return 24 * (fanned(pile.length, spot.wide).lines - 1) <= spot.high;
    });
  }

  /**
   * Lay the table by the plan under which its cards are largest. A plan holds until the table is dealt again, a row is
   * added, or a pile has outgrown it. Where the room is the same, the table keeps its shape for the whole game, also
   * when it is dealt again, unless another is far better.
   *
   * @param {boolean} anew whether the room is another
   * @param {LaidPlan | null} known a plan that held in this room
   * @param {boolean} aside whether something has opened or closed beside the table
   */
  refit(anew = false, known = null, aside = false) {
    const old = known ?? this.plan;
    const { dealt, zones, room } = this;
    const holds = old.zones === zones && old.dealt === dealt && this.fits(old);
    if (holds && !anew) return;
    const isKnown = holds && known !== null;
    const stays = holds && aside && old.size[0] * old.scale <= room[0] && room[0] < old.room[0];
    this.plan = { ...old, room };
    if (!isKnown && !stays) {
      const before = anew && !aside ? null : old;
      const plan = planFor(this, zones, this.needed(), room, before, FAR_BETTER, anew ? 0 : old.down);
      this.plan = { ...old, ...plan, room, zones, dealt };
    }
    if (!isKnown) this.anchor(old, aside, anew && !known && !aside);
    this.scale = this.plan.scale;
    this.style.width = `${this.plan.size[0]}px`;
    this.style.height = `${this.plan.size[1]}px`;
    this.style.transform = `${put(this.plan.left, this.plan.down)} scale(${this.scale})`;
    this.dataset.plan = `${this.plan.key} ${this.plan.step}`;
    this.classList.toggle("small", this.plan.small);
    this.layPlaces();
    this.lay(this.touched());
    if (!this.waiting.length) this.trail.draw(this.woven);
  }

  /**
   * How large the table would be laid out in a room of its own, in its own pixels.
   *
   * @param {number} width how many pixels wide the room is
   * @param {number} height how many pixels high
   */
  sizeIn(width, height) {
    return planFor(this, this.zones, this.needed(), [width, height], null, 1, 0).size;
  }

  /**
   * Where in its room the table lies: in the middle, near the upper edge, so that a table that grows stays under the
   * finger; one that is dealt again, or beside which something has opened, where it lay.
   *
   * @param {LaidPlan} old
   * @param {boolean} aside whether something has opened or closed beside the table
   * @param {boolean} isNew whether the room is another, and was not known
   */
  anchor(old, aside, isNew) {
    const { plan } = this;
    const hasLain = old !== NO_PLAN;
    const free = plan.room[0] - plan.size[0] * plan.scale;
    const rest = plan.room[1] - plan.size[1] * plan.scale;
    plan.aside = hasLain && (aside || (!isNew && old.aside));
    plan.left = plan.aside ? Math.max(0, Math.min(old.left, free)) : free / 2;
    plan.down = Math.min(hasLain && !isNew ? old.down : Math.min(rest / 2, 0.1 * plan.room[1]), rest);
  }

  get woven() {
    return Boolean(this.steps[this.at].woven);
  }

  /**
   * Where a place lies.
   *
   * @param {number} p
   */
  spotOf(p) {
    return this.plan.spots[p] ?? NOWHERE;
  }

  /**
   * How far the cards of a place lie apart: to the right, downward, and after how many a fan goes on below.
   *
   * @param {number} p
   * @param {number} i the index of one of them
   */
  stepsOf(p, i = 0) {
    const { across, wide, high } = this.spotOf(p);
    const { lie } = this.spots[p];
    const cards = Math.max(this.piles[p].length, i + 1);
    const least = Math.max(1, cards - 1);
    if (lie === "top") return [0, 0, Infinity];
    if (lie === "squared") return [Math.min(0.1, (this.plan.small ? 2.5 : 9) / least), 0, Infinity];
    if (!across) return [0, Math.min(Math.max(STEPS[0], this.plan.step), high / least), Infinity];
    const { lines, line, step } = fanned(cards, wide);
    return [step, lines > 1 ? Math.min(LINE, high / (lines - 1)) : 0, line];
  }

  /**
   * The corner of the i-th card of a place; a long fan goes on below.
   *
   * @param {number} p
   * @param {number} i
   * @returns {Point}
   */
  cornerOf(p, i) {
    const { x, y } = this.spotOf(p);
    const [dx, dy, line] = this.stepsOf(p, i);
    return dx ? [x + dx * (i % line), y + dy * Math.floor(i / line)] : [x, y + dy * i];
  }

  /**
   * The upper left and the lower right corner of all that lies in a place.
   *
   * @param {number} p
   */
  areaOf(p) {
    const { x, y } = this.spotOf(p);
    const beyond = Math.max(0, this.piles[p].length - 1);
    const [, , line] = this.stepsOf(p);
    const corners = [beyond, Math.min(beyond, line - 1)].map((i) => this.cornerOf(p, i));
    return [x, y, WIDTH + Math.max(...corners.map((corner) => corner[0])), HEIGHT + corners[0][1]];
  }

  /**
   * How much of a card the cards on it hide: at its right edge, and at its foot.
   *
   * @param {number} p
   * @param {number} i
   */
  hiddenOf(p, i) {
    const [dx, dy, line] = this.stepsOf(p);
    const { length } = this.piles[p];
    const isCovered = i < length - 1;
    const beside = dx >= 1 && isCovered && (i + 1) % line > 0;
    const below = dx < 1 ? isCovered : i + line < length;
    return { right: beside ? WIDTH - dx : 0, foot: dy && below ? HEIGHT - dy : this.lappedOf(p) };
  }

  /**
   * How much of what lies in a place of a grid the card below it hides.
   *
   * @param {number} p
   */
  lappedOf(p) {
    const { lap } = this.spotOf(p);
    return lap?.next !== undefined && this.piles[lap.next].length ? lap.hides : 0;
  }

  /**
   * What is seen of a card, or of its place if that is empty.
   *
   * @param {number} p
   * @param {number} i
   * @returns {Frame}
   */
  frameOf(p, i) {
    const [x, y] = this.cornerOf(p, i);
    const { right, foot } = this.hiddenOf(p, i);
    const turned = this.spots[p].longways ? (HEIGHT - WIDTH) / 2 : 0;
    return [x - turned, y + turned, x + WIDTH + turned - right, y + HEIGHT - turned - foot];
  }

  /**
   * Every card to where it lies.
   *
   * @param {Set<Card>} marked those that the step touched
   * @param {Set<Card>} carried those that are being carried: they lie above all
   */
  lay(marked, carried = NONE) {
    // A row that is dealt is marked more quietly than a card that is moved.
    this.classList.toggle("quiet", marked.size > 4 && !this.woven);
    this.piles.forEach((pile, p) => {
      const { label, lie } = this.spots[p];
      const parts = this.places[p];
      if (lie === "hidden" && parts) parts.over.textContent = `${label} (${pile.length})`;
      if (lie === "squared" && parts) {
        parts.count.textContent = pile.length ? String(pile.length) : "";
        // It lies in the middle of the uppermost card.
        const [x, y] = this.cornerOf(p, Math.max(0, pile.length - 1));
        parts.count.style.transform = put(x + 10, y + 29);
      }
      for (const [i, { box }] of pile.entries()) {
        const isBuried = i < pile.length - 2 && this.isBuried(p, i, carried.size > 0);
        box.style.visibility = this.plan.spots[p] && !isBuried ? "visible" : "hidden";
        if (this.plan.spots[p]) this.layCard(p, i, marked, carried);
      }
    });
  }

  /**
   * Whether nothing is seen of a card with two others on it: under the uppermost cards of a foundation nothing can be,
   * and of a stock a few edges are enough.
   *
   * @param {number} p
   * @param {number} i
   * @param {boolean} carries whether cards are being carried
   */
  isBuried(p, i, carries) {
    const { lie } = this.spots[p];
    return (lie === "top" && !carries) || (lie === "squared" && i % 12 > 0);
  }

  /**
   * One card to where it lies.
   *
   * @param {number} p
   * @param {number} i
   * @param {Set<Card>} marked
   * @param {Set<Card>} carried
   */
  layCard(p, i, marked, carried) {
    const { lie, longways } = this.spots[p];
    const pile = this.piles[p];
    const card = pile[i];
    const { style, classList } = card.box;
    const [dx, dy] = this.stepsOf(p);
    const isCovered = i < pile.length - 1;
    const { right, foot } = this.hiddenOf(p, i);
    // A frame goes round what is seen of a card, half under the next one: a Q keeps its tail.
    style.setProperty("--right", `${right}px`);
    style.setProperty("--foot", `${foot}px`);
    style.transform = put(...this.cornerOf(p, i));
    style.zIndex = String(i + (this.spotOf(p).lap?.height ?? 0) + (carried.has(card) ? 300 : 1));
    const isDown = card.down || lie === "squared";
    const isShownFaceDown = lie === "hidden" || (card.down && this.open && card.card !== UNKNOWN);
    classList.toggle("down", isDown && !isShownFaceDown);
    classList.toggle("known", isShownFaceDown);
    classList.toggle("moved", marked.has(card));
    classList.toggle("carried", carried.has(card));
    // Where only the index of a card is seen, its face is not drawn; it stays as long as cards are on their way, over
    // it or as that card.
    const isFaceHidden = isCovered && !carried.has(card) && (dx > 0 || (dy > 0 && dy <= FACE_TOP));
    if (!isFaceHidden) classList.remove("overlaid");
    else if (!carried.size && !this.classList.contains("dealing")) classList.add("overlaid");
    // Rank and suit stand one below the other where only the left edge is seen.
    classList.toggle("across", dx > 0 && isCovered);
    classList.toggle("longways", Boolean(longways));
    // Where cards of a pile lie close, what stands on them is smaller.
    const close = !dx && dy > 0 && isCovered;
    classList.toggle("tight", close && dy < 24);
    classList.toggle("tighter", close && dy < 19);
  }

  /** Outlines and labels to where they are in the plan, and the room of rows that will be dealt. */
  layPlaces() {
    for (const old of this.querySelectorAll(".coming")) old.remove();
    for (const { x, y, wide } of this.plan.coming) {
      const strip = make("div", { class: "coming" });
      strip.style.transform = put(x, y);
      strip.style.width = `${wide}px`;
      this.prepend(strip);
    }
    this.places.forEach((parts, p) => {
      if (!parts) return;
      const spot = this.plan.spots[p];
      for (const part of Object.values(parts)) part.hidden = !spot;
      if (!spot) return;
      const { x, y, across, lap } = spot;
      parts.outline.style.transform = put(x, y);
      parts.outline.style.height = lap ? `${HEIGHT - lap.hides}px` : "";
      parts.outline.classList.toggle("longways", Boolean(this.spots[p].longways));
      parts.over.style.transform = put(x, y - 18);
      parts.over.classList.toggle("wide", Boolean(across));
      parts.side.style.transform = put(x - this.over - WIDTH - 4, y + HEIGHT / 2 - 9);
    });
  }

  /**
   * A frame around the whole of some places.
   *
   * @param {number[]} numbers
   * @param {boolean} lit
   */
  lightUp(numbers, lit) {
    for (const p of numbers) {
      const outline = this.places[p]?.outline;
      if (!outline || !this.plan.spots[p]) continue;
      const [x, y, right, bottom] = this.areaOf(p);
      outline.classList.toggle("lit", lit);
      outline.style.width = lit ? `${right - x}px` : "";
      outline.style.height = lit ? `${bottom - y}px` : "";
    }
  }

  /**
   * Do something without cards gliding.
   *
   * @param {() => void} act
   */
  still(act) {
    if (quiet.matches) return act();
    this.classList.add("still");
    act();
    void this.offsetWidth;
    this.classList.remove("still");
  }

  // -- from step to step ----------------------------------------------------------------------------------------------

  /**
   * Show the table after a step.
   *
   * @param {number} to
   */
  show(to, { gliding = true } = {}) {
    if (this.timer || this.waiting.length) this.settle();
    const there = Math.max(0, Math.min(this.last, to));
    if (!gliding || quiet.matches || Math.abs(there - this.at) !== 1) this.still(() => this.jump(there));
    else if (there > this.at) this.forward();
    else this.backward();
  }

  /**
   * How long each card of a step takes. A weave is to be followed with the eye; a row that is dealt need not be.
   *
   * @param {number} changes how many there are
   */
  pace(changes) {
    return Math.max(70, Math.min(380, 2400 / changes)) / Math.max(1, this.speed);
  }

  /** @param {boolean} done whether all of the step lies */
  tell(done) {
    if (this.silent) return;
    this.dispatchEvent(new CustomEvent("shown", { detail: { at: this.at, done } }));
  }

  /** The next step becomes the one that is shown; its changes are still to be made. */
  begin() {
    this.trail.clear();
    const { changes } = this.steps[++this.at];
    this.touches.set(changes, new Set());
    return [...changes];
  }

  /** Do at once what is still waiting. */
  settle() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.classList.remove("dealing", "gathering");
    for (const change of this.waiting.splice(0)) this.make(change);
    this.refit();
    this.lay(this.touched());
    this.trail.draw(this.woven);
    this.tell(true);
  }

  /**
   * Carry one card after the other.
   *
   * @param {number} time how long each takes
   */
  carry(time) {
    for (const change of this.waiting.splice(0, 1)) this.make(change);
    const carried = this.touched();
    this.lay(carried, new Set([...carried].slice(-1)));
    if (this.woven) this.trail.draw(true);
    this.timer = setTimeout(() => (this.waiting.length ? this.carry(time) : this.settle()), time);
    this.tell(false);
  }

  forward() {
    const changes = this.begin();
    // Cards that are named are named at once.
    const first = changes.find(({ card }) => card === undefined);
    const named = first ? changes.indexOf(first) : changes.length;
    this.waiting = changes.slice(named);
    for (const change of changes.slice(0, named)) this.make(change);
    if (!first) return this.settle();
    if (first.lay) return redeal(this, first);
    this.refit();
    this.go();
  }

  /** Stop before the next card of a step that is under way; whether there is one. */
  hold() {
    if (!this.timer || !this.waiting.length || this.waiting[0].lay) return false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.tell(false);
    return true;
  }

  get held() {
    return !this.timer && this.waiting.length > 0;
  }

  /** Go on with a step that is held; whether there is one. */
  go() {
    if (this.timer || !this.waiting.length) return false;
    const time = this.pace(this.steps[this.at].changes.length);
    this.style.setProperty("--time", `${Math.min(time, 300)}ms`);
    this.carry(time);
    return true;
  }

  /** How many cards of the step have been carried. */
  get carried() {
    return this.steps[this.at].changes.length - this.waiting.length;
  }

  /**
   * Carry so many cards of a weave, of those that it carries; whether it is one.
   *
   * @param {number} n
   */
  link(n) {
    const { changes } = this.steps[this.at];
    if (!this.woven || n < 1 || n > changes.length) return false;
    clearTimeout(this.timer);
    this.timer = 0;
    for (const change of changes.slice(0, this.carried).reverse()) this.undo(change);
    this.trail.clear();
    this.touches.set(changes, new Set());
    this.waiting = changes.slice(n);
    for (const change of changes.slice(0, n)) this.make(change);
    if (n === changes.length) this.settle();
    else {
      this.lay(this.touched());
      this.trail.draw(true);
      this.tell(false);
    }
    return true;
  }

  /**
   * The next card of a weave is carried, or the last one put back; whether there is one.
   *
   * @param {number} by 1 or -1
   */
  turn(by) {
    if (by < 0 || quiet.matches) return this.link(this.carried + by);
    this.hold();
    if (!this.go()) return false;
    this.hold();
    return true;
  }

  backward() {
    const from = this.touched();
    this.trail.clear();
    for (const change of this.steps[this.at--].changes.toReversed()) this.undo(change);
    this.style.setProperty("--time", "250ms");
    this.retrace();
    this.refit();
    this.lay(this.touched(), from);
    this.timer = setTimeout(() => this.settle(), 260);
  }

  /** The links of the step that is shown again, which nothing has carried just now: made anew. */
  retrace() {
    const { changes } = this.steps[this.at];
    for (const change of changes.toReversed()) this.undo(change);
    this.touches.set(changes, new Set());
    for (const change of changes) this.make(change);
  }

  /** @param {number} there */
  jump(there) {
    this.trail.clear();
    for (; this.at > there; this.at--) for (const change of this.steps[this.at].changes.toReversed()) this.undo(change);
    while (this.at < there) for (const change of this.begin()) this.make(change);
    if (!this.trail.links.length) this.retrace();
    this.settle();
  }
}

/**
 * For how many cards a place gets room that has so many, in a game that is played.
 *
 * @param {number} count
 * @param {boolean} single whether it is laid out by itself
 */
function roomFor(count, single) {
  if (!single) return Math.max(count, 3);
  return count < 2 ? 1 : 4 * Math.ceil((count + 1) / 4);
}

/** @param {Change} change */
const isShift = (change) => change.to !== undefined;

/**
 * @param {Card} card
 * @returns {Face}
 */
const faceOf = ({ card, down }) => ({ card, down });

/**
 * @param {Card} card
 * @param {Face} face
 */
function turnCard(card, face) {
  if (card.card !== face.card) paintCard(card, face.card);
  card.down = face.down;
}

/**
 * Take a card with this on it out of loose ones, if there is one.
 *
 * @param {Card[]} loose
 * @param {number} code
 */
function takeCard(loose, code) {
  const index = loose.findIndex(({ card }) => card === (code & ~DOWN));
  return index < 0 ? undefined : loose.splice(index, 1)[0];
}

/**
 * A card of the last table, if one is left, or a new one.
 *
 * @param {Card[]} loose those that are left: the card is taken out
 * @param {number} code what stands on it, and whether it lies face down
 */
function takeOrMake(loose, code) {
  const left = takeCard(loose, code);
  return left ? clearCard(left, code >= DOWN) : makeCard(code);
}

customElements.define("leoni-cards", CardTable);

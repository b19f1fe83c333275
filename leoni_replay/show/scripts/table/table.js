// <leoni-cards>: cards lie in places, and steps carry them from place to place, back and forth. It knows no rules.
//
//   load(game)         the table as dealt: its `places` with their cards, and its `zones` (plan.js)
//   add(...steps)      what was played: of each its `changes`, whether it is `woven`, and the `zones` from it on, if new
//   truncate(n)        forget the steps after step n
//   show(n, options)   show the table after step n; the cards glide if it is the next step or the one before
//   hold(), go()       stop in the middle of a step, card by card, and go on
//   link(n), turn(by)  go to where n cards of a weave have been carried, or to the next one or the one before (by: 1, -1),
//                      and hold there
//   targets(moves)     let somebody choose among these moves, where the page has given it a `chooser` (choose.js)
//
// Events: `shown` when cards have come to lie or a step is held (`done`: all of the step lies), `choose` when a move is
// chosen.

import { DOWN, HEIGHT, makeCard, paintCard, UNKNOWN, WIDTH } from "./cards.js";
import { draw, make, put, quiet, SVG } from "./dom.js";
import { redeal } from "./motion.js";
import { fanned, LINE, planFor, STEPS } from "./plan.js";
import { Trail } from "./trail.js";

const NONE = new Set();

class CardTable extends HTMLElement {
  load({ places, zones, grows, open, lines, ...seen }) {
    clearTimeout(this.timer);
    this.replaceChildren();
    this.spots = places; // what is known of each place: how it is labelled, and how its cards `lie` if it is ever drawn
    this.steps = [{ ...seen, changes: [], zones }]; // the deal is step 0
    this.grows = grows; // whether it is not known what will be played
    this.lines = lines; // the lines of the table as text (text.js)
    this.open = open; // whether it is known what lies face down
    this.at = 0;
    this.silent = false; // whether nobody is told what it shows
    this.speed = 1;
    this.timer = 0;
    this.waiting = []; // what of a step is still to be done, while cards are carried one after the other
    this.touches = new Map(); // the cards that each step carried or turned
    this.earlier = new Map(); // what lay where before a redeal, and what stood on a card before it was named
    this.plan = null;
    this.rooms = new Map(); // the plans that held in other rooms
    // How far a card on its side reaches beyond its place.
    this.over = places.some(({ longways }) => longways) ? (HEIGHT - WIDTH) / 2 : 0;
    this.places = places.map((spot) => this.makePlace(spot));
    this.piles = places.map(({ cards }) => cards.map(makeCard));
    this.gone = []; // cards that are on the table no more
    for (const pile of this.piles) this.append(...pile.map((card) => card.box));
    this.trail = new Trail(this);
    this.still(() => this.refit(true));
  }

  add(...steps) {
    this.steps.push(...steps);
  }

  truncate(n) {
    if (this.at > n) this.show(n, { gliding: false });
    this.steps.length = Math.min(this.steps.length, n + 1);
  }

  get last() {
    return this.steps.length - 1;
  }

  // What holds of the table that is shown, since the last step that says it.
  seen(what) {
    return this.steps.slice(0, this.at + 1).findLast((step) => step[what] !== undefined)?.[what];
  }

  targets(moves) {
    this.chooser?.set(moves);
  }

  // -- places ---------------------------------------------------------------------------------------------------------

  // What is drawn of a place besides its cards: its outline, what stands over it and beside it, the number of a stock.
  makePlace(spot) {
    const { label, side, lie, free } = spot;
    if (!lie) return null;
    const drawn = {
      outline: make("div", { class: "place" }),
      over: make("div", { class: side === undefined ? "label" : "label edge" }, label),
      side: make("div", { class: "label row edge" }, side),
      count: make("div", { class: lie === "squared" ? "count" : "" }),
    };
    drawn.over.classList.toggle("long", label.length > 6);
    drawn.over.classList.toggle("free", Boolean(free));
    const foundation = /^([CDHS])([v^])$/.exec(label);
    if (foundation) {
      const sign = make("svg", { viewBox: "0 0 30 16" }, undefined, SVG);
      draw(sign, "use", { href: `#lr-${foundation[1]}`, width: 15, height: 15 });
      draw(sign, "path", { d: foundation[2] === "^" ? "M18 13h11L23.5 3z" : "M18 3h11L23.5 13z" });
      drawn.over.replaceChildren(sign);
    }
    this.append(...Object.values(drawn));
    return drawn;
  }

  // -- changes --------------------------------------------------------------------------------------------------------

  touched(n = this.at) {
    return this.touches.get(this.steps[n].changes) ?? NONE;
  }

  // Make one change of the step that is shown. The cards that it has touched so far are marked, the last one at the end.
  make(change) {
    const marked = this.touches.get(this.steps[this.at].changes);
    if (change.lay) return this.relay(change, marked);
    const { piles } = this;
    const { at, to } = change;
    const [source, from] = change.from ?? at;
    const card = piles[source][from];
    if (change.card !== undefined) {
      this.earlier.set(change, card.card);
      return paintCard(card, change.card & ~DOWN);
    }
    marked.delete(card);
    marked.add(card);
    if (at) {
      card.down = false;
    } else {
      this.trail.follow(change);
      piles[source].splice(from, 1);
      piles[to[0]].splice(to[1], 0, card);
    }
  }

  // A redeal, or cards put right by hand: every card finds its new place; of two that are equal either will do. Where it is
  // not known any more which card comes to lie where, any that is left will do. By hand cards can leave the table, and
  // come to it.
  relay(change, marked) {
    const { piles } = this;
    const after = change.lay;
    marked.clear();
    const loose = [...Object.keys(after).flatMap((p) => piles[p]), ...this.gone];
    for (let missing = Object.values(after).flat().length - loose.length; missing > 0; missing--) {
      const card = makeCard(UNKNOWN);
      this.append(card.box);
      this.gone.push(card);
      loose.push(card);
    }
    const before = Object.keys(after).map((p) => [p, piles[p], piles[p].map((card) => [card.card, card.down])]);
    this.earlier.set(change, [before, this.gone]);
    // An index of -1 is made one that is behind all: then there is none to take.
    const take = (code) => loose.splice(loose.findIndex((other) => other.card === (code & ~DOWN)) >>> 0, 1)[0];
    for (const p in after) piles[p] = after[p].map(take);
    for (const p in after) {
      after[p].forEach((code, i) => {
        const card = (piles[p][i] ??= loose.shift());
        if (card.card !== (code & ~DOWN)) paintCard(card, code & ~DOWN);
        card.down = code >= DOWN;
      });
    }
    this.leave(loose);
  }

  // These cards are on the table no more.
  leave(cards) {
    this.gone = cards;
    for (const card of cards) card.box.style.visibility = "hidden";
  }

  undo(change) {
    const { at, from, to, card } = change;
    const { piles } = this;
    if (change.lay) {
      const [before, gone] = this.earlier.get(change);
      this.leave(gone);
      for (const [p, cards, codes] of before) {
        piles[p] = cards;
        cards.forEach((card, i) => {
          if (card.card !== codes[i][0]) paintCard(card, codes[i][0]);
          card.down = codes[i][1];
        });
      }
    } else if (card !== undefined) {
      paintCard(piles[at[0]][at[1]], this.earlier.get(change));
    } else if (at) {
      piles[at[0]][at[1]].down = true;
    } else {
      piles[from[0]].splice(from[1], 0, ...piles[to[0]].splice(to[1], 1));
    }
  }

  // -- where it lies --------------------------------------------------------------------------------------------------

  // Take the room that there is: as many pixels wide, and as high.
  fit(width, height) {
    if (this.room?.join() === [width, height].join()) return;
    if (this.plan) this.rooms.set(String(this.room), this.plan);
    const old = this.room;
    this.room = [width, height];
    // Whoever turns the phone back finds the table as it lay.
    const known = this.rooms.get(String(this.room));
    // Where something opens beside the table, its cards stay where they are as far as they can.
    const aside = !known && old?.[1] === height;
    this.still(() => this.refit(true, known, aside));
  }

  // For how many cards each place gets room: of a game that is known, for the most that it has until the table is dealt
  // again; of one that is played, for some more than it has.
  needed() {
    const most = this.piles.map((pile) => pile.length);
    const now = [...most];
    const grown = (count, single) => (single ? (count < 2 ? 1 : 4 * Math.ceil((count + 1) / 4)) : Math.max(count, 3));
    const alone = new Set(
      this.seen("zones")
        .filter(({ kind }) => kind === "single")
        .map(({ places: [p] }) => p),
    );
    const follow = (changes, back) => {
      for (const { from, to } of changes) {
        if (!to) continue;
        const [less, more] = back ? [to, from] : [from, to];
        now[less[0]]--;
        most[more[0]] = Math.max(most[more[0]], ++now[more[0]]);
      }
    };
    if (!this.grows) {
      const here = [...now];
      const begin = this.dealt;
      const end = this.steps.findIndex((step, n) => n > this.at && step.changes.some(({ lay }) => lay));
      for (let n = this.at; n > begin; n--) follow(this.steps[n].changes.toReversed(), true);
      now.splice(0, now.length, ...here);
      for (const { changes } of this.steps.slice(this.at + 1, end < 0 ? undefined : end)) follow(changes, false);
    }
    return this.spots.map(({ lie }, p) =>
      /top|squared/.test(lie) ? 1 : Math.max(1, this.grows ? grown(most[p], alone.has(p)) : most[p]),
    );
  }

  // The step that dealt the table which is shown.
  get dealt() {
    return Math.max(
      0,
      this.steps.findLastIndex((step, n) => n <= this.at && step.changes.some(({ lay }) => lay)),
    );
  }

  // Whether every card has room in the plan that holds.
  get fits() {
    return this.piles.every((pile, p) => {
      const spot = this.plan.spots[p];
      const { lie } = this.spots[p];
      const n = Math.min(pile.length, 16) - 1;
      if (!lie || /top|squared/.test(lie) || n < 1) return true;
      if (!spot) return false;
      if (!spot.across) return 0.62 * n * Math.min(this.plan.step, 20) <= spot.high;
      return 24 * (fanned(pile.length, spot.wide).lines - 1) <= spot.high;
    });
  }

  // Lay the table by the plan under which its cards are largest. A plan holds until the table is dealt again, a row is
  // added, or a pile has outgrown it. Where the room is the same, the table keeps its shape unless another is far better.
  refit(anew = false, known = null, aside = false) {
    this.plan = known ?? this.plan;
    const zones = this.seen("zones");
    const { dealt, plan: old, room = [900, 700] } = this;
    const holds = old?.zones === zones && old.dealt === dealt && this.fits;
    if (holds && !anew) return;
    const isKnown = holds && known !== null;
    const stays = holds && aside && old.size[0] * old.scale <= room[0] && room[0] < old.room[0];
    if (!isKnown && !stays) {
      const before = (anew && !aside) || old?.dealt !== dealt ? null : old;
      this.plan = { ...planFor(this, zones, this.needed(), room, before, aside ? 1.3 : 1.1), zones, dealt };
    }
    this.plan = { ...this.plan, room };
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

  // Where in its room the table lies: in the middle, near the upper edge, so that a table that grows stays under the finger;
  // one that is dealt again, or beside which something has opened, where it lay.
  anchor(old, aside, isNew) {
    const { plan } = this;
    const [free, rest] = plan.room.map((length, way) => length - plan.size[way] * plan.scale);
    plan.aside = Boolean(old) && (aside || (!isNew && old.aside));
    plan.left = plan.aside ? Math.max(0, Math.min(old.left, free)) : free / 2;
    plan.down = Math.min(old && !isNew ? old.down : Math.min(rest / 2, 0.1 * plan.room[1]), rest);
  }

  get woven() {
    return Boolean(this.steps[this.at].woven);
  }

  // How far the cards of a place lie apart: to the right, downward, and after how many a fan goes on below.
  stepsOf(p, i = 0) {
    const { across, wide, high } = this.plan.spots[p];
    const { lie } = this.spots[p];
    const cards = Math.max(this.piles[p].length, i + 1);
    const least = Math.max(1, cards - 1);
    if (lie === "top") return [0, 0, Infinity];
    if (lie === "squared") return [Math.min(0.1, (this.plan.small ? 2.5 : 9) / least), 0, Infinity];
    if (!across) return [0, Math.min(STEPS[0], high / least), Infinity];
    const { lines, line, step } = fanned(cards, wide);
    return [step, lines > 1 ? Math.min(LINE, high / (lines - 1)) : 0, line];
  }

  // The corner of the i-th card of a place; a long fan goes on below.
  cornerOf(p, i) {
    const { x, y } = this.plan.spots[p];
    const [dx, dy, line] = this.stepsOf(p, i);
    return dx ? [x + dx * (i % line), y + dy * Math.floor(i / line)] : [x, y + dy * i];
  }

  // The upper left and the lower right corner of all that lies in a place.
  areaOf(p) {
    const { x, y } = this.plan.spots[p];
    const beyond = Math.max(0, this.piles[p].length - 1);
    const [, , line] = this.stepsOf(p);
    const corners = [beyond, Math.min(beyond, line - 1)].map((i) => this.cornerOf(p, i));
    return [x, y, WIDTH + Math.max(...corners.map((corner) => corner[0])), HEIGHT + corners[0][1]];
  }

  // Every card to where it lies: those that the step touched are marked, those that are being carried lie above all.
  lay(marked, carried = NONE) {
    // A row that is dealt is marked more quietly than a card that is moved.
    this.classList.toggle("quiet", marked.size > 4 && !this.woven);
    this.piles.forEach((pile, p) => {
      const spot = this.plan.spots[p];
      const { label, lie, longways } = this.spots[p];
      if (lie === "hidden") this.places[p].over.textContent = `${label} (${pile.length})`;
      if (lie === "squared") this.places[p].count.textContent = pile.length || "";
      pile.forEach((card, i) => {
        const { style, classList } = card.box;
        const covered = i < pile.length - 2;
        // Under the uppermost cards of a foundation nothing can be seen, and of a stock a few edges are enough.
        const buried = covered && ((lie === "top" && !carried.size) || (lie === "squared" && i % 12));
        style.visibility = !spot || buried ? "hidden" : "visible";
        if (!spot) return;
        const [dx, dy, line] = this.stepsOf(p);
        const beside = dx >= 1 && i < pile.length - 1 && (i + 1) % line > 0;
        const below = dx < 1 ? i < pile.length - 1 : i + line < pile.length;
        // A frame goes round what is seen of a card, half under the next one: a Q keeps its tail.
        style.setProperty("--right", beside ? `${WIDTH - dx}px` : "0px");
        style.setProperty("--foot", dy && below ? `${HEIGHT - dy}px` : "0px");
        style.transform = put(...this.cornerOf(p, i));
        style.zIndex = i + (carried.has(card) ? 300 : 1);
        classList.toggle("down", card.down || lie === "squared");
        classList.toggle("known", lie === "hidden");
        classList.toggle("moved", marked.has(card));
        classList.toggle("carried", carried.has(card));
        // Rank and suit stand one below the other where only the left edge is seen.
        classList.toggle("across", dx > 0 && i < pile.length - 1);
        classList.toggle("longways", Boolean(longways));
        // Where cards of a pile lie close, what stands on them is smaller.
        const close = !dx && dy > 0 && i < pile.length - 1;
        classList.toggle("tight", close && dy < 24);
        classList.toggle("tighter", close && dy < 19);
      });
    });
  }

  // Outlines and labels to where they are in the plan, and the room of rows that will be dealt.
  layPlaces() {
    for (const old of this.querySelectorAll(".coming")) old.remove();
    for (const { x, y, wide } of this.plan.coming) {
      const strip = make("div", { class: "coming" });
      strip.style.transform = put(x, y);
      strip.style.width = `${wide}px`;
      this.prepend(strip);
    }
    this.places.forEach((drawn, p) => {
      if (!drawn) return;
      const spot = this.plan.spots[p];
      for (const part of Object.values(drawn)) part.hidden = !spot;
      if (!spot) return;
      const { x, y, across } = spot;
      drawn.outline.style.transform = put(x, y);
      drawn.outline.classList.toggle("longways", Boolean(this.spots[p].longways));
      drawn.over.style.transform = put(x, y - 18);
      drawn.over.classList.toggle("wide", Boolean(across));
      drawn.side.style.transform = put(x - this.over - WIDTH - 4, y + HEIGHT / 2 - 9);
      drawn.count.style.transform = put(x + 10, y + 29);
    });
  }

  // A frame around the whole of some places.
  lightUp(numbers, lit) {
    for (const p of numbers.filter((p) => this.plan.spots[p])) {
      const [x, y, right, bottom] = this.areaOf(p);
      const { outline } = this.places[p];
      outline.classList.toggle("lit", lit);
      outline.style.width = lit ? `${right - x}px` : "";
      outline.style.height = lit ? `${bottom - y}px` : "";
    }
  }

  // Do something without cards gliding.
  still(act) {
    if (quiet.matches) return act();
    this.classList.add("still");
    act();
    void this.offsetWidth;
    this.classList.remove("still");
  }

  // -- from step to step ----------------------------------------------------------------------------------------------

  show(to, { gliding = true } = {}) {
    if (this.timer || this.waiting.length) this.settle();
    const there = Math.max(0, Math.min(this.last, to));
    if (!gliding || quiet.matches || Math.abs(there - this.at) !== 1) this.still(() => this.jump(there));
    else if (there > this.at) this.forward();
    else this.backward();
  }

  // How long each card of a step takes. A weave is to be followed with the eye; a row that is dealt need not be.
  pace(changes) {
    return Math.max(70, Math.min(380, 2400 / changes)) / Math.max(1, this.speed);
  }

  tell(done) {
    if (this.silent) return;
    this.dispatchEvent(new CustomEvent("shown", { detail: { at: this.at, done } }));
  }

  // The next step becomes the one that is shown.
  begin() {
    this.trail.clear();
    const { changes } = this.steps[++this.at];
    this.touches.set(changes, new Set());
    return [...changes];
  }

  // Do at once what is still waiting.
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

  // Carry one card after the other.
  carry(time) {
    this.make(this.waiting.shift());
    const carried = this.touched();
    this.lay(carried, new Set([...carried].slice(-1)));
    if (this.woven) this.trail.draw(true);
    this.timer = setTimeout(() => (this.waiting.length ? this.carry(time) : this.settle()), time);
    this.tell(false);
  }

  forward() {
    this.waiting = this.begin();
    while (this.waiting[0]?.card !== undefined) this.make(this.waiting.shift());
    if (!this.waiting.length) return this.settle();
    if (this.waiting[0].lay) return redeal(this);
    this.refit();
    this.go();
  }

  // Stop before the next card of a step that is under way; whether there is one.
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

  // Go on with a step that is held; whether there is one.
  go() {
    if (this.timer || !this.waiting.length) return false;
    const time = this.pace(this.steps[this.at].changes.length);
    this.style.setProperty("--time", `${Math.min(time, 300)}ms`);
    this.carry(time);
    return true;
  }

  // How many cards of the step have been carried.
  get carried() {
    return this.steps[this.at].changes.length - this.waiting.length;
  }

  // Carry so many cards of a weave, of those that it carries; whether it is one.
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

  // The next card of a weave is carried, or the last one put back; whether there is one.
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

  // The links of the step that is shown again, which nothing has carried just now: made anew.
  retrace() {
    const { changes } = this.steps[this.at];
    for (const change of changes.toReversed()) this.undo(change);
    this.touches.set(changes, new Set());
    for (const change of changes) this.make(change);
  }

  jump(there) {
    this.trail.clear();
    for (; this.at > there; this.at--) for (const change of this.steps[this.at].changes.toReversed()) this.undo(change);
    while (this.at < there) for (const change of this.begin()) this.make(change);
    if (!this.trail.links.length) this.retrace();
    this.settle();
  }
}

customElements.define("leoni-cards", CardTable);

// <leoni-cards>: cards lie in places, and steps carry them from place to place, forth and back. It knows no rules.
//
//   load(game)         the table as dealt: `cards` and `spots` by place, and `plans`, from which it takes the best one
//   add(...steps)      what was played: of each its `changes`, whether it is `woven`, and the `plans` from it on, if new
//   truncate(n)        forget the steps after step n
//   show(n, options)   show the table after step n; the cards glide if it is the next step or the one before
//   hold(), go()       stop in the middle of a step, card by card, and go on
//   link(n), turn(by)  go to where n cards of a weave have been carried, or to the next one or the one before (by: 1, -1),
//                      and hold there
//   targets(moves)     let somebody choose among these moves (choose.js)
//
// Events: `shown` when cards have come to lie or a step is held (`done`: all of the step lies), `choose` when a move is
// chosen.

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

const WIDTH = 60, HEIGHT = 84;
const NONE = new Set();

const put = (x, y) => `translate(${x}px,${y}px)`;
const names = (change) => Array.isArray(change) && change.length === 3;
// Cards that lie close to each other are worth less than their size; the less so, the smaller they are.
const worth = (made, size) => size * (made.step / 24) ** (size < 0.62 ? 0.2 : 0.5);

class Cards extends HTMLElement {
  load({ cards, spots, plans }) {
    clearTimeout(this.timer);
    this.replaceChildren();
    this.spots = spots;
    this.steps = [{ changes: [], plans }]; // the deal is step 0
    this.at = 0;
    this.speed = 1;
    this.timer = 0;
    this.waiting = []; // what of a step is still to be done, while cards are carried one after the other
    this.touches = new Map(); // the cards that each step carried or turned
    this.earlier = new Map(); // what lay where before a redeal, and what stood on a card before it was named
    this.plan = plans[0];
    // How far a card on its side reaches beyond its place.
    this.over = spots.some((spot) => spot && spot[3]) ? (HEIGHT - WIDTH) / 2 : 0;
    this.places = spots.map((spot) => this.makePlace(spot));
    this.piles = cards.map((pile) => pile.map(makeCard));
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

  targets(moves) {
    this.chooser ??= new Chooser(this);
    this.chooser.set(moves);
  }

  // -- places ---------------------------------------------------------------------------------------------------------

  // What is drawn of a place besides its cards: its outline, what stands over it and beside it, the number of a stock.
  makePlace(spot) {
    if (!spot) return null;
    const [label, side, lie] = spot;
    const drawn = {
      outline: make("div", { class: "place" }),
      over: make("div", { class: "label" }, label),
      side: make("div", { class: "label row" }, side),
      count: make("div", { class: lie === "squared" ? "count" : "" }),
    };
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
    if (!Array.isArray(change)) return this.relay(change, marked);
    this.trail.follow(change);
    const [source, from, dest, to] = change, { piles } = this;
    const card = piles[source][from];
    if (names(change)) {
      this.earlier.set(change, card.card);
      return paint(card, dest & ~DOWN);
    }
    marked.delete(card);
    marked.add(card);
    if (dest === undefined) {
      card.down = false;
    } else {
      piles[source].splice(from, 1);
      piles[dest].splice(to, 0, card);
    }
  }

  // A redeal, or cards put right by hand: every card finds its new place; of two that are equal either will do. Where it is
  // not known any more which card comes to lie where, any that is left will do. By hand cards can leave the table, and
  // come to it.
  relay(after, marked) {
    const { piles } = this;
    marked.clear();
    const loose = [...Object.keys(after).flatMap((p) => piles[p]), ...this.gone];
    for (let missing = Object.values(after).flat().length - loose.length; missing > 0; missing--) {
      const card = makeCard(UNKNOWN);
      this.append(card.box);
      this.gone.push(card);
      loose.push(card);
    }
    const before = Object.keys(after).map((p) => [p, piles[p], piles[p].map((card) => [card.card, card.down])]);
    this.earlier.set(after, [before, this.gone]);
    // An index of -1 is made one that is behind all: then there is none to take.
    const take = (code) => loose.splice(loose.findIndex((other) => other.card === (code & ~DOWN)) >>> 0, 1)[0];
    for (const p in after) piles[p] = after[p].map(take);
    for (const p in after) {
      after[p].forEach((code, i) => {
        const card = (piles[p][i] ??= loose.shift());
        if (card.card !== (code & ~DOWN)) paint(card, code & ~DOWN);
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
    const [source, from, dest, to] = Array.isArray(change) ? change : [], { piles } = this;
    if (source === undefined) {
      const [before, gone] = this.earlier.get(change);
      this.leave(gone);
      for (const [p, cards, codes] of before) {
        piles[p] = cards;
        cards.forEach((card, i) => {
          if (card.card !== codes[i][0]) paint(card, codes[i][0]);
          card.down = codes[i][1];
        });
      }
    } else if (names(change)) {
      paint(piles[source][from], this.earlier.get(change));
    } else if (dest === undefined) {
      piles[source][from].down = true;
    } else {
      piles[source].splice(from, 0, ...piles[dest].splice(to, 1));
    }
  }

  // -- where it lies --------------------------------------------------------------------------------------------------

  // Take the room that there is: as many pixels wide, and as high.
  fit(width, height) {
    if (this.room?.join() === [width, height].join()) return;
    this.room = [width, height];
    this.still(() => this.refit(true));
  }

  // Lay the table by the plan under which its cards are largest. Where the room is the same, it keeps its shape unless
  // another is far better.
  refit(anew = false) {
    if (!this.room) return;
    const [width, height] = this.room;
    const { plans } = this.steps.slice(0, this.at + 1).findLast((step) => step.plans);
    const sizeOf = ({ size }) => Math.min(width / size[0], height / size[1], 1.8);
    const value = (made) => worth(made, sizeOf(made));
    // The first one is how the game lies on a table: another has to be clearly better.
    let plan = plans.reduce((best, made) => (value(made) > 1.08 * value(best) ? made : best));
    const same = plans.find((made) => made.shape === this.plan.shape);
    if (!anew && same && value(plan) < 1.25 * value(same)) plan = same;
    if (plan === this.plan && !anew) return;
    this.plan = plan;
    const size = sizeOf(plan), [wide, high] = plan.size;
    this.scale = size;
    this.style.width = `${wide}px`;
    this.style.height = `${high}px`;
    this.style.transform = `${put((width - wide * size) / 2, (height - high * size) / 2)} scale(${size})`;
    this.dataset.plan = plans.indexOf(plan);
    this.layPlaces();
    this.lay(this.touched());
    if (!this.waiting.length) this.trail.draw(this.woven);
  }

  get woven() {
    return Boolean(this.steps[this.at].woven);
  }

  // The corner of the i-th card of a place; a long fan goes on below.
  cornerOf(p, i) {
    const [x, y, dx, dy, wrap] = this.plan.spots[p];
    return wrap ? [x + dx * (i % wrap), y + dy * Math.floor(i / wrap)] : [x + dx * i, y + dy * i];
  }

  // The upper left and the lower right corner of all that lies in a place.
  areaOf(p) {
    const [x, y, , , wrap] = this.plan.spots[p], beyond = Math.max(0, this.piles[p].length - 1);
    const corners = [beyond, Math.min(beyond, (wrap || 1) - 1)].map((i) => this.cornerOf(p, i));
    return [x, y, WIDTH + Math.max(...corners.map((corner) => corner[0])), HEIGHT + corners[0][1]];
  }

  // Every card to where it lies: those that the step touched are marked, those that are being carried lie above all.
  lay(marked, carried = NONE) {
    this.piles.forEach((pile, p) => {
      const spot = this.plan.spots[p], [label, , lie, longways] = this.spots[p] || [];
      if (lie === "hidden") this.places[p].over.textContent = `${label} (${pile.length})`;
      if (lie === "squared") this.places[p].count.textContent = pile.length || "";
      pile.forEach((card, i) => {
        const { style, classList } = card.box, covered = i < pile.length - 2;
        // Under the uppermost cards of a foundation nothing can be seen, and of a stock a few edges are enough.
        const buried = covered && ((lie === "top" && !carried.size) || (lie === "squared" && i % 12));
        style.visibility = !spot || buried ? "hidden" : "visible";
        if (!spot) return;
        const [, , dx, dy, wrap] = spot;
        style.transform = put(...this.cornerOf(p, i));
        style.zIndex = i + (carried.has(card) ? 300 : 1);
        classList.toggle("down", card.down || lie === "squared");
        classList.toggle("known", lie === "hidden");
        classList.toggle("moved", marked.has(card));
        classList.toggle("carried", carried.has(card));
        // Rank and suit stand one below the other where only the left edge is seen.
        classList.toggle("across", dx > 0 && i < pile.length - 1);
        classList.toggle("longways", Boolean(longways));
        const close = !wrap && dy > 0 && i < pile.length - 1;
        classList.toggle("tight", close && dy < 20);
        classList.toggle("tighter", close && dy < 16);
      });
    });
  }

  // Outlines and labels to where they are in the plan.
  layPlaces() {
    this.places.forEach((drawn, p) => {
      if (!drawn) return;
      const spot = this.plan.spots[p];
      for (const part of Object.values(drawn)) part.hidden = !spot;
      if (!spot) return;
      const [x, y, dx] = spot;
      drawn.outline.style.transform = put(x, y);
      drawn.outline.classList.toggle("longways", Boolean(this.spots[p][3]));
      drawn.over.style.transform = put(x, y - 18);
      drawn.over.classList.toggle("wide", dx > 0);
      drawn.side.style.transform = put(x - this.over - WIDTH - 4, y + HEIGHT / 2 - 9);
      drawn.count.style.transform = put(x + 10, y + 29);
    });
  }

  // A frame around the whole of some places.
  lightUp(numbers, lit) {
    for (const p of numbers.filter((p) => this.plan.spots[p])) {
      const [x, y, right, bottom] = this.areaOf(p), { outline } = this.places[p];
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
    while (this.waiting.length && names(this.waiting[0])) this.make(this.waiting.shift());
    if (!this.waiting.length) return this.settle();
    if (!Array.isArray(this.waiting[0])) return redeal(this);
    this.refit();
    this.go();
  }

  // Stop before the next card of a step that is under way; whether there is one.
  hold() {
    if (!this.timer || !this.waiting.length || !Array.isArray(this.waiting[0])) return false;
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

customElements.define("leoni-cards", Cards);

// Choosing among moves on a table: by a tap, by dragging a card, or by keys. What is chosen is told by the event `choose`:
//
//   { moves }      what is meant; of several, the places to which they lead light up, and the next tap decides; none if
//                  somebody has thought better of it; with `from`, the place that was tapped
//   { from, to }   a card or a place at which none of the moves begins, and where it was dropped (null: nowhere)

import { put } from "./dom.js";
import { NAMES, pretty, spoken } from "./words.js";

const DRAG = 8;
const REACH = 30;
const FINGER = 22;
const AGAIN = 280;

// How many cards a move takes along from its place: what lies on a card may go with it.
function taken({ from: [p], changes }) {
  const others = changes.findIndex(({ from, to }) => from[0] !== p || to[0] !== changes[0].to[0]);
  return Math.max(1, others < 0 ? changes.length : others);
}

export class Chooser {
  constructor(table) {
    this.table = table;
    this.moves = []; // each with its text `move`, and where its card lies (`from`) and goes (`to`)
    this.asked = []; // those that somebody can mean who has pointed at a card
    this.drag = null;
    this.played = { time: -1000, x: 0, y: 0 }; // when and where a move was chosen last
    this.hinted = null; // the move that a hint or a guide shows
    this.focused = false; // whether the focus was on a card that is not lit any more
    table.addEventListener("pointerdown", (event) => this.down(event));
    table.addEventListener("pointermove", (event) => this.move(event));
    table.addEventListener("pointerup", (event) => this.up(event));
    table.addEventListener("pointercancel", () => this.drop());
    table.addEventListener("keydown", (event) => this.key(event));
  }

  // -- what is lit ----------------------------------------------------------------------------------------------------

  set(moves) {
    this.moves = moves;
    this.ask([]);
  }

  // What is drawn of a card, or of its place if that is empty.
  element([p, i]) {
    const { piles, places } = this.table;
    return (piles[p][i] ?? piles[p].at(-1))?.box ?? places[p]?.outline;
  }

  top(p) {
    return [p, Math.max(0, this.table.piles[p].length - 1)];
  }

  ask(asked) {
    this.asked = asked;
    this.hinted = null;
    const focused = this.table.getRootNode().activeElement?.closest?.(".can");
    this.focused ||= Boolean(focused);
    for (const old of this.table.querySelectorAll(".can, .hinted, .toward")) {
      old.classList.remove("can", "asked", "anew", "hinted", "toward");
      for (const name of ["role", "tabindex", "aria-label"]) old.removeAttribute(name);
    }
    const spots = asked.length ? asked.filter(({ to }) => to !== null).map(({ to }) => this.top(to)) : [];
    // While somebody is asked, nothing else is lit; a pile that is dealt again is seen to be empty.
    for (const from of [...(asked.length ? asked : this.moves).map((move) => move.from), ...spots]) {
      const element = from && this.table.plan.spots[from[0]] && this.element(from);
      if (!element) continue;
      element.classList.add("can");
      element.classList.toggle("asked", spots.includes(from));
      element.classList.toggle("anew", !spots.includes(from) && !this.table.piles[from[0]].length);
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", this.called(from));
      element.tabIndex = -1;
    }
    const lit = this.lit();
    (lit.find((element) => element.classList.contains("asked")) ?? lit[0])?.setAttribute("tabindex", "0");
    if (!this.focused || !lit.length) return;
    // Whoever plays by keys stays among the cards.
    this.focused = false;
    const active = this.table.getRootNode().activeElement ?? document.activeElement;
    const away = active && active !== document.body && active !== focused;
    if (!away)
      this.focus(lit.includes(focused) && !asked.length ? focused : this.table.querySelector(".can[tabindex='0']"));
  }

  // All that is lit, from left to right.
  lit() {
    const left = (element) => element.getBoundingClientRect().left;
    return [...this.table.querySelectorAll(".can")].sort((a, b) => left(a) - left(b));
  }

  focus(element) {
    if (!element) return;
    for (const other of this.table.querySelectorAll(".can")) other.tabIndex = -1;
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
  }

  // Whoever plays by keys comes to the card of a guide at once.
  hint(move, guided = false) {
    this.hinted = [...this.moves, ...this.asked].find((other) => other.move === move) ?? null;
    const { from, to } = this.hinted ?? {};
    if (!from) return;
    this.mark(from, to);
    if (guided && this.table.contains(document.activeElement)) this.focus(this.element(from));
  }

  mark(from, to) {
    this.element(from)?.classList.add("can", "hinted");
    if (to !== null && this.table.plan.spots[to]) this.element(this.top(to))?.classList.add("toward");
  }

  // A card and its place, for those who listen.
  called([p, i]) {
    const { piles, spots } = this.table;
    const card = piles[p][i];
    const { label, lie } = spots[p];
    const foundation = /^([CDHS])([v^])$/.exec(label);
    const place = foundation
      ? `the foundation of ${NAMES[foundation[1]]}, ${foundation[2] === "^" ? "up" : "down"}`
      : /^\d+$/.test(label)
        ? `pile ${label}`
        : label;
    if (!card || lie === "squared") return place || "an empty place";
    return `${spoken(pretty(card, this.table.open))}${place ? `, ${place}` : ""}`;
  }

  // -- what is meant --------------------------------------------------------------------------------------------------

  // The card or the place at which somebody points.
  at(target) {
    const { piles, places } = this.table;
    const box = target.closest?.("div.card, .place");
    if (!box) return null;
    for (let p = 0; p < piles.length; p++) {
      if (places[p]?.outline === box) return this.top(p);
      const i = piles[p].findIndex((card) => card.box === box);
      if (i >= 0) return [p, i];
    }
    return null;
  }

  // The moves of a card at which somebody points: its own, those that take it along, or those of the uppermost card.
  begun([p, i]) {
    const here = this.moves.filter(({ from }) => from && from[0] === p);
    const starts = here
      .filter((move) => move.from[1] <= i && i < move.from[1] + taken(move))
      .map(({ from }) => from[1]);
    const at = starts.length ? Math.max(...starts) : this.top(p)[1];
    return here.filter(({ from }) => from[1] === at);
  }

  tell(detail) {
    this.table.dispatchEvent(new CustomEvent("choose", { detail }));
  }

  choose(moves, from) {
    this.ask(moves.length > 1 ? moves : []);
    if (moves.length === 1 && this.pointed) this.played = { time: performance.now(), ...this.pointed };
    this.pointed = null;
    this.tell({ moves: moves.map(({ move }) => move), from });
  }

  tap(where) {
    const { asked } = this;
    const begun = this.begun(where);
    const there = asked.filter(({ to }) => to === where[0]);
    if (there.length === 1) return this.choose(there);
    // The second tap on a card sends it to a foundation, or to no place if it fits none.
    if (begun.includes(asked[0])) {
      return this.choose(asked.filter(({ to }) => to !== null && this.table.spots[to].lie === "top").slice(0, 1));
    }
    if (begun.length) return this.choose(begun, where);
    this.ask([]);
    this.tell({ from: where, to: null });
  }

  // -- pointers -------------------------------------------------------------------------------------------------------

  down(event) {
    if (event.button || !event.isPrimary || this.table.dataset.idle) return;
    const where = this.near(this.at(event.target), event);
    if (!where) return;
    const [move] = this.begun(where);
    const [p, i] = move?.from ?? where;
    const cards = this.table.piles[p]
      .slice(i, i + (move ? taken(move) : 1))
      .map(({ box: { style }, box }) => ({ box, base: style.transform, height: style.zIndex }));
    this.drag = { where, cards, x: event.clientX, y: event.clientY, id: event.pointerId, on: false };
  }

  // A finger beside a card that can be played, in the same pile, means that card: of a covered one little is seen.
  near(where, event) {
    if (!where || event.pointerType === "mouse" || this.begun(where).length) return where;
    const [p] = where;
    const [x, y] = this.point(event);
    const { table } = this;
    const { scale } = table;
    const far = ({ from: [, i] }) => {
      const [left, top] = table.cornerOf(p, i);
      const [right, bottom] = table.cornerOf(p, i + 1);
      return scale * Math.max(left - x, top - y, right > left ? x - right : 0, bottom > top ? y - bottom : 0);
    };
    const [move] = this.moves.filter(({ from }) => from?.[0] === p).sort((a, b) => far(a) - far(b));
    return move && far(move) < FINGER ? move.from : where;
  }

  // A point of the screen on the table.
  point({ clientX, clientY }) {
    const { left, top } = this.table.getBoundingClientRect();
    const { scale } = this.table;
    return [(clientX - left) / scale, (clientY - top) / scale];
  }

  move(event) {
    const { drag, table } = this;
    if (!drag || drag.id !== event.pointerId || !drag.cards.length) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.on) {
      if (Math.hypot(x, y) < DRAG) return;
      drag.on = true;
      table.setPointerCapture(event.pointerId);
      for (const { box, height } of drag.cards) {
        box.classList.add("dragged");
        box.style.zIndex = Number(height) + 500;
      }
      for (const { to } of this.begun(drag.where)) if (to !== null) this.element(this.top(to))?.classList.add("target");
    }
    for (const { box, base } of drag.cards) box.style.transform = `${base} ${put(x / table.scale, y / table.scale)}`;
  }

  // The place over which a card is held: one to which it can go, if that is near.
  under(event, tos) {
    const [x, y] = this.point(event);
    const { table } = this;
    const far = (p) => {
      const [left, top, right, bottom] = table.areaOf(p);
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    };
    const nearest = (numbers, most) =>
      numbers.filter((p) => table.plan.spots[p] && far(p) <= most).sort((a, b) => far(a) - far(b))[0] ?? null;
    return (
      nearest(tos, REACH) ??
      nearest(
        table.piles.map((_, p) => p),
        4,
      )
    );
  }

  // The card goes back to where it lay; the drag that was.
  drop() {
    const { drag, table } = this;
    this.drag = null;
    if (!drag?.on) return drag;
    for (const lit of table.querySelectorAll(".target")) lit.classList.remove("target");
    for (const { box, base, height } of drag.cards) {
      box.classList.remove("dragged");
      box.style.transform = base;
      box.style.zIndex = height;
    }
    return drag;
  }

  up(event) {
    if (!this.drag || this.drag.id !== event.pointerId) return;
    const { where, on } = this.drop();
    const { played } = this;
    const { clientX: x, clientY: y } = event;
    // A double tap is one tap: what lies there by now was not meant.
    if (!on && performance.now() - played.time < AGAIN && Math.hypot(x - played.x, y - played.y) < FINGER) return;
    this.pointed = { x, y };
    if (!on) return this.tap(where);
    const begun = this.begun(where);
    const to = this.under(
      event,
      begun.map((move) => move.to).filter((p) => p !== null),
    );
    if (to === null || to === where[0]) return;
    const meant = begun.filter((move) => move.to === to);
    if (meant.length) return this.choose(meant);
    this.tell({ from: where, to });
  }

  // -- keys -----------------------------------------------------------------------------------------------------------

  key(event) {
    const element = event.target.closest(".can");
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape") this.choose([]);
    else if (!element || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    else if (by) {
      const lit = this.lit();
      this.focus(lit[(lit.indexOf(element) + by + lit.length) % lit.length]);
    } else if (event.key === "Enter" && this.hinted && element.classList.contains("hinted")) this.choose([this.hinted]);
    else if (event.key === "Enter" || event.key === " ") this.tap(this.at(element));
    else return;
    event.preventDefault();
  }
}

// The view on the page. Only what has changed is painted; while cards are on their way, what can be done stays.

import { table } from "../../show/scripts/shared/page.js";
import { makeCard } from "../../show/scripts/table/cards.js";
import { $, button, make, namesOf, put, quiet } from "../../show/scripts/table/dom.js";
import { flourish } from "../../show/scripts/table/motion.js";
import { cardsTakenBack, chooser } from "./drive.js";
import { nameNext } from "./end.js";
import { paintGuide } from "./guide.js";
import { enterAt } from "./input.js";
import { byHand, firstOfWin } from "./known.js";
import { closeMenu, listGamesToBegin, paintDealHelp } from "./menu.js";
import { logLines, paintMoves } from "./moves_list.js";
import { openDialog, sheet } from "./sheets.js";
import { listen, onPress, perform, state, tell } from "./store.js";
import { paintNotice } from "./strip.js";
import { paintSurvey } from "./survey.js";
import { viewOf } from "./view.js";

/** @import { Button, Move, Reply, View } from "./types" */

/** @type {Partial<View>} the view that the page shows */
let painted = {};
/** @type {HTMLElement | null} the card that was turned up and has to find its place */
let turnedUp = null;

listen((before, event) => {
  const view = viewOf(state);
  const was = painted;
  painted = view.moving ? { ...was, ...lightsOf(view), notice: view.notice, file: view.file } : view;
  if (event.type === "answered") paintReply(event.reply);
  if (view.notice !== was.notice) {
    // Where a search could be stopped, what it has found may come under the finger.
    if (was.notice?.busy && !view.notice?.busy) guardNew("#told, #asks");
    paintNotice(view.notice);
  }
  if (state.wrongDeal !== before.wrongDeal) paintDealHelp(state.wrongDeal);
  paintWords(view);
  const hasSameLights = view.lit === was.lit && view.asked === was.asked && view.hint === was.hint;
  if (event.type === "arrived" || !hasSameLights) paintLights(view);
  if (!view.moving) paintRest(view, was, event.type === "arrived");
  if (event.type === "letters") document.body.classList.toggle("no-letters", !state.letters);
  if (event.type === "hand") paintHand();
  else if (state.hand === "keys") keepFocus(painted, was);
});

/**
 * Paint what stays as it was while cards are on their way.
 *
 * @param {View} view
 * @param {Partial<View>} was
 * @param {boolean} arrives whether they have just come to lie
 */
function paintRest(view, was, arrives) {
  document.body.dataset.mode = view.mode;
  table.classList.toggle("stepped", view.stepped);
  paintButtons(view, was);
  paintSwitches(view);
  paintTurnedUp(view.turnedUp);
  paintGuide(view.guide);
  paintWelcome(view.welcome, was.welcome);
  if (view.survey?.survey !== was.survey?.survey || Boolean(view.survey) !== Boolean(was.survey))
    paintSurvey(view.survey);
  if (view.rows !== was.rows || view.at !== was.at) paintMoves(view.rows, view.at);
  if (arrives) paintArrival(view);
  shorten();
}

/** @param {View} view */
const lightsOf = ({ lit, asked, hint }) => ({ lit, asked, hint });

// -- what can be played -----------------------------------------------------------------------------------------------

/** @param {Pick<View, "lit" | "asked" | "hint">} view */
function paintLights({ lit, asked, hint }) {
  chooser.set(lit, asked);
  if (hint) chooser.hint(hint);
  const first = firstOfWin(state);
  if (first?.from) chooser.mark(first.from, first.to[0]);
}

/**
 * A card that was turned up and has to find its place, over the pile that it came from.
 *
 * @param {Move | null} move
 */
function paintTurnedUp(move) {
  turnedUp?.remove();
  const { card = null, from } = move ?? {};
  if (card === null || !from || !table.plan.spots[from[0]]) return;
  const { card: there, down } = table.piles[from[0]][from[1]] ?? {};
  if (there === card && !down && table.spots[from[0]].lie !== "squared") return;
  turnedUp = table.appendChild(makeCard(card).box);
  turnedUp.classList.add("turned-up");
  turnedUp.style.transform = put(...table.cornerOf(...from));
}

/**
 * The cards have come to lie.
 *
 * @param {View} view
 */
function paintArrival(view) {
  for (const old of table.querySelectorAll(".returned")) old.classList.remove("returned");
  for (const { box } of cardsTakenBack()) box.classList.add("returned");
  // Whoever taps fast meant the last card that was turned up, not the next deal.
  if (view.again) chooser.played.time = performance.now() + 700;
  flourish(table, view.won, !quiet.matches);
}

/**
 * What a hint proposes: a move, or a button.
 *
 * @param {Partial<View>} view
 */
const proposalOf = ({ hint, buttons = [] }) => hint ?? buttons.find(({ hinted }) => hinted)?.label ?? null;

/**
 * Whoever plays by keys finds the focus among the cards of a new game, on what a hint proposes, and never nowhere. A
 * button has it only if somebody went there: who presses Enter twice must not press what has come since.
 *
 * @param {Partial<View>} view
 * @param {Partial<View>} was
 */
function keepFocus(view, was) {
  const active = document.activeElement ?? document.body;
  const modal = openDialog();
  const isLost = active === document.body || active.matches(":disabled") || !active.checkVisibility(SEEN);
  if (modal) {
    if (isLost) modal.querySelector("h2")?.focus();
    return;
  }
  const isProposed = proposalOf(view) !== null && proposalOf(view) !== proposalOf(was) && view.mode !== "guided";
  /** @type {HTMLElement | null} */
  const hinted = $("asks").querySelector("button.hinted");
  if (isProposed) (hinted ?? chooser.cursor).focus();
  else if (hasWay(view, WATCH) && !hasWay(was, WATCH) && !active.closest("#side")) focusOnWay(WATCH);
  else if (view.survey) isLost && enterAt($("survey").querySelector("input, #pack button:enabled"));
  else if (view.again && !was.again && table.contains(active) && !chooser.cursor.isLed) focusOnWay("play");
  else if (isLost || view.game !== was.game) view.mode === "decided" ? focusOnWay("result") : chooser.cursor.focus();
}

/** The act with which a win is watched that was missed. */
const WATCH = "watch the win";

/**
 * @param {Partial<View>} view
 * @param {Button["act"]} act
 */
const hasWay = ({ buttons = [] }, act) => buttons.some((button) => button.act === act);

/**
 * The focus comes to the button below the table that does something.
 *
 * @param {Button["act"]} act
 */
function focusOnWay(act) {
  const way = painted.buttons?.findIndex((button) => button.act === act) ?? -1;
  enterAt($("asks").children[way]);
}
const SEEN = { visibilityProperty: true };
onPress({ "to the move": () => focusOnWay("play") });

// What had the focus may be gone when a sheet closes.
for (const dialog of document.querySelectorAll("dialog"))
  dialog.addEventListener("close", () => {
    if (state.hand !== "keys") return;
    keepFocus(painted, painted);
    // When a game is over, nothing is left to do among its cards.
    if (painted.mode === "decided" && table.contains(document.activeElement)) focusOnWay("result");
  });

/** Texts that stand on the page from the beginning, and their words for a finger. */
const texts = [...document.querySelectorAll(".by-hand")].map(({ firstChild: text }) => ({
  text,
  words: text?.nodeValue ?? "",
}));

/** The words for the hand that plays. */
export function paintHand() {
  document.body.dataset.hand = state.hand;
  for (const { text, words } of texts) if (text) text.nodeValue = byHand(state, words);
}

// -- what can be done -------------------------------------------------------------------------------------------------

/**
 * @param {View} view
 * @param {Partial<View>} was
 */
function paintButtons(view, was) {
  document.body.dataset.buttons = String(view.buttons.length);
  if (was.buttons && JSON.stringify(view.buttons) === JSON.stringify(was.buttons)) return;
  // Where a game ends a button that begins another one may come under the finger.
  const isEnd = view.mode === "decided" && ["playing", "turning", "choosing", "dealing-again"].includes(was.mode ?? "");
  if (isEnd) guardNew("#asks, #undo");
  const buttons = view.buttons.map(moveButton);
  const { activeElement } = document;
  const old = [...$("asks").querySelectorAll("button")];
  const focused = activeElement instanceof HTMLButtonElement ? old.indexOf(activeElement) : -1;
  $("asks").replaceChildren(...buttons);
  buttons[sameButton(view, was, focused)]?.focus();
}

/** How long buttons that come where others were take no taps, in milliseconds: a finger meant the others. */
const NEW_FOR = 400;
/** Where such buttons are, and until when they take none. */
let guard = { places: "", until: 0 };

/**
 * Guard what is new; what stands where it stood takes every tap.
 *
 * @param {string} places
 */
function guardNew(places) {
  guard = { places, until: performance.now() + NEW_FOR };
}

$("desk").addEventListener(
  "click",
  (event) => {
    // Who presses a key has seen which button has the focus.
    if (event.detail === 0 || performance.now() > guard.until) return;
    if (!(event.target instanceof Element && event.target.closest(guard.places))) return;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);

/**
 * The button that does what another one did: a film that goes on is stopped by it.
 *
 * @param {View} view
 * @param {Partial<View>} was
 * @param {number} n which one of those that were painted before
 */
function sameButton({ mode, buttons }, was, n) {
  const before = was.buttons?.[n];
  if (!before) return -1;
  if (mode === "reviewing" && was.mode === mode) return n;
  const same = JSON.stringify([before.act, before.with]);
  return buttons.findIndex((after) => JSON.stringify([after.act, after.with]) === same);
}

/** @param {Button} move */
function moveButton(move) {
  const { label, name, kind, to = null, hinted = false, disabled = false } = move;
  const called = to === null ? name : chooser.called(chooser.top(to));
  const names = {
    class: [kind, hinted && "hinted"].filter(Boolean).join(" "),
    ...(called && { "aria-label": called }),
    ...(disabled && { disabled: "" }),
  };
  // While cards are on their way, the move of the button that is still there has been made.
  return button(label, () => (state.lying || move.act !== "play" ? perform(move) : undefined), names);
}

/** @param {View} view */
function paintSwitches({ disabled, hidden, finish, mode }) {
  for (const id of namesOf(disabled)) $(id).disabled = disabled[id];
  for (const id of namesOf(hidden)) $(id).hidden = hidden[id];
  // Green is what goes on: the next deal would leave a game that is being played.
  $("next").classList.toggle("main", hidden.guided && hidden.concede);
  $("finish").textContent = finish.label;
  $("finish").title = finish.title;
  if (mode === "closed")
    for (const field of document.querySelectorAll("button, form *")) field.setAttribute("disabled", "");
}

/**
 * @param {View["welcome"]} buttons
 * @param {View["welcome"]} was
 */
function paintWelcome(buttons, was = null) {
  const box = $("welcome");
  box.hidden = !buttons;
  if (!buttons || JSON.stringify(buttons) === JSON.stringify(was)) return;
  const ways = buttons.map((way) =>
    button(way.label, () => perform(way), way.kind ? { class: way.kind, "aria-label": "Not now" } : {}),
  );
  const words = make("p", {}, "New here?");
  words.append(make("span", { class: "for-keys" }, " Press ? for all keys."));
  box.replaceChildren(words, ...ways);
}

// -- what is said -----------------------------------------------------------------------------------------------------

/** @param {View} view */
function paintWords({ call, words }) {
  const [first, second] = $("now").children;
  if (first.textContent !== call) first.textContent = call;
  if (second.textContent !== words) second.textContent = words;
}

/**
 * What is said below the table has two lines. What is longer is smaller, or what comes next is said alone; what is
 * still too long is scrolled, so that it can be read to its end.
 */
function shorten() {
  const box = $("now");
  const { classList } = box;
  const isCut = () => box.scrollHeight > box.clientHeight + 1;
  classList.remove("long", "alone", "scrolled");
  if (isCut()) classList.add("long");
  if (isCut() && box.firstChild?.textContent) classList.add("alone");
  if (isCut()) classList.add("scrolled");
}
// The list of moves beside the table leaves less room, and so do other buttons.
new ResizeObserver(shorten).observe($("now"));

/** @param {Reply} reply */
function paintReply(reply) {
  if (!state.reply) return;
  $("unsaved").title = state.reply.unsaved ?? "";
  if (reply.table) {
    sheet.close();
    closeMenu();
    listGamesToBegin();
  }
  const { title, deal, file, hidden } = viewOf(state);
  // That is said while cards are on their way.
  $("unsaved").hidden = hidden.unsaved;
  const dates = deal.map((words, n) => make("small", { class: ["in-words", "in-short"][n] }, words));
  $("title").replaceChildren(title, ...(deal.length ? [" "] : []), ...dates);
  document.title = [title, ...deal.slice(0, 1), "leoni"].join(", ");
  $("file").textContent = file.text;
  $("file").classList.toggle("no", file.no);
  nameNext($("next"));
  paintAloud(state.reply.aloud);
  logLines(reply.said ?? []);
  if (state.reply.over) table.dataset.idle = "over";
}

/**
 * The position for those who hear it.
 *
 * @param {Reply["aloud"]} aloud
 */
function paintAloud({ foundations, places, moves }) {
  const parts = [
    ...aloudPart("Foundations", foundations),
    ...aloudPart("The table", places),
    ...aloudPart("What can be played", moves),
  ];
  $("aloud").replaceChildren(...parts);
}

/**
 * A part of the position; none if there is nothing to say.
 *
 * @param {string} title
 * @param {string[]} lines
 */
function aloudPart(title, lines) {
  if (!lines.length) return [];
  const part = make("div");
  const list = make("ul");
  list.append(...lines.map((line) => make("li", {}, line)));
  part.append(make("h2", {}, title), list);
  return [part];
}

onPress({
  // The guide shows its card again.
  "not the guide": () => {
    tell({ type: "said", notice: { lines: ["That fits too. The guide shows another move first."] } });
    paintLights(viewOf(state));
  },
});

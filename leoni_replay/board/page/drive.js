// What moves the table: replies lay it and carry its cards on, and what it shows goes back as events.

import { fit, setCaption } from "../../show/scripts/shared/fit.js";
import { table } from "../../show/scripts/shared/page.js";
import { showText } from "../../show/scripts/shared/text.js";
import { Chooser } from "../../show/scripts/table/choose.js";
import { quiet } from "../../show/scripts/table/dom.js";
import { capital, spaced } from "../../show/scripts/table/signs.js";
import { linkInWords, weaveInWords } from "../../show/scripts/table/words.js";
import { atEnd } from "./known.js";
import { changesNothing } from "./state.js";
import { listen, state, tell } from "./store.js";

/** @import { Card } from "../../show/scripts/table/types" */
/** @import { Reply, Step } from "./types" */

/** Who lets players choose among the cards of the table. */
export const chooser = new Chooser(table);
table.chooser = chooser;

/** @type {Card[]} the cards that were taken back just now */
let takenBack = [];
/** The step to which cards are on their way. */
let bound = 0;

/**
 * Carry the cards on or back until the table shows a step.
 *
 * @param {number} there
 * @param {boolean} gliding
 */
export function glideTo(there, gliding) {
  tell({ type: "going", to: there });
  carry(there, gliding);
}

/**
 * @param {number} there
 * @param {boolean} gliding
 */
function carry(there, gliding) {
  bound = there;
  if (!gliding || quiet.matches) table.show(there, { gliding: false });
  else if (there === table.at) tell({ type: "arrived" });
  else table.show(table.at + Math.sign(there - table.at), { gliding: true });
}

/** The cards that were taken back with the last step; nobody is told twice. */
export function cardsTakenBack() {
  const cards = takenBack;
  takenBack = [];
  return cards;
}

/**
 * Give the table other steps after some that stay.
 *
 * @param {number} kept
 * @param {Step[]} steps
 */
export function replaceSteps(kept, steps) {
  table.truncate(kept);
  table.add(...steps);
}

/** Give back to the table the steps of the game, if it shows those of a win that was missed. */
export function restoreSteps() {
  const { borrowed, win } = state;
  if (!borrowed || !win) return;
  // Cards that glide have come to lie before their steps go.
  if (table.timer) table.settle();
  replaceSteps(win.at, state.steps.slice(win.at));
  tell({ type: "borrowed", steps: null });
}

/**
 * Lay a whole game.
 *
 * @param {Reply} reply
 */
function lay({ table: game, steps }) {
  if (!game) return;
  table.load(game);
  delete table.dataset.idle;
  table.add(...steps);
  fit();
  carry(state.goal, false);
}

/**
 * Follow a game to where it has gone.
 *
 * @param {Reply} reply
 */
function follow({ kept, steps }) {
  if (!steps.length) {
    takenBack = kept < table.last ? [...table.touched(kept + 1)] : [];
    // A review shows the last position from which the game could be won.
    const there = Math.min(kept, state.goal);
    carry(there, there === kept && kept === table.at - 1);
    replaceSteps(kept, []);
  } else {
    if (kept < table.at || table.at < table.last) table.show(kept, { gliding: false });
    replaceSteps(kept, steps);
    carry(table.last, true);
  }
}

listen((before, event) => {
  if (event.type !== "answered" || changesNothing(event)) return;
  const { reply } = event;
  if (before.borrowed && before.win) {
    if (table.timer) table.settle();
    replaceSteps(before.win.at, before.steps.slice(before.win.at));
  }
  if (reply.table) lay(reply);
  else follow(reply);
});

/** The next step on the way to where cards are bound, unless they have set out for it. */
function goOnGliding() {
  if (table.at === bound || table.timer) return;
  table.show(table.at + Math.sign(bound - table.at), { gliding: !quiet.matches });
}

table.addEventListener("shown", ({ detail: { at, done } }) => {
  const words = (done ? weaveInWords(table) : linkInWords(table)) || capital(spaced(table.steps[at].prose ?? ""));
  const changes = table.steps[at].changes.length;
  tell({
    type: "shown",
    at,
    done,
    words,
    held: table.held,
    weaving: !done && table.woven && (table.held || changes >= 3),
  });
  // What is next there is not next while a weave runs, or after the game was given up.
  const isGivenUp = state.reply?.result === "conceded" && atEnd(state);
  setCaption(state.weaving || isGivenUp ? "" : table.seen("caption"));
  if (!done) return;
  showText();
  if (at === bound) tell({ type: "arrived" });
  else queueMicrotask(goOnGliding);
});

// A tap does not wait for cards that glide.
table.addEventListener(
  "pointerdown",
  () => {
    if (table.timer) table.settle();
  },
  true,
);

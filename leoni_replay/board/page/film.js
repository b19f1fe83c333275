// The game once more, or how it could have been won, move by move, until somebody pauses it; then its result.

import { table } from "../../show/scripts/shared/page.js";
import { quiet } from "../../show/scripts/table/dom.js";
import { glideTo, replaceSteps, restoreSteps } from "./drive.js";
import { isDecided } from "./known.js";
import { openDialog } from "./sheets.js";
import { changesNothing } from "./state.js";
import { listen, onPress, press, state, tell } from "./store.js";

let filmTimer = 0;

function stop() {
  clearTimeout(filmTimer);
  filmTimer = 0;
  table.speed = 1;
  if (state.rolling) tell({ type: "rolling", on: false });
}

/** Play on after a while. */
function roll(wait = 600) {
  tell({ type: "rolling", on: true });
  rollAfter(wait);
}

/** @param {number} wait */
function rollAfter(wait) {
  clearTimeout(filmTimer);
  filmTimer = setTimeout(() => {
    if (!isDecided(state)) return stop();
    if (openDialog() || table.timer || table.held || state.goal !== table.at) return rollAfter(100);
    if (table.at >= table.last) return press("result");
    glideTo(table.at + 1, true);
    rollAfter(table.at < table.last ? (quiet.matches ? 500 : 150) / table.speed : 2000);
  }, wait);
}

function restore() {
  stop();
  restoreSteps();
}

function watch() {
  restore();
  tell({ type: "said", notice: null });
  glideTo(0, false);
  roll();
}

function watchWin() {
  restore();
  tell({ type: "said", notice: null });
  if (!state.win) return;
  const { at, steps } = state.win;
  replaceSteps(at, steps);
  tell({ type: "borrowed", steps });
  glideTo(at, false);
  roll();
}

listen((before, event) => {
  if (event.type === "answered" && before.rolling && !changesNothing(event)) clearTimeout(filmTimer);
});

/**
 * A move back or on, while the film is paused.
 *
 * @param {-1 | 1} by
 */
function stepBy(by) {
  const there = state.goal + by;
  if (!state.rolling && there >= 0 && there <= table.last) glideTo(there, true);
}

// Twice as fast as before: a long game need not take minutes.
function hurry() {
  table.speed = Math.min(8, 2 * table.speed);
}

onPress({
  watch,
  "watch the win": watchWin,
  pause: stop,
  "roll on": () => roll(0),
  faster: hurry,
  step: stepBy,
  "end the film": restore,
});

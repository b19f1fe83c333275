// What keys do on the board, besides those that lead from card to card (cursor.js).

import { table } from "../../show/scripts/shared/page.js";
import { isDigit, isWay } from "../../show/scripts/table/cursor.js";
import { $ } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
import { looksBack } from "./known.js";
import { informed } from "./notices.js";
import { openDialog } from "./sheets.js";
import { press, state, tell } from "./store.js";
import { modeOf } from "./view.js";

/** @type {Record<string, number>} */
const LINKS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Whether a key is a sign that is no command, because somebody has chosen that: whoever speaks to a computer, or hits
 * wrong keys, types signs by mistake.
 *
 * @param {KeyboardEvent} event
 */
const isOff = ({ key, ctrlKey, metaKey }) => /^\S$/.test(key) && !ctrlKey && !metaKey && !state.letters;

/**
 * The letter of a key: Ctrl+Z and Ctrl+Y undo and redo, as everywhere.
 *
 * @param {KeyboardEvent} event
 */
function letterOf({ key, ctrlKey, metaKey, shiftKey }) {
  const letter = key.length === 1 ? key.toUpperCase() : "";
  if (!ctrlKey && !metaKey) return letter;
  if (letter === "Z") return shiftKey ? "Y" : "U";
  return letter === "Y" ? letter : "";
}

/**
 * The button that says of itself that a key presses it: of what is open, or else of the page. The list of keys opens
 * over everything.
 *
 * @param {string} letter
 * @param {Element | null} modal what is open over the page
 */
function buttonOf(letter, modal) {
  const inside = modal?.id === "options" || !modal ? (modal ?? document) : null;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button[aria-keyshortcuts]");
  return [...buttons].find(
    (one) =>
      one.getAttribute("aria-keyshortcuts") === letter &&
      (letter === "?" || inside?.contains(one)) &&
      !one.matches(":disabled, [hidden], [hidden] *"),
  );
}

/**
 * The next card or place that is lit, or the one before; where none is, the button that plays the move that there is.
 *
 * @param {1 | -1} by
 */
function goToLit(by) {
  const { cursor } = chooser;
  const stands = chooser.lit().some((where) => chooser.element(where) === cursor.here);
  const isHere = table.contains(document.activeElement);
  if ((stands && !isHere) || cursor.next(by)) cursor.focus();
  else if (state.lying) press("to the move");
}

/**
 * Go to the pile or the column with a number.
 *
 * @param {string} digit
 */
function goToNumber(digit) {
  const { cursor } = chooser;
  if (cursor.count(digit)) return cursor.focus();
  const { kind, most } = cursor.numbers();
  const words = most ? `There is no ${kind} ${digit}: ${kind}s go to ${most}.` : "Here no pile has a number.";
  tell({ type: "said", notice: informed([words]) });
}

/**
 * What a key without Ctrl does that leads somewhere; whether it does.
 *
 * @param {KeyboardEvent} event
 * @param {Element} target
 */
function lead({ key, shiftKey }, target) {
  const { cursor } = chooser;
  if (shiftKey && key in LINKS && table.turn(LINKS[key])) return true;
  if (key.toLowerCase() === "n") {
    goToLit(shiftKey ? -1 : 1);
    return true;
  }
  if (isDigit(key)) {
    goToNumber(key);
    return true;
  }
  // The first arrow leads to the cards; in a guide the left one leads back.
  if (!isWay(key) || shiftKey || target.closest("#side, #survey")) return false;
  if (key === "ArrowLeft" && target.closest("#guide") && state.steps.length) press("undo");
  else cursor.focus();
  return true;
}

/**
 * Leave what is in the way, one after the other: words, the list of moves, a held weave, a hint, the guide, a position
 * at which somebody looks back; whether anything is.
 */
function leaveOne() {
  const mode = modeOf(state);
  if (state.notice) tell({ type: "said", notice: null });
  else if ($("side").open) press("the list");
  else if (mode === "weaving" && state.held) press("hold");
  else if (state.hint) chooser.choose([]);
  else if (mode === "guided") press("leave the guide");
  else if (looksBack(state)) press("back to the game");
  else return false;
  return true;
}

/**
 * In a film that is paused, arrows to the left and to the right lead a move back and on.
 *
 * @param {KeyboardEvent} event
 * @param {Element} target
 */
function stepFilm({ key, shiftKey, altKey, ctrlKey, metaKey }, target) {
  if (!LINKS[key] || shiftKey || altKey || ctrlKey || metaKey || target.closest("#side")) return false;
  if (modeOf(state) !== "reviewing" || state.rolling) return false;
  press("step", LINKS[key] > 0 ? 1 : -1);
  return true;
}

// Before the table takes keys for its cards.
addEventListener(
  "keydown",
  (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("input, select, textarea, dialog:modal")) return;
    if (isOff(event)) event.stopPropagation();
    else if (stepFilm(event, target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

// Where a button is pressed, what comes of it leads on.
addEventListener(
  "click",
  () => {
    chooser.cursor.isLed = false;
  },
  true,
);

addEventListener("keydown", (event) => {
  const { target } = event;
  const modal = openDialog();
  if (event.key === "Escape" && !modal && !event.defaultPrevented && leaveOne()) return event.preventDefault();
  if (!(target instanceof Element) || target.closest("input, select, textarea")) return;
  if (event.altKey || event.defaultPrevented || isOff(event)) return;
  if (!modal && !event.ctrlKey && !event.metaKey && lead(event, target)) return event.preventDefault();
  const pressed = buttonOf(letterOf(event), modal);
  if (!pressed || $("keys").open) return;
  event.preventDefault();
  pressed.click();
});

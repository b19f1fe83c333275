// What keys do on the board, besides those that lead from card to card (cursor.js).

import { table } from "../../show/scripts/shared/page.js";
import { isWay } from "../../show/scripts/table/cursor.js";
import { $ } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
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
const isOff = ({ key, ctrlKey, metaKey }) => key.length === 1 && !ctrlKey && !metaKey && !state.letters;

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
 * The next card that is lit, or the one before; where none is, what can be done instead.
 *
 * @param {1 | -1} by
 */
function goToLit(by) {
  const { cursor } = chooser;
  const stands = chooser.lit().some((where) => chooser.element(where) === cursor.here);
  const isHere = table.contains(document.activeElement);
  if ((stands && !isHere) || cursor.next(by)) cursor.focus();
  else $("asks").querySelector("button")?.focus();
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
  if (cursor.count(key)) {
    cursor.focus();
    return true;
  }
  // The first arrow leads to the cards; in a guide the left one leads back.
  if (!isWay(key) || shiftKey || target.closest("#side, #survey")) return false;
  if (key === "ArrowLeft" && target.closest("#guide") && state.steps.length) press("undo");
  else cursor.focus();
  return true;
}

/** Leave what is in the way, one after the other: words, a held weave, a hint, the guide; whether anything is. */
function leaveOne() {
  const mode = modeOf(state);
  if (state.notice) tell({ type: "said", notice: null });
  else if (mode === "weaving" && state.held) press("hold");
  else if (state.hint) chooser.choose([]);
  else if (mode === "guided") press("leave the guide");
  else return false;
  return true;
}

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
  const modal = document.querySelector("dialog:modal");
  if (event.key === "Escape" && !modal && !event.defaultPrevented && leaveOne()) return event.preventDefault();
  if (!(target instanceof Element) || target.closest("input, select, textarea")) return;
  if (event.altKey || event.defaultPrevented || isOff(event)) return;
  if (!modal && !event.ctrlKey && !event.metaKey && lead(event, target)) return event.preventDefault();
  const pressed = buttonOf(letterOf(event), modal);
  if (!pressed || $("keys").open) return;
  event.preventDefault();
  pressed.click();
});

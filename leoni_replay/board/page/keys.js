// What keys do on the board, besides those that lead from card to card (cursor.js).

import { table } from "../../show/scripts/shared/page.js";
import { isWay } from "../../show/scripts/table/cursor.js";
import { $ } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
import { press, state } from "./store.js";

/** @type {Record<string, "undo" | "redo" | "hint" | "finish" | "more">} */
const ACTS = { u: "undo", r: "redo", h: "hint", f: "finish", "?": "more" };

/** @type {Record<string, number>} */
const LINKS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The button that a key presses.
 *
 * @param {KeyboardEvent} event
 */
function buttonOf({ key, ctrlKey, metaKey, shiftKey }) {
  const letter = key.toLowerCase();
  if (!ctrlKey && !metaKey) return ACTS[letter];
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" ? "redo" : undefined;
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
  if (shiftKey && key in LINKS && table.turn(LINKS[key])) return true;
  if (key.toLowerCase() === "n") {
    goToLit(shiftKey ? -1 : 1);
    return true;
  }
  // The first key leads to the cards; in a guide the left arrow leads back.
  const isFirst = key === "Tab" && !shiftKey && target === document.body && state.reply !== null;
  const isArrow = isWay(key) && !shiftKey && !target.closest("#side, #survey");
  if (!isFirst && !isArrow) return false;
  if (key === "ArrowLeft" && target.closest("#guide") && state.steps.length) press("undo");
  else chooser.cursor.focus();
  return true;
}

addEventListener("keydown", (event) => {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("input, select, dialog") || document.querySelector("dialog:modal"))
    return;
  if (event.altKey || event.defaultPrevented) return;
  if (!event.ctrlKey && !event.metaKey && lead(event, target)) return event.preventDefault();
  const id = buttonOf(event);
  if (!id || $(id).disabled) return;
  event.preventDefault();
  if (id === "more") press("keys");
  else $(id).click();
});

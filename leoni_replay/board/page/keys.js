// What keys do on the board, besides those among the cards that are lit (choose.js).

import { table } from "../../show/scripts/shared/page.js";
import { $ } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
import { press } from "./store.js";

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

addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!(target instanceof Element) || target.closest("input, select, dialog")) return;
  if (event.altKey || event.defaultPrevented) return;
  if (key.startsWith("Arrow") && !event.shiftKey && !target.closest("#side, #survey, .can")) {
    // The first arrow leads to the cards that are lit.
    const lit = chooser.nextCard();
    if (!lit) return;
    event.preventDefault();
    return lit.focus({ preventScroll: true });
  }
  if (event.shiftKey && key in LINKS && table.turn(LINKS[key])) return event.preventDefault();
  const id = buttonOf(event);
  if (!id || $(id).disabled) return;
  event.preventDefault();
  if (id === "more") press("keys");
  else $(id).click();
});

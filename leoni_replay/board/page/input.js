// With what somebody plays: a finger, a mouse or keys. Whoever played by keys is taken for the same at the next visit.

import { memory } from "../../show/scripts/shared/memory.js";
import { state, tell } from "./store.js";

/** @import { Hand } from "./types" */

/** A key that is pressed twice, in milliseconds. */
const DOUBLE = 280;
const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];

/** @returns {Hand} */
export function firstHand() {
  if (memory.get("keys", false)) return "keys";
  return matchMedia("(hover: hover) and (pointer: fine)").matches ? "mouse" : "touch";
}

/** @param {Hand} hand */
function playBy(hand) {
  if (hand === state.hand) return;
  memory.set("keys", hand === "keys");
  tell({ type: "hand", hand });
}

/** @type {{ time: number, target: EventTarget | null }} the last press of Enter or the space bar */
let pressed = { time: -1000, target: null };

addEventListener(
  "keydown",
  (event) => {
    const { key, target, repeat } = event;
    const isField = target instanceof Element && target.matches("input, select, textarea");
    // What a phone types into a field are no keys by which somebody plays.
    if (!isField && !MODIFIERS.includes(key)) playBy("keys");
    if (isField || (key !== "Enter" && key !== " ")) return;
    // One press, held or doubled by a finger in a hurry, does not press what has the focus since.
    const now = performance.now();
    const isSecond = now < pressed.time + DOUBLE && target !== pressed.target;
    pressed = { time: now, target };
    if (!repeat && !isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
addEventListener("pointerdown", ({ pointerType }) => playBy(pointerType === "mouse" ? "mouse" : "touch"), true);

/**
 * The focus goes to where something begins, so that keys go on from there. A finger needs none, and a ring would be in
 * its way.
 *
 * @param {Element | null | undefined} element
 */
export function enterAt(element) {
  if (state.hand !== "touch" && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

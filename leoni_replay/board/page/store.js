// The state of the board, and the events that change it: whoever tells one changes the state, and whoever listens sees the
// state before and after. What a button does stands under its name in `acts`.

import { initial, next } from "./state.js";

/** @type {import("./types").State} */
export let state = initial();

/** @typedef {(before: import("./types").State, event: import("./types").Event) => void} Listener */
/** @type {Listener[]} */
const listeners = [];
/** @type {import("./types").Event[]} */
const events = [];
let telling = false;
/** @type {Record<string, (argument?: any) => unknown>} */
const acts = {};

/**
 * Begin with what the page knows before the first reply.
 *
 * @param {Partial<import("./types").State>} known
 */
export function begin(known) {
  state = initial(known);
}

/** @param {Listener} listener */
export const listen = (listener) => listeners.push(listener);

/** @param {Record<string, (argument?: any) => unknown>} given */
export const onPress = (given) => Object.assign(acts, given);

/**
 * Change the state. What is told meanwhile comes after.
 *
 * @param {import("./types").Event} event
 */
export function tell(event) {
  events.push(event);
  if (telling) return;
  telling = true;
  try {
    for (let now = events.shift(); now; now = events.shift()) {
      const before = state;
      state = next(before, now);
      for (const listener of listeners) listener(before, now);
    }
  } finally {
    telling = false;
  }
}

/**
 * Do what a button does.
 *
 * @param {string} act
 * @param {unknown} argument
 */
export const press = (act, argument = undefined) => acts[act]?.(argument);

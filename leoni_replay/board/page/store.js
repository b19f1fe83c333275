// The state of the board, and the events that change it: whoever tells one changes the state, and whoever listens sees
// the state before and after. What a button does stands under its name in `acts`.

import { initial, next } from "./state.js";

/** @import { Action, ActName, Acts, Button, Event, Handlers, State, With } from "./types" */
/** @typedef {(before: State, event: Event) => void} Listener */

/** @type {State} */
export let state = initial();

/** @type {Listener[]} */
const listeners = [];
/** @type {Event[]} */
const events = [];
let telling = false;
/** @type {Handlers} */
const acts = {};

/**
 * Begin with what the page knows before the first reply.
 *
 * @param {Partial<State>} known
 */
export function begin(known) {
  state = initial(known);
}

/** @param {Listener} listener */
export const listen = (listener) => listeners.push(listener);

/**
 * Say who does acts.
 *
 * @param {Handlers} handlers
 */
export const onPress = (handlers) => Object.assign(acts, handlers);

/**
 * Change the state. What is told meanwhile comes after. A listener that fails keeps no other from listening; its error
 * is thrown when all have heard everything.
 *
 * @param {Event} event
 */
export function tell(event) {
  events.push(event);
  if (telling) return;
  telling = true;
  const errors = [];
  try {
    for (let now = events.shift(); now; now = events.shift()) {
      const before = state;
      state = next(before, now);
      for (const listener of listeners) {
        try {
          listener(before, now);
        } catch (error) {
          errors.push(error);
        }
      }
    }
  } finally {
    telling = false;
  }
  if (errors.length) throw errors[0];
}

/**
 * Do an act. On some pages nobody does one of them: no server shows the cards of a deal before its rules run.
 *
 * @template {ActName} Name
 * @param {Name} act
 * @param {With<Name>} argument
 */
export const press = (act, ...[argument]) => acts[act]?.(/** @type {Acts[Name]} */ (argument));

/**
 * Do what a button does, or what a tap means.
 *
 * @param {Button | Action} action
 */
export function perform(action) {
  // Which argument fits depends on the act: the type of an action holds them together.
  if (action.act) acts[action.act]?.(/** @type {never} */ (action.with));
}

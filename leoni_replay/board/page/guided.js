// A guided deal: one sentence a step, until its moves are made. The moves on the table say how far somebody is, so a
// guide goes on where it was left.

import { atEnd, gameOf, offerOf } from "./known.js";

/** @import { Move, State } from "./types" */

/**
 * Whether a step of the guide is a move: the guide may leave out where the card goes.
 *
 * @param {string} text
 * @param {string} move
 */
const isMade = (text, move) => text === move || (move.startsWith(text) && /[:+~>,]/.test(move[text.length]));

/**
 * The guide of the game on the table and how many of its steps are made; null if the game is another, or has gone
 * another way.
 *
 * @param {State} state
 * @param {boolean} skippedToo also if it was skipped
 */
export function guideOf(state, skippedToo = false) {
  const guide = offerOf(state)?.guide;
  const { reply, steps, skipped } = state;
  if (!guide || !reply || reply.deal !== guide.deal || reply.recorded) return null;
  if (skipped === guide.deal && !skippedToo) return null;
  const count = Math.min(steps.length, guide.steps.length);
  if (!guide.steps.slice(0, count).every(({ move }, i) => isMade(move, steps[i].move))) return null;
  return { ...guide, at: steps.length };
}

/**
 * The guide whose step is due, or that has just come to its end; null if nothing of it is shown.
 *
 * @param {State} state
 */
export function dueStep(state) {
  const guide = guideOf(state);
  return guide && guide.at <= guide.steps.length ? guide : null;
}

/**
 * Whether the guide has come to its end, and nothing was played since.
 *
 * @param {State} state
 */
export function isGuideAtEnd(state) {
  const guide = dueStep(state);
  return guide !== null && guide.at === guide.steps.length;
}

/**
 * Whether a guide that was skipped can go on; one that was shown to its end is over.
 *
 * @param {State} state
 */
export function guideWaits(state) {
  const guide = guideOf(state, true);
  if (!guide || !state.skipped || state.learned.includes(gameOf(state))) return false;
  return atEnd(state) && guide.at < guide.steps.length;
}

/**
 * The move that the guide waits for.
 *
 * @param {State} state
 * @returns {Move | undefined}
 */
export function guidedMove(state) {
  const guide = dueStep(state);
  const { reply } = state;
  if (!guide || guide.at >= guide.steps.length || !reply) return undefined;
  const text = guide.steps[guide.at].move;
  return (
    [...reply.legal, ...reply.asked].find(({ move }) => move === text) ??
    reply.legal.find(({ move }) => text.startsWith(move) || move.startsWith(text))
  );
}

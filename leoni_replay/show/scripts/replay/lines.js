// Lines of play: the game, and the variations in which one can step off it. Every line knows from which other it parts.

import { data, table } from "../shared/page.js";

/** @import { Step } from "../table/types" */
/** @import { Line } from "../shared/types" */

/** @type {Line[]} the game, and its variations */
export const lines = [{ parent: 0, first: 1, steps: data.steps }, ...data.variations];
/** The line that is shown. */
export let line = 0;
/** Its steps, from the deal on. */
export let path = data.steps;

table.load(data);
table.add(...path);

/**
 * The steps of a line, from the deal on.
 *
 * @param {number} number
 * @returns {Step[]}
 */
export function pathOf(number) {
  const { parent, first } = lines[number];
  return number ? [...pathOf(parent).slice(0, first - 1), ...lines[number].steps] : data.steps;
}

/**
 * What an address has of a move: of one that comes before its line parts from another, that of the other.
 *
 * @param {number} number the line
 * @param {number} n the move
 */
export function hashOf(number, n) {
  let owner = number;
  while (owner && n < lines[owner].first) owner = lines[owner].parent;
  return `#m${n}${owner ? `v${owner}` : ""}`;
}

/**
 * Step over to another line, at the last move that both have.
 *
 * @param {number} to
 */
export function cross(to) {
  const other = pathOf(to);
  let common = 0;
  while (common < table.at && path[common] === other[common]) common++;
  table.truncate(common);
  table.add(...other.slice(common));
  line = to;
  path = other;
}

/** The last step of the line, which is the fault of a record that fails. */
export const last = () => table.last;
/** The last move of the line that could be made. */
export const lastLegal = () => (data.faulty && !line ? last() - 1 : last());
/** Whether the fault of the record is shown. */
export const faulty = () => data.faulty && !line && table.at === last();

// Lines of play: the game, and the variations in which one can step off it. Every line knows from which other it parts.

import { data, table } from "../shared/page.js";

export const lines = [data, ...data.variations];
data.first = 1;
export let line = 0; // the line that is shown
export let path = data.steps; // its steps from the deal on

table.load(data);
table.add(...path);

export function pathOf(number) {
  const { parent, first } = lines[number];
  return number ? [...pathOf(parent).slice(0, first - 1), ...lines[number].steps] : data.steps;
}

export const hashOf = (number, n) => {
  while (number && n < lines[number].first) number = lines[number].parent;
  return `#m${n}${number ? `v${number}` : ""}`;
};
// Step over to another line, at the last move that both have.
export function cross(to) {
  const other = pathOf(to);
  let common = 0;
  while (common < table.at && path[common] === other[common]) common++;
  table.truncate(common);
  table.add(...other.slice(common));
  line = to;
  path = other;
}

export const last = () => table.last;
export const faulty = () => data.faulty && !line && table.at === last();

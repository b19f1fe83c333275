// Lines of play: the game, and the variations in which one can step off it. Every line knows from which other it parts.

const lines = [data, ...data.variations];
data.first = 1;
const stepsOf = ({ moves, first, woven, replans = [] }) => moves.map((changes, i) => ({
  changes,
  woven: woven.includes(first + i),
  plans: replans.find(([n]) => n === first + i)?.[1],
}));
const steps = lines.map(stepsOf);
let line = 0; // the line that is shown
let path = steps[0]; // its steps from the deal on

table.load(data);
table.add(...path);

function pathOf(number) {
  const { parent, first } = lines[number];
  return number ? [...pathOf(parent).slice(0, first - 1), ...steps[number]] : steps[0];
}

// What holds of the table that is shown: a line says it from its first move on.
function valueAt(what) {
  let own = line;
  while (own && table.at < lines[own].first) own = lines[own].parent;
  return lines[own][what].findLast(([n]) => n <= table.at)[1];
}

const hashOf = (number, n) => {
  while (number && n < lines[number].first) number = lines[number].parent;
  return `#m${n}${number ? `v${number}` : ""}`;
};
const last = () => table.last;
const faulty = () => data.faulty && !line && table.at === last();

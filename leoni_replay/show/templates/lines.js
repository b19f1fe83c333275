// Lines of play: the game, and the variations in which one can step off it. Every line knows from which other it parts.

const lines = [data, ...data.variations];
data.first = 1;
let line = 0; // the line that is shown
let path = data.steps; // its steps from the deal on

table.load(data);
table.add(...path);

function pathOf(number) {
  const { parent, first } = lines[number];
  return number ? [...pathOf(parent).slice(0, first - 1), ...lines[number].steps] : data.steps;
}

const hashOf = (number, n) => {
  while (number && n < lines[number].first) number = lines[number].parent;
  return `#m${n}${number ? `v${number}` : ""}`;
};
const last = () => table.last;
const faulty = () => data.faulty && !line && table.at === last();

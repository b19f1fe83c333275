// Lines of play: the game, and the variations in which one can step off it. Every line knows from which other it parts.

const lines = [data, ...data.variations];
data.first = 1;
let line = 0; // the line that is shown
let at = 0; // the move of it that is shown
let path = data.moves; // its moves from the deal on

function pathOf(number) {
  const { parent, first, moves } = lines[number];
  return number ? [...pathOf(parent).slice(0, first - 1), ...moves] : moves;
}

// What holds of the table that is shown: a line says it from its first move on.
function valueAt(what) {
  let own = line;
  while (own && at < lines[own].first) own = lines[own].parent;
  return lines[own][what].findLast(([n]) => n <= at)[1];
}

const hashOf = (number, n) => {
  while (number && n < lines[number].first) number = lines[number].parent;
  return `#m${n}${number ? `v${number}` : ""}`;
};
const last = () => path.length;
const faulty = () => data.faulty && !line && at === last();
// Whether a move is a weave, of which one wants to see every link.
const woven = (n) => {
  let own = line;
  while (own && n < lines[own].first) own = lines[own].parent;
  return lines[own].woven.includes(n);
};

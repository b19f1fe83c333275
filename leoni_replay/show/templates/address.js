// The address names the move that is shown, and how the page is to be.

let address = 0;
let options = "";

// Browsers stop pages that change it too often, so it waits for a rest.
function remember() {
  clearTimeout(address);
  address = setTimeout(write, 200);
}

function write() {
  clearTimeout(address);
  address = 0;
  try {
    history.replaceState(null, "", hashOf(line, table.at) + options);
  } catch { /* a page without an address of its own, as in a frame */ }
}

// The moves that lead to a move of a line, as the board takes them.
const movesTo = (number, n) =>
  Array.from({ length: n }, (_, i) => items.get(hashOf(number, i + 1)).querySelector("a").title).join(" ");

// Where such moves lead: the board goes back by them. Variations that were tried there may have changed the numbers.
function placeAfter(moves) {
  const n = moves.split(" ").filter(Boolean).length;
  const number = lines.findIndex((_, one) => pathOf(one).length >= n && movesTo(one, n) === moves);
  return number < 0 ? null : hashOf(number, n);
}

// Show the move of the address, or the first one that is to be seen if it names none.
function read() {
  const chosen = new URLSearchParams(location.hash.replace(/^#(m\d+(v\d+)?)?/, "")), after = chosen.get("after");
  const named = after === null ? location.hash : placeAfter(after);
  const [, n = START, number = 0] = /^#m(\d+)(?:v(\d+))?/.exec(named) || [];
  options = location.hash.includes("&") ? location.hash.slice(location.hash.indexOf("&")) : "";
  bare = chosen.has("bare");
  document.body.classList.toggle("bare", bare);
  $("speed").value = [0.5, 1, 2, 4].includes(Number(chosen.get("speed"))) ? Number(chosen.get("speed")) : $("speed").value;
  turnsWheel = !framed && !chosen.has("nowheel");
  fit();
  show(Number(n), { remembered: after !== null, gliding: false, on: lines[number] ? Number(number) : 0 });
  return chosen.has("play");
}
const START = data.faulty ? data.steps.length : data.start ?? 0;

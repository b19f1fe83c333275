// The table of the player: cards lie in places, and changes carry them from place to place, forth and back. It knows no
// rules.

const quiet = matchMedia("(prefers-reduced-motion: reduce)");
const table = $("table");

const WIDTH = 60, HEIGHT = 84;
// How far a card on its side reaches beyond its place.
const OVER = data.spots.some((spot) => spot && spot[3]) ? (HEIGHT - WIDTH) / 2 : 0;

let plan = data.plans[0];

// -- places -----------------------------------------------------------------------------------------------------------

// What is drawn of a place besides its cards: its outline, what stands over it and beside it, the number of a stock.
function makePlace(spot) {
  if (!spot) return null;
  const [label, side, lie] = spot;
  const drawn = {
    outline: make("div", { class: "place" }),
    over: make("div", { class: "label" }, label),
    side: make("div", { class: "label row" }, side),
    count: make("div", { class: lie === "squared" ? "count" : "" }),
  };
  const foundation = /^([CDHS])([v^])$/.exec(label);
  if (foundation) {
    const sign = make("svg", { viewBox: "0 0 30 16" }, undefined, SVG);
    draw(sign, "use", { href: `#lr-${foundation[1]}`, width: 15, height: 15 });
    draw(sign, "path", { d: foundation[2] === "^" ? "M18 13h11L23.5 3z" : "M18 3h11L23.5 13z" });
    drawn.over.replaceChildren(sign);
  }
  table.append(...Object.values(drawn));
  return drawn;
}

const places = data.spots.map(makePlace);
const piles = data.cards.map((cards) => cards.map(makeCard));
for (const pile of piles) table.append(...pile.map((card) => card.box));

// -- changes ----------------------------------------------------------------------------------------------------------

const before = new Map(); // what lay where before a redeal, and what stood on a card before it was named
const names = (change) => Array.isArray(change) && change.length === 3;

// Make a change; `marked` are the cards that a move has touched so far, the last one at the end.
function apply(change, marked) {
  if (!Array.isArray(change)) return relay(change, marked);
  const [source, from, dest, to] = change;
  const card = piles[source][from];
  if (names(change)) {
    before.set(change, card.card);
    return paint(card, dest & ~DOWN);
  }
  marked.delete(card);
  marked.add(card);
  if (dest === undefined) {
    card.down = false;
  } else {
    piles[source].splice(from, 1);
    piles[dest].splice(to, 0, card);
  }
}

// A redeal: every card finds its new place; of two that are equal either will do. Where it is not known any more which
// card comes to lie where, any that is left will do.
function relay(after, marked) {
  marked.clear();
  before.set(after, Object.keys(after).map((p) => [p, piles[p], piles[p].map((card) => [card.card, card.down])]));
  const loose = Object.keys(after).flatMap((p) => piles[p]);
  // An index of -1 is made one that is behind all: then there is none to take.
  const take = (code) => loose.splice(loose.findIndex((other) => other.card === (code & ~DOWN)) >>> 0, 1)[0];
  for (const p in after) piles[p] = after[p].map(take);
  for (const p in after) {
    after[p].forEach((code, i) => {
      const card = (piles[p][i] ??= loose.pop());
      if (card.card !== (code & ~DOWN)) paint(card, code & ~DOWN);
      card.down = code >= DOWN;
    });
  }
}

function undo(change) {
  const [source, from, dest, to] = Array.isArray(change) ? change : [];
  if (source === undefined) {
    for (const [p, cards, codes] of before.get(change)) {
      piles[p] = cards;
      cards.forEach((card, i) => {
        if (card.card !== codes[i][0]) paint(card, codes[i][0]);
        card.down = codes[i][1];
      });
    }
  } else if (names(change)) {
    paint(piles[source][from], before.get(change));
  } else if (dest === undefined) {
    piles[source][from].down = true;
  } else {
    piles[source].splice(from, 0, ...piles[dest].splice(to, 1));
  }
}

// -- where it lies ----------------------------------------------------------------------------------------------------

const put = (x, y) => `translate(${x}px,${y}px)`;
// The corner of the i-th card of a place; a long fan goes on below.
function cornerOf(p, i) {
  const [x, y, dx, dy, wrap] = plan.spots[p];
  return wrap ? [x + dx * (i % wrap), y + dy * Math.floor(i / wrap)] : [x + dx * i, y + dy * i];
}

// Every card to where it lies: those that the move touched are marked, those that are being carried lie above all.
function lay(marked, carried = new Set()) {
  piles.forEach((pile, p) => {
    const spot = plan.spots[p], [label, , lie, longways] = data.spots[p] || [];
    if (lie === "hidden") places[p].over.textContent = `${label} (${pile.length})`;
    if (lie === "squared") places[p].count.textContent = pile.length || "";
    pile.forEach((card, i) => {
      const { style, classList } = card.box, covered = i < pile.length - 2;
      // Under the uppermost cards of a foundation nothing can be seen, and of a stock a few edges are enough.
      const buried = covered && ((lie === "top" && !carried.size) || (lie === "squared" && i % 12));
      style.visibility = !spot || buried ? "hidden" : "visible";
      if (!spot) return;
      const [, , dx, dy, wrap] = spot;
      style.transform = put(...cornerOf(p, i));
      style.zIndex = i + (carried.has(card) ? 300 : 1);
      classList.toggle("down", card.down || lie === "squared");
      classList.toggle("known", lie === "hidden");
      classList.toggle("moved", marked.has(card));
      // Rank and suit stand one below the other where only the left edge is seen.
      classList.toggle("across", dx > 0 && i < pile.length - 1);
      classList.toggle("longways", Boolean(longways));
      const close = !wrap && dy > 0 && i < pile.length - 1;
      classList.toggle("tight", close && dy < 20);
      classList.toggle("tighter", close && dy < 16);
    });
  });
}

// Outlines and labels to where they are in the plan.
function layPlaces() {
  places.forEach((drawn, p) => {
    if (!drawn) return;
    const [x, y, dx] = plan.spots[p];
    drawn.outline.style.transform = put(x, y);
    drawn.outline.classList.toggle("longways", Boolean(data.spots[p][3]));
    drawn.over.style.transform = put(x, y - 18);
    drawn.over.classList.toggle("wide", dx > 0);
    drawn.side.style.transform = put(x - OVER - WIDTH - 4, y + HEIGHT / 2 - 9);
    drawn.count.style.transform = put(x + 10, y + 29);
  });
}

// A frame around the whole of some places.
function lightUp(numbers, lit) {
  for (const p of numbers.filter((p) => places[p])) {
    const [x, y, , , wrap] = plan.spots[p], { outline } = places[p], beyond = Math.max(0, piles[p].length - 1);
    const corners = [beyond, Math.min(beyond, (wrap || 1) - 1)].map((i) => cornerOf(p, i));
    outline.classList.toggle("lit", lit);
    outline.style.width = lit ? `${WIDTH + Math.max(...corners.map((corner) => corner[0])) - x}px` : "";
    outline.style.height = lit ? `${HEIGHT + corners[0][1] - y}px` : "";
  }
}

// Do something without cards gliding.
function still(act) {
  if (quiet.matches) return act();
  table.classList.add("still");
  act();
  void table.offsetWidth;
  table.classList.remove("still");
}

// The player: from move to move, and playing on.

const slider = $("slider");
const none = new Set();
const touches = new Map(); // the cards that each move carried or turned
const touched = (n = at) => (n ? touches.get(path[n - 1]) ?? none : none);

let waiting = []; // what of a move is still to be done, while cards are carried one after the other
let timer = 0, player = 0;

// -- from move to move ------------------------------------------------------------------------------------------------

const speed = () => Number($("speed").value);
// A weave is to be followed with the eye; a row that is dealt need not be.
const pace = (changes) => Math.max(70, Math.min(380, 2400 / changes)) / (player ? Math.max(1, speed()) : 1);

// Make one change of the move that is shown.
function make1(change) {
  if (Array.isArray(change)) follow(change);
  apply(change, touches.get(path[at - 1]));
}

// The next move becomes the one that is shown.
function begin() {
  clearTrail();
  at++;
  touches.set(path[at - 1], new Set());
  return [...path[at - 1]];
}

// Do at once what is still waiting, and say how the table stands now.
function settle() {
  clearTimeout(timer);
  timer = 0;
  table.classList.remove("dealing", "gathering");
  for (const change of waiting.splice(0)) make1(change);
  lay(touched());
  drawTrail(at > 0 && woven(at));
  tellLink();
  showText(...valueAt("states"));
  lightUp(data.lit, faulty());
}

// Of a weave that is under way, or done, its last link is told below the table.
function tellLink() {
  const count = at && woven(at) ? path[at - 1].filter((change) => change.length === 4).length : 0;
  if (count > 1 && links.length) $("now").lastElementChild.textContent = linkInWords(count);
}

// Carry one card after the other.
function carry(time) {
  make1(waiting.shift());
  const carried = touched();
  lay(carried, new Set([...carried].slice(-1)));
  if (woven(at)) drawTrail(true);
  tellLink();
  timer = setTimeout(() => (waiting.length ? carry(time) : settle()), time);
}

function forward() {
  waiting = begin();
  while (waiting.length && names(waiting[0])) make1(waiting.shift());
  if (!waiting.length) return settle();
  if (!Array.isArray(waiting[0])) return redeal();
  const time = pace(waiting.length);
  table.style.setProperty("--time", `${Math.min(time, 300)}ms`);
  carry(time);
}

function backward() {
  const from = touched();
  clearTrail();
  for (const change of path[--at].toReversed()) undo(change);
  table.style.setProperty("--time", "250ms");
  retrace();
  lay(touched(), from);
  timer = setTimeout(settle, 260);
}

// The links of the move that is shown again, which nothing has carried just now: made anew.
function retrace() {
  if (!at) return;
  const changes = path[at - 1];
  for (const change of changes.toReversed()) undo(change);
  touches.set(changes, new Set());
  for (const change of changes) make1(change);
}

function jump(there) {
  clearTrail();
  for (; at > there; at--) for (const change of path[at - 1].toReversed()) undo(change);
  while (at < there) for (const change of begin()) make1(change);
  if (!links.length) retrace();
  settle();
}

// Step over to another line, at the last move that both have.
function cross(to) {
  const other = pathOf(to);
  let common = 0;
  while (common < at && path[common] === other[common]) common++;
  still(() => jump(common));
  line = to;
  path = other;
}

// Show a move of a line. Cards glide to the next move and to the one before; farther away the table changes at once.
function show(to, { gliding = true, remembered = true, on = line } = {}) {
  if (timer) settle();
  if (on !== line) {
    const near = gliding && Math.abs(to - at) <= 1;
    cross(on);
    gliding = near;
  }
  const there = Math.max(0, Math.min(last(), to));
  if (!gliding || quiet.matches || Math.abs(there - at) !== 1) still(() => jump(there));
  else if (there > at) forward();
  else backward();
  tell();
  tellLink();
  flourish(gliding && !quiet.matches);
  if (remembered) remember();
}

// -- playing ----------------------------------------------------------------------------------------------------------

function setPlaying(on) {
  $("play").classList.toggle("on", on);
  $("play").title = on ? "Pause" : "Play";
  $("play").setAttribute("aria-label", $("play").title);
}

function pause() {
  clearTimeout(player);
  player = 0;
  setPlaying(false);
}

function play() {
  if (player) return pause();
  setPlaying(true);
  if (at === last()) show(0);
  player = setTimeout(playOn, 200);
}

function playOn() {
  if (at === last()) return pause();
  show(at + 1);
  if ($("rest").checked && !line && data.comments.includes(at)) return pause();
  const changes = path[at - 1].length;
  const gliding = quiet.matches ? 0 : Array.isArray(path[at - 1][0]) ? changes * pace(changes) + 350 / speed() : 1700;
  player = setTimeout(playOn, Math.max(1300 / speed(), gliding));
}

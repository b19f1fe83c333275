// The player: the move that is shown, what is said about it, and what people turn moves with. `table.js` comes first.

const NARROW = 560, SWIPE = 40;
const NAMES = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
  J: "jack", Q: "queen", K: "king", "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades",
};
const last = data.moves.length;
const marks = [...new Set([...data.chapters, ...data.comments, last])].sort((a, b) => a - b);
const items = [...document.querySelectorAll("#moves li > a")].map((link) => link.parentElement);
const touched = [new Set(), ...data.moves.map(() => new Set())]; // the cards that each move carried or turned
const slider = $("slider");

let at = 0; // the move that is shown
let current = items[0]; // its line in the list
let waiting = []; // what of it is still to be done, while cards are carried one after the other
let bare = false;
let timer = 0, player = 0, address = 0, scrolling = 0;

// -- what is said -----------------------------------------------------------------------------------------------------

const valueAt = (values) => values.findLast(([n]) => n <= at)[1];
const faulty = () => data.faulty && at === last;
const parts = (n, which) => [...items[n].querySelectorAll(which)];
// Comments, claims and variations of a move, once more.
const notesOf = (n) => parts(n, ":scope > .note, :scope > .line").map((element) => element.cloneNode(true));

// Cards in words, for those who listen.
const spoken = (text) => text.replace(/\ufe0e/g, "")
  .replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => `${NAMES[rank]} of ${NAMES[suit]}`);

function tell() {
  const [token, prose] = parts(at, ":scope > a, :scope > span").map((element) => element.textContent.trim());
  const number = faulty() ? "The fault" : at ? `Move ${at} of ${last - data.faulty}` : "The deal";
  $("now").firstElementChild.textContent = token;
  $("now").lastElementChild.textContent = prose;
  $("said").textContent = prose ? `${number}: ${spoken(prose)}` : number;
  $("caption").textContent = valueAt(data.captions) || "\u00a0";
  $("notes").replaceChildren(...notesOf(at));
  slider.value = at;
  slider.setAttribute("aria-valuetext", number);
  current.classList.remove("now");
  current.querySelector("a").removeAttribute("aria-current");
  current = items[at];
  current.classList.add("now");
  current.querySelector("a").setAttribute("aria-current", "step");
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(keepInView);
}

// The list scrolls by itself, the page stays where it is.
function keepInView() {
  const list = $("moves");
  if (list.scrollHeight <= list.clientHeight) return;
  const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 40 || top > list.clientHeight - 80) list.scrollTop += top - list.clientHeight / 3;
}

// The plan for the room there is, and the size at which it fits.
function fit() {
  const room = $("box").clientWidth;
  // In a frame the whole player is to be seen, on a page the table and what turns the moves.
  const tall = innerHeight - (bare ? $("player").offsetHeight - $("box").offsetHeight + 12 : 260);
  const least = bare ? 0.15 : room < NARROW ? 1 : 0.45;
  const size = (made) => Math.min(room / made.size[0], 1.25, Math.max(tall / made.size[1], least));
  plan = room < NARROW && (!bare || size(data.narrow) > size(data.wide)) ? data.narrow : data.wide;
  const [width, height] = plan.size, scale = size(plan);
  table.style.transform = `scale(${scale})`;
  table.style.width = `${width}px`;
  table.style.height = `${height}px`;
  table.style.marginLeft = `${(room - width * scale) / 2}px`;
  $("box").style.height = `${height * scale}px`;
  layPlaces();
  lightUp(data.lit, faulty());
  still(() => lay(touched[at]));
}

// -- from move to move ------------------------------------------------------------------------------------------------

const speed = () => Number($("speed").value);
// A weave is to be followed with the eye; a row that is dealt need not be.
const pace = (changes) => Math.max(70, Math.min(380, 2400 / changes)) / (player ? Math.max(1, speed()) : 1);

// Do at once what is still waiting, and say how the table stands now.
function settle() {
  clearTimeout(timer);
  timer = 0;
  for (const change of waiting.splice(0)) apply(change, touched[at]);
  lay(touched[at]);
  showText(...valueAt(data.states));
  lightUp(data.lit, faulty());
}

// Carry one card after the other.
function carry(time) {
  apply(waiting.shift(), touched[at]);
  lay(touched[at], new Set([...touched[at]].slice(-1)));
  timer = setTimeout(() => (waiting.length ? carry(time) : settle()), time);
}

function forward() {
  touched[++at].clear();
  waiting = [...data.moves[at - 1]];
  while (waiting.length && names(waiting[0])) apply(waiting.shift(), touched[at]);
  if (!waiting.length) return settle();
  const time = pace(waiting.length);
  table.style.setProperty("--time", `${Math.min(time, 300)}ms`);
  carry(time);
}

function backward() {
  for (const change of data.moves[--at].toReversed()) undo(change);
  table.style.setProperty("--time", "250ms");
  lay(touched[at], touched[at + 1]);
  timer = setTimeout(settle, 260);
}

function jump(there) {
  for (; at > there; at--) for (const change of data.moves[at - 1].toReversed()) undo(change);
  while (at < there) {
    touched[++at].clear();
    for (const change of data.moves[at - 1]) apply(change, touched[at]);
  }
  settle();
}

// Show a move. Cards glide to the next one and to the one before; farther away the table changes at once.
function show(to, { gliding = true, remembered = true } = {}) {
  if (timer) settle();
  const there = Math.max(0, Math.min(last, to));
  if (!gliding || quiet.matches || Math.abs(there - at) !== 1) still(() => jump(there));
  else if (there > at) forward();
  else backward();
  tell();
  if (remembered) remember();
}

function step(by) {
  pause();
  show(at + by);
}
const back = () => marks.findLast((n) => n < at) ?? 0;
const next = () => marks.find((n) => n > at) ?? last;

// -- the address ------------------------------------------------------------------------------------------------------

// It names the move that is shown. Browsers stop pages that change it too often, so it waits for a rest.
function remember() {
  clearTimeout(address);
  address = setTimeout(write, 200);
}

function write() {
  clearTimeout(address);
  address = 0;
  try {
    history.replaceState(null, "", `#m${at}${bare ? "&bare" : ""}`);
  } catch { /* a page without an address of its own, as in a frame */ }
}

// Show the move of the address; if it names none, the one that is given, if any.
function read(otherwise = at) {
  bare = /&bare\b/.test(location.hash);
  document.body.classList.toggle("bare", bare);
  fit();
  show(Number((/^#m(\d+)/.exec(location.hash) || [0, otherwise])[1]), { remembered: false });
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
  if (at === last) show(0);
  player = setTimeout(playOn, 200);
}

function playOn() {
  if (at === last) return pause();
  show(at + 1);
  const changes = data.moves[at - 1].length;
  const gliding = quiet.matches ? 0 : changes * pace(changes) + 350 / speed();
  player = setTimeout(playOn, Math.max(1300 / speed(), gliding));
}

// -- what people do ---------------------------------------------------------------------------------------------------

// A button that goes on while it is held.
function holds(button, by) {
  let repeat = 0, held = false;
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    clearTimeout(repeat);
    held = false;
    repeat = setTimeout(function again() {
      held = true;
      pause();
      show(at + by, { gliding: false });
      repeat = setTimeout(again, 110);
    }, 400);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
    button.addEventListener(end, () => clearTimeout(repeat));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!held) step(by);
    held = false;
  });
}
holds($("back"), -1);
holds($("next"), 1);
const pressed = {
  first: () => step(-last), last: () => step(last), play,
  ask: () => $("help").showModal(), close: () => $("help").close(),
};
for (const id in pressed) $(id).addEventListener("click", pressed[id]);
slider.addEventListener("input", () => step(Number(slider.value) - at));

$("moves").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  pause();
  // What is shown now stays in the history, so that Back comes here.
  if (address) write();
  if (link.hash === location.hash) read();
  if (innerWidth < 900) $("player").scrollIntoView();
});
addEventListener("hashchange", () => read());
addEventListener("resize", fit);

const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-last), End: () => step(last),
  PageUp: () => step(-10), PageDown: () => step(10), "[": () => step(back() - at), "]": () => step(next() - at),
  " ": play, "?": pressed.ask,
};
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!keys[key] || event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  // What has the focus keeps the keys that it understands itself.
  if (target.closest("select") || (target === slider && /^(Arrow|Home|End|Page)/.test(key))) return;
  if (key === " " && target.closest("a, button, summary, [type=checkbox]")) return;
  event.preventDefault();
  keys[key]();
});

let turned = 0;
$("box").addEventListener("wheel", (event) => {
  const by = Math.sign(event.deltaY);
  if (event.ctrlKey || !by || at + by < 0 || at + by > last) return;
  event.preventDefault();
  turned = turned * by < 0 ? 0 : turned + (event.deltaMode ? 60 * by : event.deltaY);
  if (Math.abs(turned) < 50) return;
  turned = 0;
  pause();
  show(at + by, { gliding: !timer });
}, { passive: false });

let touch = null;
$("box").addEventListener("pointerdown", (event) => { touch = event.isPrimary ? event : null; });
addEventListener("pointerup", (event) => {
  if (!touch || touch.pointerId !== event.pointerId) return;
  const x = event.clientX - touch.clientX, y = event.clientY - touch.clientY;
  touch = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
});

const four = $("four"), stored = "leoni four colours";
const colour = () => document.body.classList.toggle("four", four.checked);
four.addEventListener("change", () => {
  colour();
  try {
    localStorage.setItem(stored, four.checked ? "yes" : "no");
  } catch { /* nothing may be stored here */ }
});
try {
  four.checked = localStorage.getItem(stored) === "yes";
} catch { /* the same */ }
colour();

// -- paper ------------------------------------------------------------------------------------------------------------

// For print: the first and the last table, and those at chapters and comments.
addEventListener("beforeprint", () => {
  const here = at, [width, height] = data.wide.size, scale = Math.min(0.7, 680 / width);
  plan = data.wide;
  layPlaces();
  $("print").replaceChildren(...[...new Set([0, ...marks])].slice(0, 40).map((n) => {
    show(n, { gliding: false, remembered: false });
    const figure = make("figure"), sheet = make("div", { class: "sheet" }), copy = table.cloneNode(true);
    for (const name of ["id", "aria-describedby"]) copy.removeAttribute(name);
    copy.style.transform = `scale(${scale})`;
    copy.style.width = `${width}px`;
    copy.style.height = `${height}px`;
    copy.style.marginLeft = "0";
    sheet.style.height = `${height * scale}px`;
    sheet.append(copy);
    const words = parts(n, ":scope > a, :scope > span").map((element) => element.textContent.trim());
    figure.append(make("figcaption", {}, words.join(" ")), sheet, ...notesOf(n));
    return figure;
  }));
  show(here, { gliding: false, remembered: false });
  $("print").hidden = false;
});
addEventListener("afterprint", () => {
  $("print").replaceChildren();
  $("print").hidden = true;
  fit();
});

// -- the beginning ----------------------------------------------------------------------------------------------------

$("player").hidden = false;
slider.max = last;
for (const n of marks) {
  const kind = data.faulty && n === last ? "fault" : data.chapters.includes(n) ? "chapter" : "comment";
  if (!n || (kind === "comment" && !data.comments.includes(n))) continue;
  $("marks").appendChild(make("i", { class: kind })).style.left = `${(100 * n) / last}%`;
}
settle();
read(data.faulty ? last : 0);

// What people turn moves with: buttons, the slider, keys, the wheel, a finger.

const SWIPE = 40;
const stops = [...new Set([...data.chapters, ...data.comments, data.steps.length])].sort((a, b) => a - b);
let turnsWheel = true;

function step(by) {
  pause();
  show(table.at + by);
}
const back = () => (line ? lines[line].first - 1 : stops.findLast((n) => n < table.at) ?? 0);
const next = () => (line ? last() : stops.find((n) => n > table.at) ?? last());

// Into the first variation that is written at this move, and out of the one that is shown.
function enter() {
  const inner = lines.findIndex((other, n) => n && other.first === Math.max(table.at, 1) && other.parent === line);
  if (inner < 0) return;
  pause();
  show(lines[inner].first, { on: inner });
}
function leave() {
  if (!line) return;
  pause();
  const { parent, first } = lines[line];
  show(first, { on: parent });
}

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
      show(table.at + by, { gliding: false });
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
  first: () => step(-last()), last: () => step(last()), play,
  more: () => $("options").showModal(),
};
for (const id in pressed) $(id).addEventListener("click", pressed[id]);
slider.addEventListener("input", () => step(Number(slider.value) - table.at));

// Where a board is at hand, it goes along the moves that lead here.
$("on")?.addEventListener("click", ({ currentTarget }) => {
  currentTarget.hash = new URLSearchParams({ after: movesTo(line, table.at) });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#m"]');
  if (!link) return;
  pause();
  event.preventDefault();
  // What is shown now stays in the history, so that Back comes here.
  if (address) write();
  if (link.hash + options === location.hash) read();
  else location.hash = link.hash + options;
  if (getComputedStyle(document.body).display !== "grid") $("player").scrollIntoView({ block: "end" });
});
addEventListener("hashchange", read);
addEventListener("resize", fit);
for (const fold of document.querySelectorAll("header details")) fold.addEventListener("toggle", fit);

const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-last()), End: () => step(last()),
  PageUp: () => step(-10), PageDown: () => step(10), "[": () => step(back() - table.at), "]": () => step(next() - table.at),
  v: enter, b: leave, " ": play, "?": pressed.more,
};
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!keys[key] || event.ctrlKey || event.metaKey || event.altKey || $("options").open) return;
  // What has the focus keeps the keys that it understands itself.
  if (target.closest("select") || (target.closest("#words, #live, .end") && /^(Page|Home|End)/.test(key))) return;
  if (key === " " && target.closest("button, summary")) return;
  event.preventDefault();
  if (event.shiftKey && key === "ArrowRight") nextLink();
  else if (event.shiftKey && key === "ArrowLeft") lastLink();
  else keys[key]();
});

let turned = 0;
$("box").addEventListener("wheel", (event) => {
  const by = Math.sign(event.deltaY);
  if (!turnsWheel || event.ctrlKey || !by || table.at + by < 0 || table.at + by > last()) return;
  event.preventDefault();
  turned = turned * by < 0 ? 0 : turned + (event.deltaMode ? 60 * by : event.deltaY);
  if (Math.abs(turned) < 50) return;
  turned = 0;
  pause();
  show(table.at + by, { gliding: !table.timer });
}, { passive: false });

let touch = null;
$("box").addEventListener("pointerdown", (event) => { touch = event.isPrimary ? event : null; });
addEventListener("pointerup", (event) => {
  if (!touch || touch.pointerId !== event.pointerId) return;
  const x = event.clientX - touch.clientX, y = event.clientY - touch.clientY;
  touch = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
});

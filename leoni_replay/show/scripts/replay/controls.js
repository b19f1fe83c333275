// What people turn moves with: buttons, the slider, keys, the wheel, a finger.

import { fit, framed } from "../shared/fit.js";
import { data, table } from "../shared/page.js";
import { $ } from "../table/dom.js";
import { addressOf, addressWaits, movesTo, readAddress, writeAddress } from "./address.js";
import { last, line, lines } from "./lines.js";
import { lastLink, nextLink, pause, playMoves, showMove } from "./player.js";
import { slider } from "./tell.js";

const SWIPE = 40;
/** The moves at which chapters begin or comments stand, and the last one. */
export const stops = [...new Set([...data.chapters, ...data.comments, data.steps.length])].sort((a, b) => a - b);
let turnsWheel = true;

/** @param {number} by */
function step(by) {
  pause();
  showMove(table.at + by);
}
const stopBefore = () => (line ? lines[line].first - 1 : (stops.findLast((n) => n < table.at) ?? 0));
const stopAfter = () => (line ? last() : (stops.find((n) => n > table.at) ?? last()));

/** Go into the first variation that is written at this move. */
function enterVariation() {
  const inner = lines.findIndex((other, n) => n && other.first === Math.max(table.at, 1) && other.parent === line);
  if (inner < 0) return;
  pause();
  showMove(lines[inner].first, { on: inner });
}

/** Go out of the variation that is shown. */
function leaveVariation() {
  if (!line) return;
  pause();
  const { parent, first } = lines[line];
  showMove(first, { on: parent });
}

/**
 * A button goes on while it is held.
 *
 * @param {HTMLButtonElement} button
 * @param {number} by
 */
function holds(button, by) {
  let repeat = 0;
  let held = false;
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    clearTimeout(repeat);
    held = false;
    repeat = setTimeout(function again() {
      held = true;
      pause();
      showMove(table.at + by, { gliding: false });
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
/** The focus is put by hand: a page in a frame of another may not have it put by a browser. */
function openOptions() {
  $("options").showModal();
  $("choices").focus();
}
/** The options, at the list of keys. */
function openKeys() {
  openOptions();
  const title = document.querySelector(".keys h3");
  if (!(title instanceof HTMLElement)) return;
  title.closest(".keys")?.classList.add("wanted");
  title.scrollIntoView();
  title.focus({ preventScroll: true });
}
$("first").addEventListener("click", () => step(-last()));
$("last").addEventListener("click", () => step(last()));
$("play").addEventListener("click", playMoves);
$("more").addEventListener("click", openOptions);
slider.addEventListener("input", () => step(Number(slider.value) - table.at));

// Where a board is at hand, it goes along the moves that lead here.
const wayToBoard = $("on");
wayToBoard?.addEventListener("click", () => {
  wayToBoard.hash = String(new URLSearchParams({ after: movesTo(line, table.at) }));
});

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.getAttribute("href")?.startsWith("#m")) return;
  pause();
  event.preventDefault();
  // What is shown now stays in the history, so that Back comes here.
  if (addressWaits()) writeAddress();
  if (addressOf(link.hash) === location.hash) openAddress();
  else location.hash = addressOf(link.hash);
  if (getComputedStyle(document.body).display !== "grid") $("player").scrollIntoView({ block: "end" });
});
addEventListener("hashchange", openAddress);
addEventListener("resize", fit);
for (const fold of document.querySelectorAll("header details")) fold.addEventListener("toggle", fit);

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-last()),
  End: () => step(last()),
  PageUp: () => step(-10),
  PageDown: () => step(10),
  "[": () => step(stopBefore() - table.at),
  "]": () => step(stopAfter() - table.at),
  v: enterVariation,
  b: leaveVariation,
  " ": playMoves,
  "?": openKeys,
};
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!(target instanceof Element) || !keys[key] || event.ctrlKey || event.metaKey || event.altKey || $("options").open)
    return;
  // The solution of an exercise waits until somebody opens it.
  if (!$("player").getClientRects().length) return;
  // What has the focus keeps the keys that it understands itself.
  if (target.closest("select") || (target.closest("#words, #live, .end") && /^(Page|Home|End)/.test(key))) return;
  if (key === " " && target.closest("button, summary")) return;
  event.preventDefault();
  if (event.shiftKey && key === "ArrowRight") nextLink();
  else if (event.shiftKey && key === "ArrowLeft") lastLink();
  else keys[key]();
});

let turned = 0;
$("box").addEventListener(
  "wheel",
  (event) => {
    const by = Math.sign(event.deltaY);
    if (!turnsWheel || event.ctrlKey || !by || table.at + by < 0 || table.at + by > last()) return;
    event.preventDefault();
    turned = turned * by < 0 ? 0 : turned + (event.deltaMode ? 60 * by : event.deltaY);
    if (Math.abs(turned) < 50) return;
    turned = 0;
    pause();
    showMove(table.at + by, { gliding: !table.timer });
  },
  { passive: false },
);

/** @type {PointerEvent | null} */
let touch = null;
$("box").addEventListener("pointerdown", (event) => {
  touch = event.isPrimary ? event : null;
});
addEventListener("pointerup", (event) => {
  if (!touch || touch.pointerId !== event.pointerId) return;
  const x = event.clientX - touch.clientX;
  const y = event.clientY - touch.clientY;
  touch = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
});

/** Show the move of the address; whether it asks to be played. */
export function openAddress() {
  const { move, on, after, settings } = readAddress();
  const speed = Number(settings.get("speed"));
  document.body.classList.toggle("bare", settings.has("bare"));
  if ([0.5, 1, 2, 4].includes(speed)) $("speed").value = String(speed);
  turnsWheel = !framed && !settings.has("nowheel");
  fit();
  showMove(move, { remembered: after, gliding: false, on });
  return settings.has("play");
}

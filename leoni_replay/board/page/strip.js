// One sentence below the table, where it covers no card, and what is behind it on a sheet at the foot. It goes with a
// tap on the felt, with Esc (keys.js), and with the next move, and by itself if nothing is behind it.

import { table } from "../../show/scripts/shared/page.js";
import { $, button, make } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";
import { spoken } from "../../show/scripts/table/words.js";
import { chooser } from "./drive.js";
import { byHand } from "./known.js";
import { sentence } from "./notices.js";
import { openDialog } from "./sheets.js";
import { perform, state, tell } from "./store.js";

/** @import { Button, Notice } from "./types" */

const stripBox = $("told");
/** @type {Notice | null} what stands there */
let paintedNotice = null;
let stripTimer = 0;
/** Counts the seconds of what is under way. */
let busyTimer = 0;
/** When it was last seen. */
let left = -1000;
let heardTimer = 0;

/**
 * Say something to those who listen, also if it is the same again: a browser tells of what changes.
 *
 * @param {string} text
 */
function sayAloud(text) {
  clearTimeout(heardTimer);
  $("heard").textContent = "";
  if (!text) return;
  heardTimer = setTimeout(() => {
    $("heard").textContent = spoken(text);
  }, 60);
}

function clear() {
  clearTimeout(stripTimer);
  clearInterval(busyTimer);
  if (!stripBox.hidden) left = performance.now();
  for (const old of table.querySelectorAll(".blame")) old.classList.remove("blame");
  table.classList.remove("blaming");
  stripBox.hidden = true;
  stripBox.replaceChildren();
}

const silence = () => tell({ type: "said", notice: null });

/**
 * Whoever reads it, or reads something else, has time.
 *
 * @param {string} text
 */
function wait(text) {
  const leave = () => (stripBox.matches(":focus-within, :hover") || openDialog() ? wait(text) : silence());
  stripTimer = setTimeout(leave, 5000 + 80 * text.length);
}

/** @param {Notice | null} notice */
export function paintNotice(notice) {
  const goesOn = Boolean(notice?.busy) && notice?.also === paintedNotice?.also;
  paintedNotice = notice;
  sayAloud(notice?.lines.map((line) => sentence(byHand(state, line))).join(" ") ?? "");
  // How far a search is changes often: its button stays, since a finger may be on it, or the focus.
  if (notice && goesOn) return stripBox.firstChild?.replaceWith(noticeWords(notice));
  clear();
  if (!notice) return;
  const { lines, no = false, also = [], look = [], stays = also.length > 0 } = notice;
  const text = lines.join(" ");
  const close = button("×", silence, { class: "close", "aria-label": "Close" });
  stripBox.append(noticeWords(notice), ...also.map(noticeButton), close);
  stripBox.classList.toggle("no", no);
  stripBox.classList.toggle("long", text.length > (also.length ? 52 : 66));
  stripBox.hidden = false;
  if (!stays) wait(text);
  if (look.length) table.classList.add("blaming");
  for (const where of look) chooser.element(where)?.classList.add("blame");
}

/** @param {Notice} notice */
function noticeWords({ lines, busy = false, since = performance.now() }) {
  const words = make("div");
  words.append(...lines.map((line) => make("p", {}, spaced(sentence(byHand(state, line))))));
  if (busy) words.append(...progressParts(since));
  return words;
}

/**
 * What is under way, and for how long; who listens hears only that it goes on.
 *
 * @param {number} since when it began, by the clock of the page
 */
function progressParts(since) {
  const duration = () => `${Math.floor((performance.now() - since) / 1000)} s`;
  const seconds = make("small", { "aria-hidden": "true" }, duration());
  clearInterval(busyTimer);
  busyTimer = setInterval(() => {
    seconds.textContent = duration();
  }, 1000);
  return [make("progress", { "aria-label": "Looking for a way to win" }), " ", seconds];
}

/** @param {Button} way */
function noticeButton(way) {
  if ("href" in way && way.href) return make("a", { href: way.href, class: "button" }, way.label);
  const wayButton = button(way.label, () => perform(way));
  wayButton.disabled = way.disabled ?? false;
  return wayButton;
}

/** When somebody could last tap what is said. */
export const lastSaid = () => left;

$("box").addEventListener(
  "pointerdown",
  () => {
    if (state.notice) silence();
  },
  true,
);

// The player: from move to move, and playing on.

import { data, table } from "../shared/page.js";
import { showText } from "../shared/text.js";
import { $, quiet } from "../table/dom.js";
import { flourish } from "../table/motion.js";
import { linkInWords } from "../table/words.js";
import { rememberMove } from "./address.js";
import { cross, faulty, last, line, path } from "./lines.js";
import { tellMove } from "./tell.js";

/** What goes on to the next move. */
let playTimer = 0;

// -- from move to move ------------------------------------------------------------------------------------------------

table.addEventListener("shown", ({ detail }) => {
  tellLink();
  if (!detail.done) return;
  showText();
  table.lightUp(data.lit, faulty());
});

/** Of a weave that is under way, or done, its last link is told below the table. */
function tellLink() {
  const link = linkInWords(table);
  const [, words] = $("now").children;
  if (link) words.textContent = link;
}

/**
 * Show a move of a line. Cards glide to the next move and to the one before; farther away the table changes at once.
 *
 * @param {number} to
 * @param {{ gliding?: boolean, remembered?: boolean, on?: number }} options whether cards glide, whether the address is
 *     to have the move, and the line
 */
export function showMove(to, { gliding = true, remembered = true, on = line } = {}) {
  const glides = gliding && (on === line || Math.abs(to - table.at) <= 1);
  if (on !== line) cross(on);
  table.show(to, { gliding: glides });
  tellMove();
  tellLink();
  flourish(table, data.won && !line && table.at === last(), glides && !quiet.matches);
  if (remembered) rememberMove();
}

// -- playing ----------------------------------------------------------------------------------------------------------

const speed = () => Number($("speed").value);

/** @param {boolean} on */
function setPlaying(on) {
  table.speed = on ? speed() : 1;
  $("play").classList.toggle("on", on);
  $("play").title = on ? "Pause" : "Play";
  $("play").setAttribute("aria-label", $("play").title);
}

export function pause() {
  clearTimeout(playTimer);
  playTimer = 0;
  setPlaying(false);
}

/** Play on, or stop: in the middle of a weave, if one is under way. */
export function playMoves() {
  if (table.hold() || playTimer) return pause();
  setPlaying(true);
  if (table.go()) return playAfter(table.waiting.length + 1);
  if (table.at === last()) showMove(0);
  playTimer = setTimeout(playOn, 200);
}

/** The next card of a weave, or the next move. */
export function nextLink() {
  pause();
  if (table.turn(1) || table.at === last()) return;
  showMove(table.at + 1);
  // Where nothing glides, a weave is shown at once, and then card by card.
  if (!table.hold()) table.link(1);
}

/** The card of a weave before, or the move before. */
export function lastLink() {
  pause();
  if (!table.turn(-1)) showMove(table.at - 1);
}

function playOn() {
  if (table.at === last()) return pause();
  showMove(table.at + 1);
  if ($("rest").checked && !line && data.comments.includes(table.at)) return pause();
  playAfter(path[table.at - 1].changes.length);
}

/**
 * Play on once so many cards have come to lie.
 *
 * @param {number} cards
 */
function playAfter(cards) {
  const { changes } = path[table.at - 1];
  let gliding = 1700;
  if (quiet.matches) gliding = 0;
  else if (changes[0] && !changes[0].lay) gliding = cards * table.pace(changes.length) + 350 / speed();
  playTimer = setTimeout(playOn, Math.max(1300 / speed(), gliding));
}

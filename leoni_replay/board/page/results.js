// What came of games here, how long they took, and what that adds up to. The browser keeps it.

import { memory, newest } from "../../show/scripts/shared/memory.js";
import { gameOf } from "./known.js";
import { openDialog } from "./sheets.js";
import { changesNothing } from "./state.js";
import { listen, state } from "./store.js";

/** @import { Reply } from "./types" */

const LONGEST_BREAK = 90;
/** How many games there are whose time and hints are known. */
const GAMES_KEPT = 40;
/** The seconds of play since the last reply. */
let secondsSince = 0;

// The clock stops while the page is not seen, or a sheet or the menu lies over the table. A long break does not count.
setInterval(() => {
  if (document.hidden || openDialog()) return;
  secondsSince = Math.min(LONGEST_BREAK, secondsSince + 1);
}, 1000);

/**
 * A time in minutes and seconds.
 *
 * @param {number} seconds
 */
export const timed = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;

/**
 * What came of the games of a name. A guided deal is no game that counts.
 *
 * @param {string} name
 */
export function resultsOf(name) {
  const guided = state.offers.find((offer) => offer.name === name)?.guide?.deal;
  return Object.values(memory.get("results", {})).filter(({ game, deal }) => game === name && deal !== guided);
}

/**
 * Under what a game counts: the game and its deal, since files of any folder can have the same name.
 *
 * @param {Reply | null} reply
 */
const keyOf = (reply) => reply?.deal_key ?? reply?.path ?? "";

/** What came of the game on the table, if that is stored: another game with the same cards counts in its place. */
export function storedResult() {
  const stored = memory.get("results", {})[keyOf(state.reply)];
  const { result, path } = state.reply ?? {};
  return stored?.result === result && (stored?.path ?? path) === path ? stored : undefined;
}

/** How long the game on the table was played: the clock of one that is over stands still. */
export const secondsPlayed = () => storedResult()?.seconds ?? memory.get("times", {})[keyOf(state.reply)] ?? 0;

/**
 * The time since the last reply belongs to the game that lay on the table, if that was not over.
 *
 * @param {Reply | null} before
 */
function readClock(before) {
  const seconds = secondsSince;
  secondsSince = 0;
  if (before?.result !== "*") return;
  const key = keyOf(before.game === state.reply?.game ? state.reply : before);
  const times = memory.get("times", {});
  memory.set("times", newest({ ...times, [key]: (times[key] ?? 0) + seconds }, GAMES_KEPT));
}

/**
 * Who takes back the move that lost a game, or goes on with one that was given up, has not lost it yet. Another game
 * with the same cards has a clock of its own.
 *
 * @param {Reply | null} before
 */
function goOn(before) {
  const { reply, steps } = state;
  const key = keyOf(reply);
  const { [key]: stored, ...results } = memory.get("results", {});
  if (!stored || reply?.result !== "*") return;
  if (before?.game === reply.game) {
    if (before.result !== "*" && stored.result !== "won") memory.set("results", results);
  } else if (!steps.length) {
    const { [key]: _, ...times } = memory.get("times", {});
    memory.set("times", times);
  }
}

/** How many hints were taken in the game on the table. */
export const hintsTaken = () => memory.get("hints", {})[keyOf(state.reply)] ?? 0;

/**
 * Bring what is kept of a game to where it counts now: with every card that is named, the deal of a real table has
 * another key.
 *
 * @param {string} from
 * @param {string} to
 */
function moveCounts(from, to) {
  for (const name of /** @type {const} */ (["times", "hints"])) {
    const { [from]: count, ...others } = memory.get(name, {});
    if (count !== undefined) memory.set(name, newest({ ...others, [to]: (others[to] ?? 0) + count }, GAMES_KEPT));
  }
  const { [from]: result, ...others } = memory.get("results", {});
  if (result) memory.set("results", { ...others, [to]: result });
}

listen((before, event) => {
  if (event.type !== "answered" || changesNothing(event)) return;
  const [from, to] = [keyOf(before.reply), keyOf(state.reply)];
  if (before.reply?.game === state.reply?.game && from && from !== to) moveCounts(from, to);
  if (event.request.do === "hint" && event.reply.hint) {
    memory.set("hints", newest({ ...memory.get("hints", {}), [keyOf(state.reply)]: hintsTaken() + 1 }, GAMES_KEPT));
  }
  readClock(before.reply);
  goOn(before.reply);
});

/** Whether what came of the game on the table came about here. */
export const hasResult = () => memory.get("results", {})[keyOf(state.reply)]?.result === state.reply?.result;

/** Whether the game is another's, which is not won by whoever looks at it. */
export const isOnlyWatched = () => state.touched !== state.reply?.game && !hasResult();

/** Store what came of a game, if it came about here; whether it did. What came of it in the end is what counts. */
export function storeResult() {
  const { reply, touched, steps } = state;
  if (!reply) return false;
  const all = memory.get("results", {});
  const { deal, path, result } = reply;
  const key = keyOf(reply);
  if (touched !== reply.game || storedResult()) return false;
  delete all[key];
  const seconds = Math.round(secondsPlayed());
  const day = new Date().toISOString().slice(0, 10);
  const played = { game: gameOf(state), deal, path, result, moves: steps.length, seconds, hints: hintsTaken(), day };
  memory.set("results", { ...all, [key]: played });
  return true;
}

/**
 * How often a game was played and won, the row of wins that goes on, the fastest win, and how many hints were taken.
 *
 * @param {string} name
 * @returns {[what: string, value: string][]}
 */
export function figuresOf(name) {
  const all = resultsOf(name);
  const won = all.filter(({ result }) => result === "won");
  const row = all.toReversed().findIndex(({ result }) => result !== "won");
  const fastest = won.reduce((least, { seconds }) => Math.min(least, seconds), Infinity);
  return [
    ["played", String(all.length)],
    ["won", all.length ? `${Math.round((100 * won.length) / all.length)} %` : "–"],
    ["in a row", String(row < 0 ? all.length : row)],
    ["fastest", won.length ? timed(fastest) : "–"],
    ["hints", String(all.reduce((sum, { hints = 0 }) => sum + hints, 0))],
  ];
}

/**
 * The figures that say something. At the end of a game hints are named beside what came of it.
 *
 * @param {string} name
 */
export const tellingFigures = (name, withHints = false) =>
  figuresOf(name).filter(([what, value]) => (withHints || what !== "hints") && !["0", "0 %", "–"].includes(value));

// What came of games here, how long they took, and what that adds up to. The browser keeps it.

import { memory } from "../../show/scripts/shared/memory.js";
import { gameOf } from "./known.js";
import { changesNothing } from "./state.js";
import { listen, state } from "./store.js";

let since = Date.now(); // when the clock was read

export const timed = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;

// A guided deal is no game that counts.
export function resultsOf(name) {
  const guided = state.offers.find((offer) => offer.name === name)?.guide?.deal;
  return Object.values(memory.get("results", {})).filter(({ game, deal }) => game === name && deal !== guided);
}

// Under what a game counts: the game and its deal, since files of any folder can have the same name.
const keyOf = ({ deal_key: key, path }) => key ?? path;

export const secondsPlayed = () => memory.get("times", {})[keyOf(state.reply ?? {})] ?? 0;

// How long a game has been played: breaks of more than a minute and a half do not count.
function readClock() {
  const times = memory.get("times", {});
  const { result } = state.reply;
  const key = keyOf(state.reply);
  const gone = Math.min(90, (Date.now() - since) / 1000);
  since = Date.now();
  if (!key || result !== "*") return;
  // Who goes on with a game that was given up has not lost it yet.
  const { [key]: came, ...others } = memory.get("results", {});
  if (came?.result === "conceded") memory.set("results", others);
  const kept = Object.entries({ ...times, [key]: (times[key] ?? 0) + gone }).slice(-40);
  memory.set("times", Object.fromEntries(kept));
}
listen((before, event) => {
  // The clock stops while the menu or the start page is open.
  if (before.menu && !state.menu) since = Date.now();
  if (event.type === "answered" && !changesNothing(event)) readClock();
});

// Store what came of a game, if it came about here. What came of it in the end is what counts.
export function storeResult() {
  const { reply, touched, steps } = state;
  const all = memory.get("results", {});
  const { deal, result } = reply;
  const key = keyOf(reply);
  if (touched !== reply.game || all[key]?.result === result) return false;
  delete all[key];
  const seconds = Math.round(secondsPlayed());
  const day = new Date().toISOString().slice(0, 10);
  memory.set("results", { ...all, [key]: { game: gameOf(state), deal, result, moves: steps.length, seconds, day } });
  return true;
}

// How often a game was played and won, the row of wins that goes on, and the fastest win.
export function figuresOf(name) {
  const all = resultsOf(name);
  const won = all.filter(({ result }) => result === "won");
  const row = all.toReversed().findIndex(({ result }) => result !== "won");
  const fastest = won.reduce((least, { seconds }) => Math.min(least, seconds), Infinity);
  return [
    ["played", all.length],
    ["won", all.length ? `${Math.round((100 * won.length) / all.length)} %` : "–"],
    ["in a row", row < 0 ? all.length : row],
    ["fastest", won.length ? timed(fastest) : "–"],
  ];
}

// When games were played, and on which day a deal was that of the day. The browser keeps it.

import { memory, newest } from "../../show/scripts/shared/memory.js";
import { dayInWords, fileName, today } from "./known.js";
import { changesNothing } from "./state.js";
import { listen, state } from "./store.js";

const DAYS_KEPT = 200;

/** @returns {Record<string, number>} */
export const storedDays = () => memory.get("days", {});

/**
 * When a game was played last, in words; empty if this browser does not know it.
 *
 * @param {string} path
 */
export function dayPlayed(path) {
  const day = memory.get("played", {})[fileName(path)];
  if (day === undefined) return "";
  const ago = today() - day;
  return `last played ${["today", "yesterday"][ago] ?? dayInWords(day)}`;
}

listen((before, event) => {
  if (state.days !== before.days) memory.set("days", newest(state.days, DAYS_KEPT));
  if (event.type !== "answered" || changesNothing(event) || !state.reply || !event.reply.steps?.length) return;
  const name = fileName(state.reply.path);
  const { [name]: _old, ...others } = memory.get("played", {});
  memory.set("played", newest({ ...others, [name]: event.today }, DAYS_KEPT));
});

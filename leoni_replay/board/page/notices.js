// What is said below the table after a reply: one sentence, or none. What changes the table is seen, and not said.

import { capital, pluralize } from "../../show/scripts/table/signs.js";
import { dueStep } from "./guided.js";
import { isDecided, sortOfDeal } from "./known.js";

/** @import { Button, Notice, Reply, Request, State } from "./types" */

/** The most characters of two sentences that are said below the table together. */
const SHORT_ENOUGH = 80;

/**
 * Answers of several lines: the first one below the table, the others on a sheet.
 *
 * @param {string[]} lines
 * @returns {Notice | null}
 */
export function informed([first, ...others], no = false) {
  if (first === undefined) return null;
  const all = [first, ...others].join(" ");
  // A short sentence needs no sheet of its own.
  if (others.length === 1 && first.endsWith(".") && all.length <= SHORT_ENOUGH) return { lines: [all], no, also: [] };
  return {
    lines: [first],
    no,
    also: others.length ? [{ label: "More", act: "read", with: { title: first, lines: others } }] : [],
  };
}

/**
 * A gentle no, and what may have been forgotten before. Who asks why gets the rule and its source.
 *
 * @param {Reply} reply
 * @returns {Notice | null}
 */
function refusal({ refused, misplay = "", setting = "", suggestions = [] }) {
  if (!refused) return null;
  /** @type {Button[]} */
  const also = [];
  // What is no move in any position has nothing behind it.
  if (refused.rule || refused.exact.length || misplay || setting)
    also.push({ label: "Why?", act: "why", with: { refused, misplay, setting, suggestions } });
  const [likeliest] = suggestions;
  if (likeliest) also.unshift({ label: likeliest.question, act: "have it so", with: likeliest.text });
  return { lines: [refused.text], no: true, also, look: refused.look };
}

/**
 * What somebody who asks again and again gets while nobody answers.
 *
 * @param {State} state
 * @param {{ tried: boolean, time: string }} event
 * @returns {Notice}
 */
export function stoppedNotice({ reply, inBrowser }, { tried, time }) {
  const saved = reply?.saved;
  const lines = tried ? [`No answer at ${time}.`] : [];
  if (inBrowser) {
    lines.push("The program in this page has stopped.");
    if (saved) lines.push("Your game is saved: load the page again to go on.");
  } else {
    lines.push("leoni is not running any more.");
    const word = reply?.recorded ? "replay" : "play";
    if (saved) lines.push(`Your game is saved in ${reply?.path}.`, `To go on: leoni ${word} --web ${reply?.path}`);
  }
  return { lines, no: true, also: [{ label: "Try again", act: "try again" }], stays: true };
}

/**
 * Whether a reply has a review to tell of, and nothing else.
 *
 * @param {Reply} reply
 */
export const hasReview = (reply) => Boolean(reply.review) && !reply.stale && !reply.question && !reply.asked.length;

/**
 * Where the game was lost, as far as a review knows, in a short sentence.
 *
 * @param {NonNullable<Reply["review"]>} review
 * @param {number} count how many moves the game has
 * @param {boolean} isWayShown whether it is said besides from where a win was possible
 */
function lossInShort({ last_won: last, first_lost: lost, thrown_away: isThrownAway }, count, isWayShown) {
  if (last === count) return "It can still be won.";
  if (isThrownAway) return `Move ${lost} threw the game away.`;
  if (lost === 0) return "It could not be won from the start.";
  const latest = lost === null ? "" : `It was lost at move ${lost} at the latest.`;
  if (last === null) return latest || "Nobody knows yet whether it could be won.";
  return latest || (isWayShown ? "" : `It could be won ${last ? `up to move ${last}` : "as dealt"}.`);
}

/**
 * Of which position the table shows the first move of a win: after a review it shows no longer the end of the game.
 *
 * @param {NonNullable<Reply["review"]>} review
 * @param {number} count how many moves the game has
 */
function wayToWin({ last_won: last, thrown_away: isThrownAway }, count) {
  if (last === count || last === null) return "The purple move leads to a win.";
  if (isThrownAway) return "Before it, the purple move leads to a win.";
  const when = last ? `Before move ${last + 1}` : "As dealt";
  return `${when} it could still be won: the purple move leads there.`;
}

/**
 * What a review has found, in short, so that no card is covered; more is on a sheet.
 *
 * @param {Reply} reply
 * @param {number} count how many moves the game has
 * @returns {Notice}
 */
function reviewNotice({ review, found = [], film = [], reviewed: hasPage, result }, count) {
  const sentences = [found[0] ?? ""];
  if (review !== undefined && hasPage && result !== "won") {
    const isWayShown = film.length > 0;
    sentences[0] = lossInShort(review, count, isWayShown);
    if (isWayShown) sentences.push(wayToWin(review, count));
  }
  /** @type {Button} */
  const more = { label: "More", act: "what was found", with: { lines: found, hasPage: Boolean(hasPage) } };
  return { lines: [sentences.filter(Boolean).join(" ")], also: hasPage || found.length > 1 ? [more] : [], stays: true };
}

/**
 * What sort of deal it is, before it is played, and where the game is that was left for it.
 *
 * @param {State} before
 * @param {State} after
 */
function dealNotice(before, after) {
  const isBegun = before.reply?.result === "*" && before.steps.length > 0;
  const sentences = [sortOfDeal(after), isBegun ? "Your other game waits under Games." : ""];
  return informed([sentences.join(" ").trim()].filter(Boolean));
}

/** @param {number} won in how many moves the friend has won; 0 if that isn't known */
const invitedInWords = (won) =>
  won
    ? `Your friend won with these cards in ${pluralize(won, "move")}: your turn.`
    : "The same cards as your friend had: your turn.";

/** @param {number} count */
const safeWords = (count) =>
  `Safe play: it could never help to hold ${count > 1 ? `these ${count} cards` : "this card"} back.`;

/**
 * The rules, of which the first that fits says what is said.
 *
 * @type {[(told: Told) => boolean, (told: Told) => Notice | null][]}
 * @typedef {{ before: State, after: State, request: Request, reply: Reply, changes: boolean, said: string[] }} Told
 */
const NOTICES = [
  // What is no deal is said beside its field, and what is asked beside the cards.
  [({ after }) => after.wrongDeal.length > 0, () => null],
  // Who was sent a game reads that on a sheet; so does who was sent its cards and has never been here.
  [({ reply }) => Boolean(reply.shared), () => null],
  [
    ({ reply }) => Boolean(reply.invited),
    ({ after, reply }) => (after.stranger ? null : { lines: [invitedInWords(reply.invited?.won ?? 0)] }),
  ],
  [({ reply }) => Boolean(reply.question) || (reply.asked.length > 0 && !reply.hint), () => null],
  [
    ({ before, reply }) => Boolean(before.reply?.has_unknown_cards) && isDecided(before) && !reply.has_unknown_cards,
    () => ({ lines: ["All cards are known now."], also: [{ label: "Could it be won?", act: "review" }] }),
  ],
  [({ reply }) => hasReview(reply), ({ reply, after }) => reviewNotice(reply, after.steps.length)],
  [({ reply }) => Boolean(reply.refused), ({ reply }) => refusal(reply)],
  [
    ({ request, before, reply, changes }) =>
      request.do === "finish" && before.reply?.finish === "safe" && changes && reply.result === "*",
    ({ reply }) => informed([safeWords(reply.steps.length)]),
  ],
  [
    ({ said, request, changes, reply }) =>
      said.length > 0 && request.do !== "concede" && (!changes || Boolean(reply.stale)),
    ({ said, request, reply }) => informed(said, reply.stale || /^(play|why|enter)$/.test(request.do)),
  ],
  [
    ({ reply, request, after }) =>
      Boolean(reply.table) &&
      !reply.steps.length &&
      !reply.stale &&
      /^(begin|new|restart)$/.test(request.do) &&
      !dueStep(after),
    ({ before, after }) => dealNotice(before, after),
  ],
  [({ request }) => Boolean(request.tried), () => informed(["leoni answers again."])],
];

/**
 * What is said after a reply.
 *
 * @param {State} before the state when it came
 * @param {State} after the state after it, but for the notice
 * @param {Request} request
 * @param {Reply} reply
 * @returns {Notice | null}
 */
export function noticeAfter(before, after, request, reply) {
  const changes = Boolean(reply.table) || reply.steps.length > 0 || reply.kept < before.steps.length;
  const told = { before, after, request, reply, changes, said: reply.said ?? [] };
  const rule = NOTICES.find(([fits]) => fits(told));
  return rule ? rule[1](told) : null;
}

/** @param {string} text a sentence that begins with a small letter */
export const sentence = (text) => text.replace(/^[a-z]+(?= )/, capital);

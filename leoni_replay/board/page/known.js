// What is known of a state without a look at the page: which game it is, where somebody looks, what sort of deal it is.

import { capital, pluralize } from "../../show/scripts/table/signs.js";

/** @import { Move, Offer, Reply, State } from "./types" */

/**
 * The game on the table; before its rules run, the one whose cards lie there already.
 *
 * @param {State} state
 */
export const gameOf = ({ reply, preview }) => reply?.name ?? preview;
/** @param {State} state */
export const bookOf = ({ reply }) => reply?.rules ?? "";
/** @param {string} path */
export const fileName = (path) => path.split(/[\\/]/).pop() ?? path;

/** @param {State} state */
export const offerOf = (state) => state.offers.find(({ name }) => name === gameOf(state));

/**
 * Whose rules the game on the table has, as a player knows it: the title of the book, not its short name.
 *
 * @param {State} state
 */
export const bookTitle = (state) => new Map(offerOf(state)?.books).get(bookOf(state)) ?? bookOf(state);

/**
 * Whether the table shows the last position of the game, not one that somebody looks back at.
 *
 * @param {State} state
 */
export const atEnd = ({ at, goal, steps, borrowed }) => at === steps.length && goal === steps.length && !borrowed;

/**
 * Whether somebody looks back: the table shows another position than the last one, and no cards are on their way there.
 *
 * @param {State} state
 */
export const looksBack = ({ goal, steps, borrowed }) => goal !== steps.length || Boolean(borrowed);

/** @param {State} state */
export const isDecided = ({ reply }) => Boolean(reply) && reply?.result !== "*";

/**
 * Whether nobody has seen some of the cards of a real table: such a game can't be reviewed or dealt again.
 *
 * @param {State} state
 */
export const hasUnknownCards = ({ reply }) => Boolean(reply?.has_unknown_cards);

/**
 * Whether the table shows the move with which a win begins that was missed.
 *
 * @param {State} state
 */
export const atMissedWin = (state) => hasWin(state) && !state.borrowed && state.at === state.win?.at;
/** @param {State} state */
export const hasWin = (state) => Boolean(state.win?.steps.length) && isDecided(state);

/**
 * Whether the table shows the end of the win that was missed.
 *
 * @param {State} state
 */
export const atEndOfWin = ({ borrowed, win, at }) =>
  Boolean(borrowed && win) && at === (win?.at ?? 0) + (borrowed?.length ?? 0);

/**
 * The change with which the win begins that was missed.
 *
 * @param {State} state
 */
export const firstOfWin = (state) => (atMissedWin(state) && state.win?.steps[0].changes.find(({ at }) => !at)) || null;

/** What somebody does instead of a tap who does not play with a finger. */
const TAPS = { touch: "tap", mouse: "click", keys: "press Enter on" };

/**
 * A text for the hand that plays: with a mouse one clicks.
 *
 * @param {Pick<State, "hand">} state
 * @param {string} text
 */
export const byHand = ({ hand }, text) =>
  text.replace(/\b[Tt]ap\b/g, (word) => (word === "Tap" ? capital(TAPS[hand]) : TAPS[hand]));

/** @param {number} count */
export const movesPlayed = (count) => `${pluralize(count, "move")} played`;

/**
 * The moves among which somebody is asked to choose.
 *
 * @param {State} state
 * @returns {Move[]}
 */
export function choicesOf(state) {
  const { reply, chosen } = state;
  if (!reply || reply.over || !state.lying || !atEnd(state)) return [];
  if (chosen) return chosen;
  return isDecided(state) ? [] : reply.asked;
}

/**
 * Whether a hint proposes none of the moves among which somebody is asked to choose.
 *
 * @param {State} state
 */
export function proposesCancel(state) {
  const choices = choicesOf(state);
  return Boolean(state.hint) && choices.length > 0 && !choices.some(({ move }) => move === state.hint);
}

/** @param {string} label the label of a place */
const isFoundation = (label) => /^[CDHS][v^]$/.test(label);

/**
 * How many cards have come home, and how many had to: the cards that lie on the foundations from the start are not
 * among them.
 *
 * @param {State} state
 * @param {number[]} counts how many cards lie in each place now
 */
export function cardsHome({ places }, counts) {
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, number) => all + number, 0);
  const bases = sum(places.filter(({ label }) => isFoundation(label ?? "")).map(({ cards }) => cards.length));
  const home = sum(counts.filter((_, p) => isFoundation(places[p]?.label ?? ""))) - bases;
  return { home, away: sum(counts) - bases };
}

/**
 * How many of the cards came home that had to, after *with* or before *came home*.
 *
 * @param {{ home: number, away: number }} counts
 */
export const homeInWords = ({ home, away }) => (home ? `${home} of ${away} cards` : "no card");

// -- deals ------------------------------------------------------------------------------------------------------------

/**
 * A day as somebody says it.
 *
 * @param {number} day how many days have gone since 1 January 1970 where the player is
 */
export const dayInWords = (day) =>
  new Date(day * 864e5).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** @param {number} day */
export const dayInShort = (day) => dayInWords(day).replace(/ (...).*/, " $1");

/** The days since 1 January 1970 where the player is. */
export function today(date = new Date()) {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5);
}

/**
 * @param {Offer} offer
 * @param {number} day
 */
export const dealOfDay = ({ deals, days }, day) =>
  deals.length ? deals[day % days] : `seed:${new Date(day * 864e5).toISOString().slice(0, 10)}`;

/**
 * The deal with which somebody begins who has never been here: today's of the first game.
 *
 * @param {Offer[]} offers
 */
export function firstDeal([first]) {
  return { name: first.name, deal: dealOfDay(first, today()) };
}

/**
 * Under what it is known on which day a deal was that of the day.
 *
 * @param {string} name
 * @param {string} deal
 */
export const keyOfDeal = (name, deal) => `${name}, ${deal}`;

const SEED = "seed:";

/**
 * What a deal is called where a player reads it: its word alone.
 *
 * @param {string} deal
 */
export const dealName = (deal) => deal.replace(SEED, "");

/**
 * The deal that is called so.
 *
 * @param {string} name
 */
export const dealNamed = (name) => (name && !name.includes(":") ? SEED + name : name);

/**
 * The day whose deal it is: today, the day that its name says, or the day on which it was begun; null if it is none's.
 *
 * @param {State} state
 * @param {Offer} offer
 * @param {string} deal
 */
function dayOfDeal({ days, today }, offer, deal) {
  if (dealOfDay(offer, today) === deal) return today;
  const [, date = ""] = (!offer.deals.length && /^seed:(\d{4}-\d\d-\d\d)$/.exec(deal)) || [];
  const day = Date.parse(date) / 864e5;
  return Number.isInteger(day) ? day : (days[keyOfDeal(offer.name, deal)] ?? null);
}

/**
 * What a deal is to a player, if it is more than its name.
 *
 * @param {State} state
 * @param {Offer | undefined} offer
 * @param {string} deal
 */
export function dealInWords(state, offer, deal) {
  if (!offer) return "";
  if (offer.guide?.deal === deal) return "the guided deal";
  const day = dayOfDeal(state, offer, deal);
  if (day !== null) return `the deal of ${dayInWords(day)}`;
  return offer.deals.includes(deal) ? "a deal that can be won" : "";
}

/**
 * The day whose deal lies on the table; null if it is none's, or that of a guide.
 *
 * @param {State} state
 */
export function dayOnTable(state) {
  const offer = offerOf(state);
  const deal = state.reply?.deal;
  return !offer || deal === undefined || deal === offer.guide?.deal ? null : dayOfDeal(state, offer, deal);
}

/**
 * What sort of deal lies on the table, in a sentence.
 *
 * @param {State} state
 */
export function sortOfDeal(state) {
  const offer = offerOf(state);
  const deal = state.reply?.deal ?? "";
  const words = dealInWords(state, offer, deal);
  if (!offer || !words || deal === offer.guide?.deal) return "";
  return `This is ${words}${dayOnTable(state) !== null && offer.deals.length ? ", and it can be won" : ""}.`;
}

/**
 * The days on which deals were those of the day, with the deal of a game that is laid now.
 *
 * @param {State} state
 * @param {Reply} reply
 * @param {number} day
 */
export function daysAfter(state, reply, day) {
  const offer = offerOf({ ...state, reply });
  if (!reply.table || !offer || dealOfDay(offer, day) !== reply.deal) return state.days;
  return { ...state.days, [keyOfDeal(offer.name, reply.deal)]: day };
}

/**
 * Whether the deal on the table is one of those that can be won, which is known of the rules of the first book.
 *
 * @param {State} state
 */
export function isWinnable(state) {
  const offer = offerOf(state);
  if (!offer?.deals.length || bookOf(state) !== offer.books[0][0]) return false;
  return [...offer.deals, offer.guide?.deal].includes(state.reply?.deal);
}

/**
 * Whether the next deal is one that can be won: after another of that sort, and after every loss.
 *
 * @param {State} state
 */
export function isNextWinnable(state) {
  const offer = offerOf(state);
  const { result = "*", dealt = false } = state.reply ?? {};
  if (!dealt || !offer?.deals.length || bookOf(state) !== offer.books[0][0]) return false;
  return isWinnable(state) || result === "lost" || result === "conceded";
}

// What the board knows, and how events change it. Only `next` makes another state; nothing here touches the page.

import { pluralize } from "../../show/scripts/table/signs.js";
import { isGuideAtEnd } from "./guided.js";
import { atEnd, daysAfter, gameOf, isDecided, proposesCancel } from "./known.js";
import { hasReview, informed, noticeAfter, stoppedNotice } from "./notices.js";

/** @import { Event, Reply, Request, State, Step, Survey } from "./types" */

/**
 * @param {Partial<State>} known what the page knows before the first reply
 * @returns {State}
 */
export const initial = (known = {}) => ({
  offers: [],
  inBrowser: false,
  hasLinks: false,
  hand: "touch",
  letters: true,
  reply: null,
  preview: "",
  steps: [],
  places: [],
  at: 0,
  goal: 0,
  lying: true,
  weaving: false,
  held: false,
  words: "",
  undone: "",
  resumed: false,
  chosen: null,
  hint: null,
  notice: null,
  survey: { open: false, chosen: [], entered: [], refused: [] },
  learned: [],
  skipped: "",
  back: null,
  rolling: false,
  borrowed: null,
  win: null,
  gone: false,
  touched: null,
  menu: false,
  wrongDeal: [],
  renewed: false,
  today: 0,
  days: {},
  stranger: false,
  first: null,
  ...known,
});

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function next(state, event) {
  switch (event.type) {
    case "answered":
      return afterReply(state, event);
    case "unanswered":
      return { ...state, gone: true, notice: stoppedNotice(state, event) };
    case "going":
      return { ...state, goal: event.to, lying: false, weaving: false };
    case "shown":
      return { ...state, at: event.at, words: event.words, weaving: event.weaving, held: event.held };
    case "arrived":
      return afterArrival(state);
    case "chosen":
      return afterChoice(state, event.moves);
    case "said":
      return { ...state, notice: event.notice };
    case "naming":
      return { ...state, survey: { ...state.survey, refused: [], ...event.survey } };
    case "guide":
      return {
        ...state,
        skipped: event.skipped,
        back: event.back ?? null,
        notice: null,
        stranger: state.stranger && !event.skipped,
      };
    case "rolling":
      return { ...state, rolling: event.on };
    case "borrowed":
      return { ...state, borrowed: event.steps };
    case "menu":
      return { ...state, menu: event.open, wrongDeal: [] };
    case "deal written":
      return { ...state, wrongDeal: [] };
    case "previewed":
      return { ...state, preview: event.name };
    case "renewed":
      return { ...state, renewed: true };
    case "hand":
      return { ...state, hand: event.hand };
    case "letters":
      return { ...state, letters: event.on };
    case "known":
      return { ...state, stranger: false };
    default:
      return state;
  }
}

/**
 * The cards have come to lie. Who has been shown a guide to its end, or has played a game to its end, is not new here.
 *
 * @param {State} state
 * @returns {State}
 */
function afterArrival(state) {
  const after = { ...state, lying: true, first: state.first ?? state.steps.length };
  const name = gameOf(state);
  const isLearned = isGuideAtEnd(after);
  const hasPlayed = isDecided(after) && atEnd(after) && after.touched === after.reply?.game;
  if (isLearned && !state.learned.includes(name)) after.learned = [...state.learned, name];
  return isLearned || hasPlayed ? { ...after, stranger: false } : after;
}

/**
 * Whether everything stays as it was: where a request was none, and for whoever looks away for a moment.
 *
 * @param {{ request: Request, reply: Reply }} exchange
 */
export const changesNothing = ({ request, reply }) =>
  Boolean(reply.error) || (request.do === "look" && !reply.table && !request.tried);

/**
 * The state after a reply.
 *
 * @param {State} state
 * @param {Extract<Event, { type: "answered" }>} event
 * @returns {State}
 */
function afterReply(state, { request, reply, today }) {
  if (changesNothing({ request, reply })) {
    return {
      ...state,
      gone: false,
      today,
      notice: reply.error ? informed(reply.error.split("\n"), true) : state.notice,
    };
  }
  const laid = Boolean(reply.table);
  const before = state.reply;
  const steps = laid ? reply.steps : [...state.steps.slice(0, reply.kept), ...reply.steps];
  // Whoever has to choose, and asks for a hint, still has to choose.
  const keeps = (reply.hint && request.among) || [];
  const plays = /^(play|finish|concede|enter)$/.test(request.do);
  const after = {
    ...state,
    reply: {
      .../** @type {Reply} */ (before ?? {}),
      ...reply,
      asked: keeps.length ? (before?.asked ?? []) : reply.asked,
    },
    steps,
    places: reply.table?.places ?? state.places,
    goal: steps.length,
    lying: false,
    weaving: false,
    held: false,
    undone: request.do === "undo" ? undoneInWords(state.steps.slice(steps.length)) : "",
    resumed: request.do === "back",
    chosen: keeps.length && state.chosen ? reply.legal.filter(({ move }) => keeps.includes(move)) : null,
    hint: reply.hint ?? null,
    rolling: false,
    borrowed: null,
    gone: false,
    // Who is sent the cards of a guided deal plays them: no guide begins.
    skipped: reply.invited ? reply.deal : state.skipped,
    touched: plays ? (before?.game ?? null) : state.touched,
    win: winOf(state, reply),
    survey: surveyAfter(state, request, reply),
    today,
    days: daysAfter(state, reply, today),
    wrongDeal: request.do === "begin" && !laid && state.menu ? (reply.said ?? []) : [],
  };
  after.notice = noticeAfter(state, after, request, reply);
  after.goal = goalAfter(reply, steps.length);
  return after;
}

/**
 * What was taken back: its sentence, or of several moves that were played at once how many.
 *
 * @param {Step[]} steps
 */
const undoneInWords = ([first, ...others]) =>
  others.length ? pluralize(others.length + 1, "move") : (first?.prose ?? "");

/**
 * The step that the table shows after a reply: who was sent a game that is over sees its cards as dealt; who has
 * a game reviewed sees the move that would have won.
 *
 * @param {Reply} reply
 * @param {number} last
 */
function goalAfter(reply, last) {
  if (reply.shared) return 0;
  const isShown = hasReview(reply) && (Boolean(reply.film?.length) || Boolean(reply.review?.thrown_away));
  return (isShown ? reply.review?.last_won : null) ?? last;
}

/**
 * The win that is known after a reply: that of a new review, or the one that was known as long as its game has not
 * changed.
 *
 * @param {State} state
 * @param {Reply} reply
 */
function winOf({ win }, reply) {
  if (hasReview(reply) && reply.review) {
    const last = reply.review.last_won ?? 0;
    return { game: reply.game, version: reply.version, at: last, steps: reply.film ?? [] };
  }
  return win?.game === reply.game && win.version === reply.version ? win : null;
}

/**
 * What is asked on a real table. What was answered comes back, all but its last card, where an answer is taken back.
 *
 * @param {State} state
 * @param {Request} request
 * @param {Reply} reply
 * @returns {Survey}
 */
function surveyAfter({ survey, reply: before }, request, reply) {
  if (!reply.question) return { open: false, chosen: [], entered: [], refused: [] };
  const takesBack = request.do === "undo";
  const asksAgain = reply.question === before?.question;
  return {
    open: true,
    chosen: takesBack ? (survey.entered.at(-1) ?? []).slice(0, -1) : [],
    entered: takesBack ? survey.entered.slice(0, -1) : survey.entered,
    refused: asksAgain ? (reply.said ?? []) : [],
  };
}

/**
 * Somebody has pointed at a card that can go to several places, or to none of them.
 *
 * @param {State} state
 * @param {string[]} moves
 */
function afterChoice(state, moves) {
  const { reply, hint } = state;
  if (!reply) return state;
  const meant = [...reply.legal, ...reply.asked].filter(({ move }) => moves.includes(move));
  if (meant.length) return { ...state, chosen: meant, hint: null, notice: null };
  const open = { ...state, chosen: null, notice: null, reply: { ...reply, asked: [] } };
  // Whoever was told to cancel sees what comes first.
  return { ...open, hint: proposesCancel(state) ? hint : null };
}

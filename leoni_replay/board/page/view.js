// What the board says and offers: a function of the state. It touches no page, so that every state can be tried without
// a browser (tests/browser/view.test.mjs).

import { capital, pluralize, spaced } from "../../show/scripts/table/signs.js";
import { dueStep, guidedMove, guideWaits } from "./guided.js";
import {
  atEnd,
  atEndOfWin,
  atMissedWin,
  byHand,
  choicesOf,
  dayInShort,
  dayInWords,
  dayOnTable,
  firstOfWin,
  gameOf,
  hasUnknownCards,
  isDecided,
  isNextWinnable,
  looksBack,
  offerOf,
  proposesCancel,
} from "./known.js";

/** @import { Action, Button, Choice, Move, Reply, State, View } from "./types" */

/** @type {Move[]} */
const NOTHING = [];

const DEAL_AGAIN = "Deal again";

/**
 * Whether nothing is left but to deal again.
 *
 * @param {Move[]} legal
 */
const dealIsOver = (legal) => legal.length === 1 && legal[0].move.startsWith("redeal");

/**
 * The state of the board in one word: exactly one of them holds, and the style sheet asks for nothing else.
 *
 * @param {State} state
 */
export function modeOf(state) {
  const { reply } = state;
  if (!reply) return "loading";
  if (reply.over) return "closed";
  if (state.gone) return "gone";
  const end = atEnd(state);
  const decided = isDecided(state);
  if (reply.question && end) return "naming"; // the cards of a real table
  if (state.weaving && !state.rolling) return "weaving";
  if (decided && (!end || atMissedWin(state))) return "reviewing";
  if (!end) return "looking-back";
  if (dueStep(state)) return "guided";
  if (choicesOf(state).length) return "choosing";
  if (decided) return reply.recorded ? "recorded" : "decided";
  if (!reply.legal.length) return "stuck";
  // Only reversals are left that free a card: the rules end the game here, and the player can.
  if (reply.ended_by_rules) return "ended-by-rules";
  if (reply.legal.some(({ to }) => to !== null)) return "playing";
  return dealIsOver(reply.legal) ? "dealing-again" : "turning";
}

// -- buttons ----------------------------------------------------------------------------------------------------------

/**
 * The buttons of the moves that have no card to tap.
 *
 * @param {State} state
 * @returns {Button[]}
 */
function turns({ reply, hint }) {
  const legal = reply?.legal ?? NOTHING;
  const moves = legal.filter(({ from, to, move }) => !from && to === null && /^(exile|deal|redeal)/.test(move));
  const label = (/** @type {Move} */ { move, short }) => {
    if (move.startsWith("redeal")) return DEAL_AGAIN;
    return capital(moves.length > 1 ? short : (/^[a-z]+/.exec(move)?.[0] ?? short));
  };
  return moves.map((move) => ({ label: label(move), act: "play", with: move.move, hinted: move.move === hint }));
}

/**
 * The words of a move among several: where it goes, or what it is in short.
 *
 * @param {State} state
 * @param {Move} move
 * @returns {Button}
 */
function choice({ places, hint }, move) {
  const { short, to } = move;
  const hinted = move.move === hint;
  if (to === null) return { label: short, act: "play", with: move.move, hinted };
  const { label = "" } = places[to];
  const foundation = /^([CDHS])([v^])$/.exec(label);
  if (!foundation) return { label: label.replace(/^\d+$/, "pile $&"), act: "play", with: move.move, to, hinted };
  const [, suit, way] = foundation;
  const sign = "♣♦♥♠"["CDHS".indexOf(suit)];
  return { label: spaced(`${sign} ${way === "^" ? "▲" : "▼"}`), act: "play", with: move.move, to, hinted };
}

/**
 * What can be done while one looks back at a game that is over.
 *
 * @param {State} state
 * @returns {Button[]}
 */
function looking(state) {
  /** @type {Button} */
  const result = { label: "Result", act: "result" };
  if (state.rolling) return [{ label: "Pause", act: "pause" }, { label: "Faster", act: "faster" }, result];
  if (atMissedWin(state))
    return [{ label: "Watch the win", act: "watch the win" }, result, { label: "Play from here", act: "from here" }];
  /** @type {Button[]} */
  const ways = [{ label: "Go on", act: "roll on" }, result];
  return state.borrowed ? ways : [...ways, { label: "Play from here", act: "from here" }];
}

/** @type {Button} */
const NAME_THE_REST = { label: "Name the rest", act: "name the rest" };

/**
 * The buttons below the table, each with what it does (store.js).
 *
 * @param {State} state
 * @param {string} mode
 * @returns {Button[]}
 */
function buttonsOf(state, mode) {
  const reply = /** @type {Reply} */ (state.reply);
  switch (mode) {
    case "loading":
    case "closed":
      return [];
    case "naming":
      return [{ label: "Name the cards", act: "name the cards" }];
    case "weaving":
      if (!state.held) return [{ label: "Hold", act: "hold" }];
      return [
        { label: "Go on", act: "hold" },
        { label: "Next card", act: "next card" },
      ];
    case "reviewing":
      return looking(state);
    case "looking-back":
      return [
        { label: "Back to the game", act: "back to the game" },
        { label: "Play from here", act: "from here" },
      ];
    case "choosing":
      return [
        ...choicesOf(state).map((move) => choice(state, move)),
        { label: "Cancel", act: "cancel the choice", hinted: proposesCancel(state) },
      ];
    case "recorded":
      return hasUnknownCards(state) ? [NAME_THE_REST] : [{ label: "Review", act: "review" }];
    case "decided":
      return [
        { label: "Result", act: "result" },
        hasUnknownCards(state) ? NAME_THE_REST : { label: "Same deal", act: "restart at once" },
        { label: "Next deal", act: "next deal" },
      ];
    case "dealing-again": {
      const [{ move }] = reply.legal;
      return [{ label: DEAL_AGAIN, act: "play", with: move, kind: "again", hinted: state.hint === move }];
    }
    case "ended-by-rules":
      return [...turns(state), { label: "End the game", act: "end the game" }];
    default:
      return turns(state);
  }
}

/**
 * The button that says why a weave has ended the deal.
 *
 * @param {State} state
 * @param {string} mode
 * @returns {Button[]}
 */
function whyButtons({ reply }, mode) {
  if (!reply?.stalemate || !["dealing-again", "stuck", "decided", "ended-by-rules"].includes(mode)) return [];
  return [{ label: "Why?", act: "why the deal is over", with: reply.stalemate }];
}

// -- words ------------------------------------------------------------------------------------------------------------

/**
 * What is said of the position: first what is to be turned up or dealt, then what has happened.
 *
 * @param {State} state
 * @param {string} mode
 */
function positionWords(state, mode) {
  const { reply, undone } = state;
  const back = state.resumed ? "You play on from here." : state.words;
  const words = undone ? `Taken back: ${spaced(undone)}` : back;
  if (atEndOfWin(state)) return { call: "", words: "Won: all cards are home. So it could have been won." };
  if (looksBack(state) && mode !== "weaving") return { call: "", words: pastInWords(state) };
  if (!reply || !atEnd(state) || !state.lying || reply.over) return { call: "", words: state.words };
  if (isDecided(state)) {
    return {
      call: "",
      words: reply.result === "conceded" ? concededInWords(state) : capital(spaced(reply.state)),
    };
  }
  if (mode === "choosing") return { call: "", words: questionOf(state) };
  if (mode === "dealing-again" || !reply.legal.length) return { call: "", words: capital(spaced(reply.state)) };
  if (mode === "ended-by-rules") {
    return { call: "", words: "By the rules the game is lost here. A reversal can free a card: the lit ones do." };
  }
  const turning = reply.legal.every(({ to }) => to === null);
  if (turning) return { call: `${capital(reply.aloud.moves[0])}. `, words };
  const hint =
    state.hand === "keys" && state.letters
      ? "Play a card that is lit: N leads there, ? shows the keys."
      : "Play a card that is lit.";
  return { call: "", words: words || (reply.question ? "" : hint) };
}

/**
 * Which move the table shows while somebody looks back, of how many, and what it does.
 *
 * @param {State} state
 */
function pastInWords({ at, steps, borrowed, win, words }) {
  const count = borrowed ? (win?.at ?? 0) + borrowed.length : steps.length;
  return at ? `Move ${at} of ${count}: ${words}` : `As dealt, before the first of ${pluralize(count, "move")}.`;
}

/**
 * What somebody is asked who has to choose: where a card goes, or which of several is meant.
 *
 * @param {State} state
 */
function questionOf(state) {
  const [first, ...others] = choicesOf(state).map(({ move }) => /([2-9TJQKA][CDHS])([v^]?)/.exec(move)?.slice(1));
  if (!first || others.some((other) => other?.[0] !== first[0])) return "Which card?";
  const [rank, suit] = first[0];
  const card = `${rank === "T" ? "10" : rank}${"♣♦♥♠"["CDHS".indexOf(suit)]}`;
  const isForBoth = others.length > 0 && first[1] && others.every((other) => other?.[1]);
  return spaced(isForBoth ? `${card} fits both: which foundation?` : `Where shall ${card} go?`);
}

/** @param {State} state */
const concededInWords = ({ reply, touched }) =>
  touched === reply?.game ? "You have given up this deal." : "This deal was given up.";

/** What the end of a guide says of its deal (results.js). */
const GUIDED_COUNTS_NOT = "It does not count in the statistics.";

/**
 * What the guide says, and its buttons.
 *
 * @param {State} state
 * @returns {View["guide"]}
 */
function guideView(state) {
  const guide = atEnd(state) && state.lying ? dueStep(state) : null;
  if (!guide) return null;
  const { at, steps } = guide;
  const over = at === steps.length;
  // What is purple is explained by the guide, where somebody sees it first.
  const byKeys = state.hand === "keys" && state.letters ? ", and ? shows all keys" : "";
  const text = over
    ? `${guide.closing} ${GUIDED_COUNTS_NOT}`
    : steps[at].text + (at ? "" : ` Purple shows what to tap${byKeys}.`);
  /** @type {Button[]} */
  const buttons = at ? [{ label: "Back", act: "undo" }] : [];
  buttons.push({ label: over ? "Play on" : "Skip", act: "leave the guide", with: over });
  return { sign: over ? "✓" : `${at + 1}/${steps.length}`, text: spaced(byHand(state, text)), buttons };
}

/**
 * Somebody who has never been here and comes to a table is offered its guide, until a move is made.
 *
 * @param {State} state
 * @param {string} mode
 * @returns {Button[] | null}
 */
function welcomeOf(state, mode) {
  const offer = offerOf(state);
  const { reply } = state;
  if (!state.stranger || !offer?.guide || !reply || reply.recorded || state.notice) return null;
  if (!["playing", "turning"].includes(mode) || state.steps.length !== state.first) return null;
  return [
    { label: `Learn ${offer.name}`, act: "learn", with: offer.name },
    { label: "×", act: "not now", kind: "close" },
  ];
}

/**
 * What is asked on a real table, and what of the answer has been given.
 *
 * @param {State} state
 * @returns {View["survey"]}
 */
function surveyView({ reply, survey }) {
  if (!reply?.question || !survey.open) return null;
  return { lines: [...survey.refused, reply.question], refused: survey.refused.length > 0, survey };
}

// -- the whole --------------------------------------------------------------------------------------------------------

/**
 * The deal of a day, as the header names it: in words, and in short where there is little room; of any other deal none.
 *
 * @param {State} state
 */
function dealInHeader(state) {
  const day = dayOnTable(state);
  return day === null ? [] : [`deal of ${dayInWords(day)}`, dayInShort(day)];
}

/**
 * Where the game is saved, and found again.
 *
 * @param {State} state
 */
function recordPlace({ reply, inBrowser }) {
  if (!reply) return { text: "", no: false };
  if (!reply.keeps) return { text: "Not saved", no: false };
  if (!reply.saved) return { text: `NOT SAVED in ${inBrowser ? "this browser" : reply.path}.`, no: true };
  const text = inBrowser
    ? "Every move is saved in this browser. You find the game again under Games."
    : `Every move is saved in ${reply.path}. You find the game again under Games.`;
  return { text, no: false };
}

/** Where a game is over, only undo is left of the buttons of play. */
const ENDS = ["decided", "recorded", "reviewing"];
/** Where the game is not played on: what lies there is looked at, or the guide has the place of the buttons. */
const NOT_PLAYED_ON = [...ENDS, "looking-back", "guided", "closed", "loading"];

/**
 * Which buttons do nothing now, and which are not there, by their ids. The letter of such a button does nothing, either
 * (keys.js).
 *
 * @param {State} state
 * @param {string} mode
 */
function switches(state, mode) {
  const { reply } = state;
  const { over = false, recorded = false, legal = NOTHING, redo = false } = reply ?? {};
  const isNotPlayedOn = NOT_PLAYED_ON.includes(mode);
  const isAtEnd = ENDS.includes(mode);
  const decided = isDecided(state);
  const hasUnknown = hasUnknownCards(state);
  const isPast = looksBack(state);
  // Whoever looks back at a game that is over has no use for help, either.
  const isFinished = isAtEnd || (isPast && decided);
  const hidesSteps = !isPast || state.rolling || atMissedWin(state);
  return {
    disabled: {
      earlier: over || state.goal < 1,
      later: over || atEndOfWin(state),
      undo: over || !state.steps.length,
      redo: isNotPlayedOn || !redo,
      hint: isNotPlayedOn || isPast || !legal.length,
      // Whoever has to choose is not taken out of it by the way.
      finish: isNotPlayedOn || isPast || !legal.length || choicesOf(state).length > 0,
      more: mode === "guided",
    },
    hidden: {
      earlier: hidesSteps,
      later: hidesSteps,
      // They are for the last position: nobody leaves by the way what is looked at.
      undo: isPast || state.rolling,
      redo: isPast || isAtEnd,
      hint: isFinished,
      finish: isFinished,
      unsaved: !reply?.unsaved || !reply.keeps,
      renew: !state.renewed,
      tried: !recorded,
      guided: !guideWaits(state),
      "new-game": recorded,
      games: recorded,
      restart: recorded || hasUnknown,
      keep: reply?.keeps ?? true,
      concede: decided,
      "name-rest": !decided || !hasUnknown,
      review: hasUnknown || reply?.result === "won" || (!decided && legal.length > 0),
    },
  };
}

/**
 * The move that is shown on the table; while somebody has to choose, only one of the choices.
 *
 * @param {State} state
 * @param {string} mode
 */
function hintOf(state, mode) {
  if (!state.lying || !atEnd(state) || state.reply?.over || proposesCancel(state)) return null;
  return mode === "guided" ? (guidedMove(state)?.move ?? null) : state.hint;
}

/**
 * @param {State} state
 * @returns {View}
 */
export function viewOf(state) {
  const { reply } = state;
  const mode = modeOf(state);
  const end = atEnd(state);
  const open = state.lying && end && !reply?.over;
  const decided = isDecided(state);
  const choices = choicesOf(state);
  const all = reply?.finish === "all";
  const isAsked = open && !decided && !state.chosen && Boolean(reply?.asked.length);
  return {
    game: reply?.game ?? null,
    mode,
    moving: !state.lying && mode !== "weaving" && mode !== "gone",
    title: gameOf(state),
    deal: dealInHeader(state),
    file: recordPlace(state),
    ...positionWords(state, mode),
    lit: reply && open && (!decided || reply.recorded) ? reply.legal : NOTHING,
    asked: choices,
    hint: hintOf(state, mode),
    guided: mode === "guided",
    turnedUp: isAsked ? (reply?.asked[0] ?? null) : null,
    again: mode === "dealing-again",
    won: (reply?.result === "won" && end) || atEndOfWin(state),
    buttons: [...whyButtons(state, mode), ...buttonsOf(state, mode)],
    ...switches(state, mode),
    finish: {
      label: all ? "Finish" : "Safe play",
      title: all ? "Play all the rest" : "Play the cards that it never helps to hold back",
    },
    notice: state.notice,
    guide: guideView(state),
    welcome: welcomeOf(state, mode),
    survey: surveyView(state),
    rows: state.borrowed ? [...state.steps.slice(0, state.win?.at ?? 0), ...state.borrowed] : state.steps,
    at: state.at,
    stepped: !end || (mode === "weaving" && state.held),
  };
}

/**
 * What a tap or a drag means: a move to play, a win to watch, a question why not, or a choice among several.
 *
 * @param {State} state
 * @param {Choice} choice
 * @returns {Action | null}
 */
export function meaningOf(state, { moves, from, to = null }) {
  const first = firstOfWin(state);
  if (from && first?.from && String(first.from) === String(from)) return { act: "watch the win" };
  // A finger or a mouse that meets a card by the way is told nothing.
  if (looksBack(state) && state.lying && from && state.hand === "keys") return { act: "you look back" };
  if (!atEnd(state) || state.weaving || state.reply?.over) return null;
  const guided = guidedMove(state);
  const tapped = to === null ? from : null;
  if (guided) {
    if (moves?.includes(guided.move) || (tapped && tapped[0] === guided.to)) return { act: "play", with: guided.move };
    if (moves?.length) return { act: "not the guide", with: guided.move };
  }
  if (moves?.length === 1) return { act: "play", with: moves[0] };
  if (moves) return { act: "choose", with: moves };
  // Of a game that is over nobody asks why a card can't be played.
  const isOver = isDecided(state) && !state.reply?.recorded;
  return from && !isOver ? { act: "ask why", with: { from, to } } : null;
}

/**
 * Whether the next deal is another of those that can be won, or comes on a real table again, in words.
 *
 * @param {State} state
 */
export function nextDealInWords(state) {
  if (state.reply?.dealt === false) return "on a real table";
  return isNextWinnable(state) ? "one that can be won" : "whatever comes";
}

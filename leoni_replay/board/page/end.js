// When a game is over: what came of it, how often, what could have been won, and what can be done next.

import { table } from "../../show/scripts/shared/page.js";
import { SUITS } from "../../show/scripts/table/cards.js";
import { button, make, quiet } from "../../show/scripts/table/dom.js";
import { capital, pluralize, spaced } from "../../show/scripts/table/signs.js";
import { glideTo } from "./drive.js";
import {
  atEnd,
  bookOf,
  cardsHome,
  dealInWords,
  gameOf,
  hasUnknownCards,
  hasWin,
  homeInWords,
  isDecided,
  isNextWinnable,
  isWinnable,
  offerOf,
} from "./known.js";
import { ask } from "./requests.js";
import { hintsTaken, isOnlyWatched, resultsOf, secondsPlayed, storedResult, storeResult, timed } from "./results.js";
import { share, shareGame } from "./sharing.js";
import { leaving, openDialog, sheet } from "./sheets.js";
import { numbersOf } from "./statistics.js";
import { listen, onPress, press, state, tell } from "./store.js";
import { nextDealInWords } from "./view.js";

/** @import { Offer, Reply } from "./types" */

/** What came of the game that is over, on a sheet. */
function showResult() {
  press("end the film");
  const { reply } = state;
  const name = gameOf(state);
  const buttons = make("p", { class: "buttons two" });
  tell({ type: "said", notice: null });
  if (!atEnd(state)) glideTo(table.last, false);
  if (!reply || reply.recorded) return;
  buttons.append(...resultButtons(reply));
  const status = make("p", { id: "shared", class: "unseen", role: "status" });
  const parts = [make("p", {}, resultInWords(reply)), ...numbersOf(name), status, buttons];
  sheet.show(titleOf(reply), parts);
  raiseConfetti();
}

/** @param {Reply} reply */
function titleOf(reply) {
  const { result } = reply;
  if (isOnlyWatched()) return result === "won" ? "This game was won" : "This game was not won";
  return result === "won" ? "You have won!" : "Not this time";
}

/** @param {Reply} reply */
function resultInWords(reply) {
  const title = [gameOf(state), dealInWords(state, offerOf(state), reply.deal)].filter(Boolean).join(", ");
  const duration = isOnlyWatched() || !storedResult() ? [] : [`You played for ${timed(secondsPlayed())}.`];
  return [`${title}.`, outcomeInWords(reply), ...duration].join(" ");
}

/** @param {Reply} reply */
function outcomeInWords(reply) {
  const { steps } = state;
  const count = isOnlyWatched() ? 0 : hintsTaken();
  const hints = count ? `, with ${pluralize(count, "hint")}` : "";
  const counts = table.piles.map(({ length }) => length);
  const cards = counts.reduce((all, size) => all + size, 0);
  if (reply.result === "won") return `All ${cards} cards are home in ${pluralize(steps.length, "move")}${hints}.`;
  // How a game was lost says how many cards did not come home.
  if (reply.result === "lost") return `${spaced(reply.state)}${count ? ` You took ${pluralize(count, "hint")}.` : ""}`;
  const home = capital(homeInWords(cardsHome(state, counts)));
  return `${isOnlyWatched() ? "It was given up" : "You gave up"}. ${home} came home${hints}.`;
}

/**
 * One green button for what most do next, then few others in the order in which they are wanted.
 *
 * @param {Reply} reply
 */
function resultButtons(reply) {
  const { result } = reply;
  const isUnknown = hasUnknownCards(state);
  const watching = leaving("Watch again", { act: "watch" });
  const further = make("span", { class: "further" });
  if (state.hasLinks && !isOnlyWatched()) further.append(button("Send my game", shareGame, { class: "quiet" }));
  further.append(button("Statistics", () => press("statistics", "result"), { class: "quiet" }));
  further.append(leaving("All games", { act: "games", with: "result" }, "quiet"));
  if (isOnlyWatched()) {
    const passing = state.hasLinks ? [explained(button("Pass it on", shareGame), "a link that shows it")] : [];
    const playing = isUnknown
      ? []
      : [explained(leaving("Play it", { act: "restart at once" }, "main"), "the same cards")];
    return [...playing, watching, ...passing, further];
  }
  const sharing = explained(button("Share", share), "the same cards");
  const next = nameNext(leaving("", { act: "next deal" }, isUnknown ? "" : "main"));
  if (result === "won") return [next, watching, sharing, further];
  const again = isUnknown ? [] : [leaving("Same deal again", { act: "restart at once" })];
  return [
    ...(isUnknown ? [] : [next]),
    reviewButton(result),
    ...again,
    watching,
    sharing,
    ...(isUnknown ? [next] : []),
    further,
  ];
}

/**
 * The button of a game that was not won: what could have been, as soon as all cards are known.
 *
 * @param {string} result
 */
function reviewButton(result) {
  if (hasUnknownCards(state)) return leaving("Name the rest of the cards", { act: "name the rest" }, "main");
  if (hasWin(state)) return leaving("Watch how to win it", { act: "watch the win" });
  const known = result === "lost" ? "Where was it lost?" : "How could it be won?";
  const question = isWinnable(state) ? known : "Could it be won?";
  return leaving(question, { act: "review" });
}

/**
 * After a deal that can be won comes another of that sort, which the button says.
 *
 * @param {HTMLButtonElement} next
 */
export function nameNext(next) {
  next.textContent = "Next deal";
  return explained(next, nextDealInWords(state));
}

/**
 * @param {HTMLButtonElement} explainedButton
 * @param {string} words what stands below its name
 */
function explained(explainedButton, words) {
  explainedButton.append(make("small", {}, words));
  return explainedButton;
}

function nextDeal() {
  const offer = offerOf(state);
  if (offer && isNextWinnable(state)) press("begin", { offer, deal: unplayedDeal(offer) });
  else if (state.reply?.dealt) ask({ do: "new" });
  else ask({ do: "begin", name: gameOf(state), rules: bookOf(state), physical: true });
}

/**
 * A deal that can be won, and that was not played yet if there is one.
 *
 * @param {Offer} offer
 */
export function unplayedDeal({ name, deals }) {
  const playedDeals = new Set(resultsOf(name).map(({ deal }) => deal));
  const fresh = deals.filter((deal) => !playedDeals.has(deal) && deal !== state.reply?.deal);
  const from = fresh.length ? fresh : deals;
  return from[Math.floor(Math.random() * from.length)];
}

// -- the end on the table ---------------------------------------------------------------------------------------------

listen((_before, event) => {
  const { reply } = state;
  if (event.type !== "arrived" || !reply || !isDecided(state) || !atEnd(state) || reply.over) return;
  const isNew = storeResult();
  if (!isNew) return;
  const { game, result } = reply;
  if (result === "won") confetti();
  const isSame = () => state.reply?.game === game && state.reply.result === result;
  setTimeout(
    () => {
      if (isSame() && !openDialog()) showResult();
    },
    quiet.matches ? 300 : 2200,
  );
});

/** In front of the sheet that has come since. */
function raiseConfetti() {
  /** @type {HTMLElement | null} */
  const rain = document.querySelector(".confetti");
  rain?.hidePopover();
  rain?.showPopover();
}

function confetti() {
  if (quiet.matches) return;
  const rain = make("div", { class: "confetti", "aria-hidden": "true" });
  for (let n = 0; n < 70; n++) {
    const flake = make("i", { class: SUITS[n % 4] }, `${"♣♦♥♠"[n % 4]}\ufe0e`);
    flake.style.left = `${Math.random() * 100}%`;
    flake.style.setProperty("--late", `${Math.random() * 1400}ms`);
    flake.style.setProperty("--turn", `${Math.random() * 1440 - 720}deg`);
    flake.style.fontSize = `${14 + Math.random() * 22}px`;
    rain.append(flake);
  }
  rain.popover = "manual";
  document.body.append(rain);
  rain.showPopover();
  setTimeout(() => rain.remove(), 5000);
}

onPress({ result: showResult, "next deal": nextDeal });

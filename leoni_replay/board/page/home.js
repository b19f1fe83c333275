// The start page: every game with its picture, the deal of the day, deals that can be won, and what was begun.

import { memory } from "../../show/scripts/shared/memory.js";
import { frameThatWay, isWay, liesBeside } from "../../show/scripts/table/cursor.js";
import { $, button, draw, make, makeDrawing } from "../../show/scripts/table/dom.js";
import { pluralize } from "../../show/scripts/table/signs.js";
import { dayPlayed } from "./days.js";
import { unplayedDeal } from "./end.js";
import { isGuideKnown } from "./guide.js";
import { enterAt } from "./input.js";
import { dayInWords, dealInWords, dealName, dealOfDay, fileName, gameOf, movesPlayed, today } from "./known.js";
import { ask } from "./requests.js";
import { resultsOf } from "./results.js";
import { gameRow } from "./rows.js";
import { listen, onPress, press, state, tell } from "./store.js";

/** @import { Frame } from "../../show/scripts/table/types" */
/** @import { Beginning, Going, Guide, Invited, Offer, Request, Step } from "./types" */

const dialog = $("home");
const body = $("home-body");
/** The games that have been played; only where the browser stores them. */
const playedGames = $("yours");

/** @param {Offer} offer */
const ofToday = ({ deals }) =>
  `${dayInWords(today())}: the same for everybody${deals.length ? ", and it can be won" : ""}`;

/** @param {Beginning} beginning */
function beginDeal({ offer, deal = "", back = null }) {
  memory.set("favourite", offer.name);
  tell({ type: "guide", skipped: "", back });
  dialog.close();
  press("preview", { name: offer.name, deal });
  ask({ do: "begin", name: offer.name, rules: "", deal });
}

/** @param {Offer["thumbnail"]} thumbnail */
function picture([wide, high, ...paths]) {
  const svg = makeDrawing("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" });
  const felt = make("span", { class: "felt" });
  for (const [i, d] of paths.entries()) draw(svg, "path", { class: ["covered", "blacks", "reds"][i], d });
  felt.append(svg);
  return felt;
}

/**
 * A large button with its title and a line below it.
 *
 * @param {string} title
 * @param {string} line
 * @param {() => unknown} act
 * @param {string} kind
 */
export function card(title, line, act, kind = "") {
  const cardButton = button("", act, { class: `card-button ${kind}` });
  const words = make("span");
  words.append(make("b", {}, title), make("span", {}, line));
  cardButton.append(words);
  return cardButton;
}

/**
 * A large button that begins a deal of a game.
 *
 * @param {string} title
 * @param {string} line
 * @param {Offer} offer
 * @param {() => string} dealOf
 * @param {string} kind
 */
const dealCard = (title, line, offer, dealOf, kind = "") =>
  card(title, line, () => press("begin", { offer, deal: dealOf() }), kind);

/**
 * The button that begins the guide of a game; none if it has none.
 *
 * @param {Offer} offer
 * @param {boolean} isKnown whether somebody knows the game
 * @param {string} kind
 */
function guideCards(offer, isKnown, kind) {
  const { name, guide } = offer;
  if (!guide) return [];
  const line = `${guide.steps.length} moves on a real deal, about a minute`;
  return [dealCard(`${isKnown ? "" : "New here? "}Learn ${name}`, line, offer, () => guide.deal, kind)];
}

/**
 * The button of a deal that can be won; none if none is known.
 *
 * @param {Offer} offer
 * @param {string} line
 */
const winnableCards = (offer, line) =>
  offer.deals.length ? [dealCard("A deal that can be won", line, offer, () => unplayedDeal(offer))] : [];

/** Lists the games that have been played, where the browser stores them. */
let listPlayed = () => {};

/**
 * Say how the games are listed that have been played.
 *
 * @param {() => void} list
 */
export function listPlayedBy(list) {
  listPlayed = list;
}

/** The game on the table, if it can be continued: its name, and how far it has come. */
function gameHere() {
  const { reply, steps } = state;
  if (!reply) return memory.get("view", null)?.going ?? null;
  return reply.result === "*" && steps.length > 0 ? { name: gameOf(state), words: movesPlayed(steps.length) } : null;
}

/** The games that wait and were not thrown away. */
function waitingGames() {
  const thrown = memory.get("thrown away", []);
  const going = state.reply?.going ?? memory.get("view", null)?.others ?? [];
  return going.filter(({ path }) => !thrown.includes(path));
}

/** The files of the games that can be continued: the one on the table, and those that wait. */
export function pathsToContinue() {
  const here = state.reply?.path ?? memory.get("view", null)?.path;
  return [...(gameHere() && here ? [here] : []), ...waitingGames().map(({ path }) => path)];
}

/**
 * Rows of the games that can be continued: the one on the table, and those that wait.
 *
 * @param {(game: { name: string }) => boolean} isAsked of which games
 */
function goingOn(isAsked = () => true) {
  const here = gameHere();
  const cards = here && isAsked(here) ? [card(`Continue ${here.name}`, here.words, () => dialog.close(), "main")] : [];
  const others = waitingGames().filter(isAsked);
  return [...cards, ...others.map((game, n) => waitingRow(game, n || cards.length ? "" : "main"))];
}

/**
 * A game that waits, and a button that takes it from the list; its record stays where it is.
 *
 * @param {Going} game
 * @param {string} kind
 */
function waitingRow({ path, name, deal, moves }, kind) {
  const open = () => {
    memory.set("favourite", name);
    dialog.close();
    press("preview", { name, deal: "" });
    ask({ do: "open", path });
  };
  const offer = state.offers.find((other) => other.name === name);
  const words = [movesPlayed(moves), dealInWords(state, offer, deal) || `deal ${dealName(deal)}`, dayPlayed(path)];
  const opening = card(`Continue ${name}`, words.filter(Boolean).join(", "), open, kind);
  const others = () => memory.get("thrown away", []).filter((other) => other !== path);
  return gameRow(opening, {
    name,
    throwAway: () => memory.set("thrown away", [...others(), path].slice(-200)),
    bringBack: () => memory.set("thrown away", others()),
  });
}

listen((_before, event) => {
  if (event.type !== "answered" || !event.reply.shared) return;
  press(event.reply.shared === "watch" ? "watch" : "sent");
});

// Whoever goes on with a game finds it in the list again.
listen((_before, event) => {
  if (event.type !== "answered" || !state.reply) return;
  const path = fileName(state.reply.path);
  const thrown = memory.get("thrown away", []);
  if (thrown.includes(path))
    memory.set(
      "thrown away",
      thrown.filter((other) => other !== path),
    );
});

/** @param {string} [left] the game whose page somebody comes back from */
function showGames(left) {
  const favourite = state.offers.find(({ name }) => name === memory.get("favourite", null)) ?? state.offers[0];
  const { name } = favourite;
  const isFresh = favourite.guide && !isGuideKnown(name) && !resultsOf(name).length;
  const heroes = make("div", { class: "heroes" });
  const grid = make("div", { class: "gallery" });
  const going = goingOn();
  const main = going.length ? "" : "main";
  const dealToday = () => dealOfDay(favourite, today());
  heroes.append(
    ...going,
    ...(isFresh ? guideCards(favourite, false, main) : []),
    dealCard(`Today’s deal of ${name}`, ofToday(favourite), favourite, dealToday, isFresh ? "" : main),
    ...(isFresh ? [] : winnableCards(favourite, `another of ${name}`)),
  );
  grid.append(...state.offers.map(gameCard));
  $("home-title").textContent = "Games of patience";
  body.replaceChildren(heroes, ...(playedGames ? [playedGames] : []), make("h3", {}, "All games"), grid);
  if (playedGames) playedGames.hidden = false;
  listPlayed();
  const gameLeft = grid.children[state.offers.findIndex((offer) => offer.name === left)];
  enterAt(gameLeft ?? body.querySelector("button"));
}

/**
 * The button of a game, with its picture.
 *
 * @param {Offer} offer
 */
function gameCard(offer) {
  const all = resultsOf(offer.name);
  const won = all.filter(({ result }) => result === "won").length;
  const line = offer.line + (all.length ? ` ${won} of ${all.length} won.` : "");
  const gameButton = card(offer.name, line, () => showGame(offer));
  gameButton.prepend(picture(offer.thumbnail));
  return gameButton;
}

/** @param {Offer} offer */
function showGame(offer) {
  const list = make("div", { class: "heroes" });
  const top = make("div", { class: "pick" });
  const isKnown = !offer.guide || isGuideKnown(offer.name) || resultsOf(offer.name).length > 0;
  const whatever = offer.deals.length ? "whatever comes" : "whatever comes; next to none can be won";
  const going = goingOn(({ name }) => name === offer.name);
  const main = (/** @type {boolean} */ isFirst) => (isFirst && !going.length ? "main" : "");
  top.append(picture(offer.thumbnail), make("p", {}, offer.line));
  list.append(
    ...going,
    ...guideCards(offer, isKnown, main(!isKnown)),
    dealCard("Today’s deal", ofToday(offer), offer, () => dealOfDay(offer, today()), main(isKnown)),
    ...winnableCards(offer, "the computer has won it"),
    dealCard("Any deal", whatever, offer, () => ""),
    card("The rules", "on one screen", () => press("rules", offer)),
    button("All games", () => showGames(offer.name), { class: "quiet way-back" }),
  );
  $("home-title").textContent = offer.name;
  body.replaceChildren(top, list);
  dialog.scrollTop = 0;
  enterAt(body.querySelector(".main") ?? body.querySelector("button"));
}

/** @param {Element} tile */
function frameOfTile(tile) {
  const { left, top, right, bottom } = tile.getBoundingClientRect();
  return /** @type {Frame} */ ([left, top, right, bottom]);
}

// Arrows lead from tile to tile, as they lie: to the left and to the right along a row.
body.addEventListener("keydown", (event) => {
  const { key, target, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (!isWay(key) || shiftKey || ctrlKey || altKey || metaKey) return;
  const seen = [...body.querySelectorAll("button")].filter((tile) => tile.checkVisibility());
  const from = seen.find((tile) => tile === target);
  if (!from) return;
  event.preventDefault();
  const isInRow = (/** @type {Element} */ tile) => liesBeside(frameOfTile(tile), frameOfTile(from));
  const tiles = key === "ArrowUp" || key === "ArrowDown" ? seen : seen.filter(isInRow);
  tiles[frameThatWay(tiles.map(frameOfTile), tiles.indexOf(from), key)].focus();
});

/** @param {{ isWelcome?: boolean, back?: string }} options where somebody comes from who goes back there */
function openHome({ isWelcome = false, back = "" } = {}) {
  dialog.dataset.back = back;
  dialog.classList.toggle("welcome", isWelcome);
  document.body.classList.toggle("welcoming", isWelcome);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  enterAt(body.querySelector("button"));
}

dialog.addEventListener("close", () => document.body.classList.remove("welcoming"));

/** @param {"result" | "menu"} [back] where somebody comes from who goes back there */
function showHome(back) {
  showGames();
  openHome({ back });
}

/**
 * What somebody sees first who has never been here: below the cards, what that is, and what can be done with it.
 *
 * @param {Invited} [invited] the cards to which somebody else has invited
 */
function showWelcome(invited) {
  const offer = invited?.offer ?? state.offers[0];
  const list = make("div", { class: "heroes" });
  const cards = invited ? sentCardsInWords(invited.won) : "";
  const [aim] = offer.line.split(/(?<=\.) /);
  const line = make("p", {}, `${cards} ${offer.name} is a game of patience, or solitaire. ${aim}`.trim());
  /** @type {Request | undefined} */
  const back = invited && { do: "begin", name: offer.name, rules: invited.rules, deal: invited.deal };
  const learning = offer.guide && learnCard(offer, offer.guide, back, invited ? "" : "main");
  const playing = invited
    ? card("Play these cards", "the same that your friend has had", () => dialog.close(), "main")
    : dealCard("Play today’s deal", ofToday(offer), offer, () => dealOfDay(offer, today()), learning ? "" : "main");
  const all = button(`All ${state.offers.length} games`, () => showHome(), { class: "quiet" });
  const both = learning ? [learning, playing] : [playing];
  list.append(...(invited ? both.reverse() : both), all);
  $("home-title").textContent = invited ? `You are invited to ${offer.name}` : `Welcome to ${offer.name}`;
  body.replaceChildren(line, list);
  openHome({ isWelcome: true });
}

/** @param {number} won in how many moves the friend has won; 0 if that isn't known */
function sentCardsInWords(won) {
  if (!won) return "A friend has sent you these cards. Can you bring them all home?";
  return `A friend has sent you these cards, and won in ${pluralize(won, "move")}. Can you win, too?`;
}

/** What somebody sees first who was sent a game: its cards as dealt, and what came of it. */
function showSent() {
  const { reply, steps } = state;
  if (!reply) return;
  const name = gameOf(state);
  const list = make("div", { class: "heroes" });
  const leaveFor = (/** @type {"watch" | "back to the game" | "restart at once"} */ act) => () => {
    dialog.close();
    press(act);
  };
  list.append(card("Watch it", "move by move", leaveFor("watch"), "main"));
  if (reply.result === "*") list.append(card("Play on", "from the last move on", leaveFor("back to the game")));
  if (reply.dealt) list.append(card("Play the same cards", "from the deal on", leaveFor("restart at once")));
  $("home-title").textContent = "You were sent a game";
  body.replaceChildren(
    make("p", {}, `Somebody has sent you a game of ${name}, ${outcomeOf(reply.result, steps)}.`),
    list,
  );
  openHome({ isWelcome: true });
}

/**
 * @param {string} result
 * @param {Step[]} steps
 */
function outcomeOf(result, { length }) {
  const moves = pluralize(length, "move");
  if (result === "won") return `won in ${moves}`;
  if (result === "*") return `not over after ${moves}`;
  return `${result === "lost" ? "lost" : "given up"} after ${moves}`;
}

/**
 * @param {Offer} offer
 * @param {Guide} guide
 * @param {Request | null | undefined} back
 * @param {string} kind
 */
function learnCard(offer, guide, back, kind) {
  const begin = () => press("begin", { offer, deal: guide.deal, back });
  return card("Show me how", `${guide.steps.length} moves, about a minute`, begin, kind);
}

onPress({
  games: showHome,
  welcome: showWelcome,
  sent: showSent,
  begin: beginDeal,
  learn: (name) => {
    const offer = state.offers.find((other) => other.name === name);
    if (offer?.guide) beginDeal({ offer, deal: offer.guide.deal });
  },
  "not now": () => {
    memory.set("welcomed", true);
    tell({ type: "known" });
  },
});

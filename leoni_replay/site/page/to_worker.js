// The board's requests go to the worker; the games are stored in the browser.

import { dayPlayed } from "../../board/page/days.js";
import { card, listPlayedBy, pathsToContinue } from "../../board/page/home.js";
import { dealInWords, dealName, firstDeal, isDecided } from "../../board/page/known.js";
import { ask } from "../../board/page/requests.js";
import { gameRow } from "../../board/page/rows.js";
import { onPress, state, tell } from "../../board/page/store.js";
import { allowed, dressed, memory } from "../../show/scripts/shared/memory.js";
import { $ } from "../../show/scripts/table/dom.js";
import { askToKeep, offerAllGames, sayHowLong } from "./all_games.js";
import { askEngine, engineReady } from "./engine.js";
import { settingFaults, tellRefused } from "./frame.js";
import { readLink, settingsOf } from "./link.js";
import { packed, unpacked } from "./packed.js";
import { writePiles } from "./piles.js";
import { askForReview, countStops, search, searchProgress, stopSearch } from "./search.js";

export const PREFIX = "leoni game ",
  CURRENT = "leoni current";
const ELSEWHERE = "The game went on in another window. This window now shows it; nothing was played here.";

/** @import { Offer, Reply, Request } from "../../board/page/types" */
/** @import { Link } from "./types" */
/** @typedef {Reply & { stored?: Record<string, string | null> }} SiteReply with the records that have changed */
/** @typedef {Request & { game?: number, version?: number }} BoardRequest */

/** @type {Map<string, string | null>} the records as this window knows them, by the names of their files */
const knownTexts = new Map();
/** @type {Record<string, string | null>} those that are not stored yet */
const unstored = {};
/** Whether the first game has been opened. */
let isOpen = false;

/** @returns {Record<string, string>} */
export const storedGames = () => allowed(readGames, {});
const readGames = () =>
  Object.fromEntries(
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, text]) => [name.slice(PREFIX.length), String(text)]),
  );
export const currentGame = () => allowed(() => sessionStorage.getItem(CURRENT) ?? localStorage.getItem(CURRENT), null);

/**
 * Ask Python what the board asks.
 *
 * @param {BoardRequest} request
 */
export async function askWorker(request) {
  if (!isOpen) {
    isOpen = true;
    return openFirst();
  }
  if (request.do === "progress") return /** @type {SiteReply} */ ({ progress: searchProgress() });
  const { path = "" } = state.reply ?? {};
  const text = allowed(() => localStorage.getItem(PREFIX + path), null);
  if (text && text !== knownTexts.get(path)) {
    // Another window has played on.
    await handGames({ [path]: text });
    return storeGames({ ...(await askForReply({ do: "open", path })), stale: true, said: [ELSEWHERE] });
  }
  if (request.do === "hint" || request.do === "review") return searchFor(request);
  if (request.do === "play") askToKeep();
  return storeGames(await askForReply(request));
}

/**
 * @param {BoardRequest} request
 * @returns {Promise<SiteReply>}
 */
const askForReply = (request) => askEngine(request);

/**
 * A hint or a review, with how the game stands when it has come.
 *
 * @param {BoardRequest} request
 */
async function searchFor(request) {
  const { game, version } = request;
  const stopsBefore = countStops();
  const soon = request.do === "hint" ? await askForReply({ ...request, at_once: true }) : null;
  if (soon && !soon.searches) return storeGames(soon);
  const { record } = await askForReply({ do: "record", game, version });
  const isDue = record !== undefined && countStops() === stopsBefore;
  const answer = isDue ? await search(request, record) : null;
  const standing = await askForReply({ do: "look", game, version });
  if (!answer) return storeGames({ ...standing, said: ["The search was stopped."] });
  const { said, hint, review, found: findings, film, reviewed } = answer;
  return storeGames({ ...standing, said, hint, ...(review && { review, found: findings, film, reviewed }) });
}
onPress({ "stop the search": stopSearch });

/**
 * Hand records to Python, null for one that is there no more.
 *
 * @param {Record<string, string | null>} games
 */
async function handGames(games) {
  for (const name in games) knownTexts.set(name, games[name]);
  await askEngine({ do: "stored", games });
}

/**
 * The deal that an address names, as dealt or as it was left; the game that was going on waits.
 *
 * @param {Link} link
 * @param {Offer} offer
 * @param {Record<string, string>} games
 * @param {string[]} wrong what is wrong with the address, to which is added that there is no such deal
 * @param {SiteReply} before
 * @returns {Promise<SiteReply>}
 */
async function openDeal({ opening, deal = "", rules = "", won = 0 }, offer, games, wrong, { game, version }) {
  const path = opening === "new" && deal ? begunAs(games, offer.name, deal, rules) : null;
  if (path) return askForReply({ do: "open", path });
  // The guide is shown, though it may have been skipped.
  if (opening === "learn") tell({ type: "guide", skipped: "" });
  const reply = await askForReply({ do: "begin", name: offer.name, rules, deal, game, version });
  if (reply.table) return opening === "play" ? { ...reply, invited: { won } } : reply;
  wrong.push(`There is no deal “${deal}” of ${offer.name}: this is another one.`, ...(reply.said ?? []));
  return askForReply({ do: "begin", name: offer.name, rules, deal: "", game: reply.game, version: reply.version });
}

/**
 * The stored game of a deal that is not over.
 *
 * @param {Record<string, string>} games
 * @param {string} name
 * @param {string} deal
 * @param {string} rules
 */
export function begunAs(games, name, deal, rules) {
  const tags = Object.entries({ Game: name, Deal: deal, ...(rules && { Rules: rules }), Result: "*" });
  const fits = (/** @type {string} */ text) => tags.every(([tag, value]) => tagOf(text, tag) === value);
  return Object.keys(games).find((path) => fits(games[path])) ?? null;
}

/**
 * @param {string} text a record
 * @param {string} name
 */
export const tagOf = (text, name) => new RegExp(`^\\[${name} "(.*)"\\]`, "m").exec(text)?.[1] ?? "";

/** The game of the address, or the one that was played last, or a new one. */
async function openFirst() {
  await engineReady;
  const games = storedGames();
  const link = readLink(location.hash, state.offers);
  const wrong = [...(link.wrong ? [link.wrong] : []), ...settingFaults()];
  await handGames(games);
  if (link.opening || link.wrong) {
    allowed(
      () => history.replaceState(null, "", location.pathname + location.search + settingsOf(location.hash)),
      null,
    );
  }
  const linked = link.opening === "game" ? await openLinked(link, games) : null;
  if (linked?.error) wrong.push("This game cannot be opened.", ...linked.error.split("\n"));
  let reply = linked?.legal ? linked : await openLast(games);
  if (link.offer) reply = await openDeal(link, link.offer, games, wrong, reply);
  if (wrong.length) reply = { ...reply, stale: true, said: [...wrong, ...(reply.said ?? [])] };
  tellRefused(wrong);
  return storeGames(reply);
}

/**
 * The game that an address has in it. Who comes back to a game of his own that is not over, or goes on from the page
 * Check, needs nobody to say whose it is.
 *
 * @param {Link} link
 * @param {Record<string, string>} games
 */
async function openLinked({ game = "", watch, resume }, games) {
  const text = await unpacked(game).catch(() => "");
  const path = Object.keys(games).find((name) => games[name] === text);
  const reply = await askForReply(path ? { do: "open", path } : { do: "open", text });
  if (reply.error) return reply;
  if (reply.result !== "*") reply.shared = watch ? "watch" : "sent";
  else if (!path && !resume && reply.steps.length) reply.shared = "sent";
  return reply;
}

/**
 * The game that was played last, or else a new one.
 *
 * @param {Record<string, string>} games
 */
async function openLast(games) {
  const path = currentGame();
  const last = path && games[path] ? await askForReply({ do: "open", path }) : null;
  return last?.legal ? last : askForReply({ do: "open", ...firstDeal(state.offers) });
}

/**
 * Store what has changed, and what could not be stored before.
 *
 * @template {Pick<SiteReply, "stored"> & Partial<SiteReply>} Stored
 * @param {Stored} reply
 */
function storeGames(reply) {
  Object.assign(unstored, reply.stored);
  try {
    for (const [name, text] of Object.entries(unstored)) {
      if (text === null) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
      knownTexts.set(name, text);
      delete unstored[name];
    }
    if (reply.path) for (const storage of [sessionStorage, localStorage]) storage.setItem(CURRENT, reply.path);
  } catch {
    reply.saved = false;
    reply.unsaved = "This browser does not store the game.";
    reply.said = [...(reply.said ?? []), "This browser does not store the game: save the record before you leave."];
  }
  return reply;
}

// -- other windows, other games ---------------------------------------------------------------------------------------

addEventListener("storage", ({ key, newValue }) => {
  if (!isOpen || !key?.startsWith(PREFIX)) return;
  const name = key.slice(PREFIX.length);
  if (name === state.reply?.path) ask({ do: "look" });
  else handGames({ [name]: newValue });
});
addEventListener("hashchange", () => {
  const { opening, wrong } = readLink(location.hash, state.offers);
  if (!opening && !wrong) return;
  isOpen = false;
  ask({ do: "start" });
});

/** How a game ended, as the list of those that were played says it. */
const OUTCOMES = { won: "won", lost: "lost", conceded: "given up", "*": "not over" };

/**
 * A stored game as a row: its game, and below it what came of it, its deal, and the day on which it was played.
 *
 * @param {string} path
 * @param {string} text
 */
function storedRow(path, text) {
  const name = tagOf(text, "Game") || path.replace(/\.moves$/, "");
  const deal = tagOf(text, "Deal");
  const offer = state.offers.find((other) => other.name === name);
  const outcome = OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (tagOf(text, "Result"))] ?? "";
  const words = [outcome, dealInWords(state, offer, deal) || (deal && `deal ${dealName(deal)}`), dayPlayed(path)];
  const opening = card(name, words.filter(Boolean).join(", "), () => {
    $("home").close();
    ask({ do: "open", path });
  });
  return gameRow(opening, { name, throwAway: () => forget(path), bringBack: () => keep(path, text) });
}

/** @param {string} path */
function forget(path) {
  allowed(() => localStorage.removeItem(PREFIX + path), null);
  handGames({ [path]: null });
}

/**
 * @param {string} path
 * @param {string} text
 */
function keep(path, text) {
  allowed(() => localStorage.setItem(PREFIX + path, text), null);
  handGames({ [path]: text });
}

/**
 * Whether a game was only opened: it is not over, and no move was made.
 *
 * @param {string} text a record
 */
const isOnlyOpened = (text) => /^\*?$/.test(text.replace(/^\[.*\]$/gm, "").trim());

/** Those that were played last come first; those that can be continued have a button of their own above. */
function listStored() {
  const order = Object.keys(memory.get("played", {})).reverse();
  const rank = (/** @type {string} */ path) => (order.includes(path) ? order.indexOf(path) : order.length);
  // The one on the table is no game that was played until it is over.
  const others = [...pathsToContinue(), ...(isDecided(state) ? [] : [state.reply?.path ?? ""])];
  const games = Object.entries(storedGames())
    .filter(([path, text]) => !others.includes(path) && !isOnlyOpened(text))
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  $("stored").replaceChildren(...games.map(([path, text]) => storedRow(path, text)));
  $("played").textContent = games.length ? `: ${games.length}` : "";
  sayHowLong();
}
listPlayedBy(listStored);

offerAllGames({ store: storeGames, list: listStored });

/**
 * A link with which others play the same cards: it has the game, the rules, the deal, and the cards as dealt, so that
 * they stand there before Python has come; of what was played, in how many moves it was won.
 *
 * @param {number} [moves] in how many moves the sender has won; 0 otherwise
 */
export async function invitation(moves = 0) {
  if (!state.reply?.dealt) return "";
  const { name, rules, deal } = state.reply;
  const cards = await packed(writePiles(state.places.map((place) => place.cards)));
  const asked = new URLSearchParams({ play: name, rules, cards, ...(moves && { won: String(moves) }), deal });
  return `${location.href.replace(/#.*/, "")}#${asked}`;
}

/** A link with which others watch the game. */
export async function shareable() {
  const { game, version } = state.reply ?? {};
  const { record = "" } = await askForReply({ do: "record", game, version });
  return `${location.href.replace(/#.*/, "")}#game=${await packed(record)}`;
}
// The page of a review, which the sheet of its findings links to, is shown in a frame.
$("sheet").addEventListener("click", async (event) => {
  const { target } = event;
  if (!(target instanceof Element) || target.getAttribute("href") !== "review") return;
  event.preventDefault();
  $("sheet").close();
  const { html } = await askForReview();
  const frame = $("reviewed").querySelector("iframe");
  if (frame) frame.srcdoc = dressed(html);
  $("reviewed").showModal();
});
$("reviewed")
  .querySelector("button")
  ?.addEventListener("click", () => $("reviewed").close());

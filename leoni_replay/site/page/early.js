// The page before its rules run: the table at once, and what can be chosen already.

import { chooser } from "../../board/page/drive.js";
import { atEnd, firstDeal, gameOf, movesPlayed } from "../../board/page/known.js";
import { listen, onPress, press, state, tell } from "../../board/page/store.js";
import { fit, setCaption } from "../../show/scripts/shared/fit.js";
import { allowed, memory } from "../../show/scripts/shared/memory.js";
import { table } from "../../show/scripts/shared/page.js";
import { DOWN } from "../../show/scripts/table/cards.js";
import { $ } from "../../show/scripts/table/dom.js";
import { readLink } from "./link.js";
import { unpacked } from "./packed.js";
import { readPiles } from "./piles.js";
import { begunAs, CURRENT, currentGame, storedGames, tagOf } from "./to_worker.js";

/** @import { Acts, Offer } from "../../board/page/types" */
/** @import { TableData, Where } from "../../show/scripts/table/types" */
/** @import { Deals, Link } from "./types" */

/** @type {{ where: Where, card: number | undefined } | null} the card that was tapped last */
let tapped = null;

/**
 * @param {string} name
 * @param {string | undefined} caption
 * @param {TableData} game
 */
function layEarly(name, caption, game) {
  tapped = null;
  tell({ type: "previewed", name });
  $("title").textContent = name;
  setCaption(caption);
  fit();
  table.load(game);
  table.targets([]);
  table.dataset.idle = "loading";
}

/**
 * The table of a game and its deals, from a file of the site; null if it does not come.
 *
 * @param {Offer} offer
 * @returns {Promise<Deals | null>}
 */
async function tableOf({ slug }) {
  try {
    return await (await fetch(`deals/${slug}.json`)).json();
  } catch {
    return null;
  }
}

/**
 * Show the table of a deal: the cards of a link, or of a deal that the site knows. Of any other deal the places are
 * shown without cards: what lies there stays there.
 *
 * @param {Acts["preview"]} wanted
 */
async function previewDeal({ name, deal, cards = null }) {
  const offer = state.offers.find((other) => other.name === name);
  if (state.reply || !offer) return;
  const file = await tableOf(offer);
  const letters = file?.deals[[...(offer.guide ? [offer.guide.deal] : []), ...offer.deals].indexOf(deal)] ?? "";
  const piles = readPiles(cards === null ? letters : await unpacked(cards).catch(() => ""));
  if (state.reply || !file) return;
  const isKnown = piles?.length === file.table.places.length;
  const places = file.table.places.map((place, p) => ({ ...place, cards: isKnown ? piles[p] : [] }));
  layEarly(name, file.table.caption, { ...file.table, places });
}

/**
 * Show the table of a game that a link has in it, as it was dealt.
 *
 * @param {string} letters
 */
async function previewGame(letters) {
  const text = await unpacked(letters).catch(() => "");
  previewDeal({ name: tagOf(text, "Game"), deal: tagOf(text, "Deal") });
}

/** The next visit begins with the table as it lies. */
function keepView() {
  const { reply, steps } = state;
  if (!reply || !atEnd(state)) return;
  const { lines, open, spots, piles, zones } = table;
  const [rows, deal] = [table.seen("rows"), table.seen("deal")];
  const places = spots.map((spot, p) => ({
    ...spot,
    cards: piles[p].map(({ card, down }) => card + (down ? DOWN : 0)),
  }));
  const isGoing = reply.result === "*" && steps.length > 0;
  memory.set("view", {
    path: reply.path,
    name: gameOf(state),
    caption: table.seen("caption"),
    others: reply.going,
    going: isGoing ? { name: gameOf(state), words: movesPlayed(steps.length) } : null,
    table: { places, lines, open, zones, rows, deal, grows: true },
  });
}
addEventListener("pagehide", keepView);

onPress({ preview: previewDeal });

// -- a card that is tapped before the rules run -----------------------------------------------------------------------

const cardAt = (/** @type {Where} */ [p, i]) => table.piles[p]?.[i]?.card;

table.addEventListener("click", ({ target }) => {
  if (table.dataset.idle !== "loading") return;
  for (const old of table.querySelectorAll(".waits")) old.classList.remove("waits");
  const where = chooser.at(target);
  tapped = where && { where, card: cardAt(where) };
  if (!where) return;
  chooser.element(where)?.classList.add("waits");
  $("loading-remedy").textContent = "Your move waits. It counts as soon as the game can be played.";
});

// It counts as soon as the same cards can be played.
listen((_before, { type }) => {
  if (type !== "arrived" || !tapped || !state.reply) return;
  const { where, card } = tapped;
  tapped = null;
  if (state.steps.length === 0 && cardAt(where) === card) chooser.tap(where);
});

// -- the first table --------------------------------------------------------------------------------------------------

/**
 * The deal that a link names, unless it was begun here: then it lies as it was left, which only the rules can tell.
 *
 * @param {Link} link
 * @returns {string}
 */
const dealAsDealt = ({ opening, offer, deal = "", rules = "" }) =>
  opening === "new" && deal && offer && begunAs(storedGames(), offer.name, deal, rules) ? "" : deal;

export function showEarly() {
  const link = readLink(location.hash, state.offers);
  const { opening, offer, cards, wrong, game = "" } = link;
  if (offer) previewDeal({ name: offer.name, deal: dealAsDealt(link), cards });
  if (opening === "game") previewGame(game);
  if (opening === "play" && offer && state.stranger)
    press("welcome", { offer, deal: link.deal ?? "", rules: link.rules ?? "", won: link.won ?? 0 });
  if (opening || wrong || location.hash === "#games") return;
  const view = memory.get("view", null);
  const path = currentGame() ?? "";
  // A game in which nothing was done is not stored, and begins anew.
  if (!storedGames()[path]) previewDeal(firstDeal(state.offers));
  else if (view?.path === path) layEarly(view.name, view.caption, view.table);
  // A page that is loaded again goes on where it was.
  if (!allowed(() => sessionStorage.getItem(CURRENT), null)) press(state.stranger ? "welcome" : "games");
}

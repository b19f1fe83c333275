// The page before its rules run: the table at once, and what can be chosen already.

import { atEnd, gameOf, movesPlayed } from "../../board/page/known.js";
import { onPress, press, state } from "../../board/page/store.js";
import { fit, setCaption } from "../../show/scripts/shared/fit.js";
import { allowed, memory } from "../../show/scripts/shared/memory.js";
import { table } from "../../show/scripts/shared/page.js";
import { DOWN } from "../../show/scripts/table/cards.js";
import { $ } from "../../show/scripts/table/dom.js";
import { readLink } from "./link.js";
import { unpacked } from "./packed.js";
import { readPiles } from "./piles.js";
import { CURRENT } from "./to_worker.js";

/** @import { Acts, Offer } from "../../board/page/types" */
/** @import { TableData } from "../../show/scripts/table/types" */
/** @import { Deals } from "./types" */

/**
 * @param {string} name
 * @param {string | undefined} caption
 * @param {TableData} game
 */
function layEarly(name, caption, game) {
  table.load(game);
  $("title").textContent = name;
  setCaption(caption);
  fit();
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
 * Show the table of a deal: the cards of a link, or of a deal that the site knows.
 *
 * @param {Acts["preview"]} wanted
 */
async function previewDeal({ name, deal, cards = null }) {
  const offer = state.offers.find((other) => other.name === name);
  if (state.reply || !offer) return;
  const file = await tableOf(offer);
  const letters = file?.deals[[...(offer.guide ? [offer.guide.deal] : []), ...offer.deals].indexOf(deal)] ?? "";
  const piles = readPiles(cards === null ? letters : await unpacked(cards).catch(() => ""));
  if (state.reply || !file || !piles || file.table.places.length !== piles.length) return;
  const places = file.table.places.map((place, p) => ({ ...place, cards: piles[p] }));
  layEarly(name, file.table.caption, { ...file.table, places });
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

export function showEarly() {
  const { opening, offer, deal = "", cards, wrong } = readLink(location.hash, state.offers);
  if (offer) previewDeal({ name: offer.name, deal, cards });
  if (opening || wrong || location.hash === "#games") return;
  const view = memory.get("view", null);
  const [first] = state.offers;
  if (view) layEarly(view.name, view.caption, view.table);
  else previewDeal({ name: first.name, deal: first.guide?.deal ?? first.deals[0] });
  // A page that is loaded again goes on where it was.
  if (!allowed(() => sessionStorage.getItem(CURRENT), null)) press("games");
}

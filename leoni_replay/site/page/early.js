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

function layEarly(name, caption, game) {
  table.load(game);
  $("title").textContent = name;
  setCaption(caption);
  fit();
  table.targets([]);
  table.dataset.idle = "loading";
}

// The table of a game and its deals, from a file of the site; no deals if it does not come.
async function tableOf({ slug }) {
  try {
    return await (await fetch(`deals/${slug}.json`)).json();
  } catch {
    return { deals: [] };
  }
}

// The table of a deal: the cards of a link, or of a deal that the site knows.
async function previewDeal({ name, deal, cards = null }) {
  const offer = state.offers.find((one) => one.name === name);
  if (state.reply || !offer) return;
  const { table: game, deals } = await tableOf(offer);
  const known = deals[[...(offer.guide ? [offer.guide.deal] : []), ...offer.deals].indexOf(deal)] ?? "";
  const piles = readPiles(cards === null ? known : await unpacked(cards).catch(() => ""));
  if (state.reply || game?.places.length !== piles?.length) return;
  layEarly(name, game.caption, { ...game, places: game.places.map((place, p) => ({ ...place, cards: piles[p] })) });
}

// The next visit begins with the table as it lies.
function keepView() {
  const { reply, steps } = state;
  if (!reply || !atEnd(state)) return;
  const codes = (p) => table.piles[p].map(({ card, down }) => card + (down ? DOWN : 0));
  const { lines, open, spots } = table;
  const [zones, rows, deal] = ["zones", "rows", "deal"].map((what) => table.seen(what));
  const places = spots.map((spot, p) => ({ ...spot, cards: codes(p) }));
  const isGoing = reply.result === "*" && steps.length > 0;
  memory.set("view", {
    path: reply.path,
    name: gameOf(state),
    caption: table.seen("caption"),
    others: reply.going,
    going: isGoing && { name: gameOf(state), words: movesPlayed(steps.length) },
    table: { places, lines, open, zones, rows, deal, grows: true },
  });
}
addEventListener("pagehide", keepView);

onPress({ preview: previewDeal });

export function showEarly() {
  const { opening, offer, deal, cards, wrong } = readLink(location.hash, state.offers);
  if (offer) previewDeal({ name: offer.name, deal, cards });
  if (opening || wrong || location.hash === "#games") return;
  const view = memory.get("view", null);
  const [first] = state.offers;
  if (view) layEarly(view.name, view.caption, view.table);
  else previewDeal({ name: first.name, deal: first.guide?.deal ?? first.deals[0] });
  // A page that is loaded again goes on where it was.
  if (!allowed(() => sessionStorage.getItem(CURRENT), null)) press("games");
}

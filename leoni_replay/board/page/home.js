// The start page: every game with its picture, the deal of the day, deals that can be won, and what was begun.

import { memory } from "../../show/scripts/shared/memory.js";
import { table } from "../../show/scripts/shared/page.js";
import { $, button, draw, make, makeDrawing } from "../../show/scripts/table/dom.js";
import { dayPlayed } from "./days.js";
import { unplayedDeal } from "./end.js";
import { isGuideKnown } from "./guide.js";
import { dayInWords, dealInWords, dealOfDay, fileName, gameOf, movesPlayed, today } from "./known.js";
import { ask } from "./requests.js";
import { resultsOf } from "./results.js";
import { listen, onPress, press, state, tell } from "./store.js";

const dialog = $("home");
const body = $("home-body");

const ofToday = ({ deals }) =>
  `${dayInWords(today())}: the same for everybody${deals.length ? ", and it can be won" : ""}`;

function beginDeal({ offer, deal = "", back = null }) {
  memory.set("favourite", offer.name);
  tell({ type: "guide", skipped: "", back });
  dialog.close();
  // Whoever plays by keys begins among the cards.
  document.activeElement.blur();
  table.chooser.focused = true;
  press("preview", { name: offer.name, deal });
  ask({ do: "begin", name: offer.name, rules: "", deal });
}

function picture([wide, high, ...paths]) {
  const svg = makeDrawing("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" });
  const felt = make("span", { class: "felt" });
  for (const [i, d] of paths.entries()) draw(svg, "path", { class: ["covered", "blacks", "reds"][i], d });
  felt.append(svg);
  return felt;
}

// A large button with its title and a line below it.
function card(title, line, act, kind = "", first = null) {
  const made = button("", act, { class: `card-button ${kind}` });
  const words = make("span");
  words.append(make("b", {}, title), make("span", {}, line));
  made.append(...[first, words].filter(Boolean));
  return made;
}
const beginning = (offer, deal) => () => press("begin", { offer, deal: deal() });
const learn = (offer, kind = "") =>
  card(
    `New here? Learn ${offer.name}`,
    `${offer.guide.steps.length} moves on a real deal, about a minute`,
    beginning(offer, () => offer.guide.deal),
    kind,
  );

// The games that can be continued: the one on the table, and those that wait and were not thrown away.
function goingOn() {
  const kept = memory.get("view", {});
  const { reply } = state;
  const here = reply
    ? reply.result === "*" && state.steps.length > 0 && { name: gameOf(state), words: movesPlayed(state.steps.length) }
    : kept.going;
  const cards = here ? [card(`Continue ${here.name}`, here.words, () => dialog.close(), "main")] : [];
  const thrown = memory.get("thrown away", []);
  const others = (reply?.going ?? kept.others ?? []).filter(({ path }) => !thrown.includes(path));
  return [...cards, ...others.map((game, n) => waitingRow(game, n || cards.length ? "" : "main"))];
}

// A game that waits, and a button that takes it from the list; its record stays where it is.
function waitingRow({ path, name, deal, moves }, kind) {
  const open = () => {
    memory.set("favourite", name);
    dialog.close();
    ask({ do: "open", path });
  };
  const offer = state.offers.find((other) => other.name === name);
  const words = [movesPlayed(moves), dealInWords(state, offer, deal) || `deal ${deal}`, dayPlayed(path)];
  const row = make("div", { class: "waiting" });
  const away = button("×", () => throwAway(path), { class: "quiet", "aria-label": `Throw ${name} away` });
  row.append(card(`Continue ${name}`, words.filter(Boolean).join(", "), open, kind), away);
  return row;
}

function throwAway(path) {
  memory.set("thrown away", [...memory.get("thrown away", []), path].slice(-200));
  showGames();
  body.querySelector("button").focus();
}

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

function showGames() {
  const favourite = state.offers.find(({ name }) => name === memory.get("favourite", null)) ?? state.offers[0];
  const fresh = favourite.guide && !isGuideKnown(favourite.name) && !resultsOf(favourite.name).length;
  const heroes = make("div", { class: "heroes" });
  const grid = make("div", { class: "gallery" });
  const going = goingOn();
  const main = going.length ? "" : "main";
  heroes.append(...going);
  if (fresh) heroes.append(learn(favourite, main));
  heroes.append(
    card(
      `Today’s deal of ${favourite.name}`,
      ofToday(favourite),
      beginning(favourite, () => dealOfDay(favourite, today())),
      fresh ? "" : main,
    ),
  );
  if (!fresh && favourite.deals.length) {
    heroes.append(
      card(
        "A deal that can be won",
        favourite.name,
        beginning(favourite, () => unplayedDeal(favourite)),
      ),
    );
  }
  for (const offer of state.offers) {
    const all = resultsOf(offer.name);
    const won = all.filter(({ result }) => result === "won").length;
    const line = offer.line + (all.length ? ` ${won} of ${all.length} won.` : "");
    grid.append(card(offer.name, line, () => showGame(offer), "", picture(offer.thumbnail)));
  }
  $("home-title").textContent = "Games of patience";
  body.replaceChildren(heroes, make("h3", {}, "All games"), grid);
}

function showGame(offer) {
  const list = make("div", { class: "heroes" });
  const top = make("div", { class: "pick" });
  const played = isGuideKnown(offer.name) || resultsOf(offer.name).length;
  top.append(picture(offer.thumbnail), make("p", {}, offer.line));
  if (offer.guide) list.append(learn(offer, played ? "" : "main"));
  list.append(
    card(
      "Today’s deal",
      ofToday(offer),
      beginning(offer, () => dealOfDay(offer, today())),
      played || !offer.guide ? "main" : "",
    ),
  );
  if (offer.deals.length)
    list.append(
      card(
        "A deal that can be won",
        "the computer has won it",
        beginning(offer, () => unplayedDeal(offer)),
      ),
    );
  list.append(
    card(
      "Any deal",
      offer.deals.length ? "whatever comes" : "whatever comes; next to none can be won",
      beginning(offer, () => ""),
    ),
    card("The rules", "on one screen", () => press("rules", offer)),
    button("All games", showGames, { class: "quiet" }),
  );
  $("home-title").textContent = offer.name;
  body.replaceChildren(top, list);
  dialog.scrollTop = 0;
  (body.querySelector(".main") ?? body.querySelector("button")).focus();
}

function showHome() {
  showGames();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

onPress({
  games: showHome,
  begin: beginDeal,
  learn: (name) => {
    const offer = state.offers.find((one) => one.name === name);
    beginDeal({ offer, deal: offer.guide.deal });
  },
  "not now": () => {
    memory.set("welcomed", true);
    tell({ type: "known" });
  },
});

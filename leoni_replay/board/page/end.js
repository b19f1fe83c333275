// When a game is over: what came of it, how often, what could have been won, and what can be done next.

import { elsewhere, table } from "../../show/scripts/shared/page.js";
import { SUITS } from "../../show/scripts/table/cards.js";
import { $, button, make, quiet } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";
import { glideTo } from "./drive.js";
import { atEnd, bookOf, dealInWords, gameOf, hasWin, isDecided, isWinnable, offerOf } from "./known.js";
import { ask } from "./requests.js";
import { hasResult, hintsInWords, hintsTaken, resultsOf, secondsPlayed, storeResult, timed } from "./results.js";
import { leaving, sheet } from "./sheets.js";
import { numbersOf } from "./statistics.js";
import { listen, onPress, press, state, tell } from "./store.js";
import { nextDealInWords } from "./view.js";

// What came of the game that is over, on a sheet.
function showResult() {
  press("end the film");
  const { reply } = state;
  const name = gameOf(state);
  const buttons = make("p", { class: "buttons two" });
  tell({ type: "said", notice: null });
  if (!atEnd(state)) glideTo(table.last, false);
  if (reply.recorded) return;
  buttons.append(...resultButtons());
  const told = make("p", { id: "shared", class: "unseen", role: "status" });
  const parts = [make("p", {}, resultInWords()), ...(resultsOf(name).length ? [numbersOf(name)] : []), told, buttons];
  sheet.show(titleOf(state), parts);
  raiseConfetti();
}

// Another's game is not won by whoever looks at it.
const isOnlyWatched = ({ reply, touched }) => touched !== reply.game && !hasResult();

function titleOf(state) {
  const { result } = state.reply;
  if (isOnlyWatched(state)) return result === "won" ? "This game was won" : "This game was not won";
  return result === "won" ? "You have won!" : "Not this time";
}

function resultInWords() {
  const { reply } = state;
  const named = [gameOf(state), dealInWords(state, offerOf(state), reply.deal)].filter(Boolean).join(", ");
  const played = isOnlyWatched(state) ? [] : [`You played for ${timed(secondsPlayed())}.`];
  return [`${named}.`, outcomeInWords(), ...played].join(" ");
}

function outcomeInWords() {
  const { reply, steps } = state;
  const hints = isOnlyWatched(state) || !hintsTaken() ? "" : `, with ${hintsInWords(hintsTaken())}`;
  if (reply.result === "won") return `All cards are home in ${steps.length} moves${hints}.`;
  if (reply.result === "conceded") return isOnlyWatched(state) ? "It was given up." : "You gave up.";
  return `${spaced(reply.state)}.`.replace("..", ".");
}

function resultButtons() {
  const won = state.reply.result === "won";
  const main = { class: "main" };
  const shared = button("Share", share, won ? main : {});
  const [asked, act] = hasWin(state)
    ? ["Watch how it could have been won", "watch the win"]
    : [state.reply.result === "lost" && isWinnable(state) ? "Where was it lost?" : "Could it be won?", "review"];
  const first = won ? [shared, leaving("All games", "games")] : [leaving(asked, act, undefined, main), shared];
  return [
    ...first,
    leaving("Watch again", "watch"),
    ...(elsewhere && links ? [button("Let others watch", shareGame)] : []),
    leaving("Same deal again", "restart at once"),
    nameNext(leaving("", "next deal")),
    button("Statistics", () => press("statistics", "result"), { class: "quiet" }),
  ];
}

// After a deal that can be won comes another of that sort, which the button says.
export function nameNext(made) {
  made.replaceChildren("Next deal", make("small", {}, nextDealInWords(state)));
  return made;
}

function nextDeal() {
  const offer = offerOf(state);
  if (isWinnable(state)) press("begin", { offer, deal: unplayedDeal(offer) });
  else if (state.reply.dealt) ask({ do: "new" });
  else press("games");
}

// A deal that can be won, and that was not played yet if there is one.
export function unplayedDeal({ name, deals }) {
  const played = new Set(resultsOf(name).map(({ deal }) => deal));
  const fresh = deals.filter((deal) => !played.has(deal) && deal !== state.reply?.deal);
  const from = fresh.length ? fresh : deals;
  return from[Math.floor(Math.random() * from.length)];
}

// -- sharing ----------------------------------------------------------------------------------------------------------

let links = null; // makes the links to the same cards and to the game, where others can open them
/** Say how links are made: to the same cards (`invitation`), and to the game (`shareable`). */
export function shareBy(given) {
  links = given;
}

// What came of the game in a few lines, so that a friend can play the same cards.
function resultToShare() {
  const { reply, steps } = state;
  const name = gameOf(state);
  const all = table.piles.flat().length;
  const rulesOf = bookOf(state);
  const known = offerOf(state)?.books[0][0] === rulesOf;
  const left = table.piles.filter((_, p) => !/^[CDHS][v^]$/.test(table.spots[p].label)).flat().length;
  const ended = reply.result === "lost" ? "Lost" : "Given up";
  const moves = `${steps.length} move${steps.length === 1 ? "" : "s"}`;
  const came =
    reply.result === "won"
      ? `Won in ${steps.length} moves`
      : `${ended} after ${moves}, ${all - left} of ${all} cards home`;
  const how = [timed(secondsPlayed()), ...(hintsTaken() ? [hintsInWords(hintsTaken())] : [])].join(", ");
  const cards = reply.dealt ? `The same cards: ${reply.deal}${known ? "" : `, rules by ${rulesOf}`}` : "";
  const title = [name, dealInWords(state, offerOf(state), reply.deal)].filter(Boolean).join(", ");
  return { title, text: [title, `${came}, ${how}`, cards].filter(Boolean).join("\n") };
}

// The button says what was copied; what has to be copied by hand stands above the buttons.
async function share(pressed) {
  const { title, text } = resultToShare();
  const url = elsewhere && links ? await links.invitation() : "";
  const report = (did, link = "a link to the same cards") => {
    $("shared").textContent = `${did}: “${text.replaceAll("\n", " · ")}”${url ? `, with ${link}` : ""}.`;
    const small = pressed.matches(".main") ? [make("small", {}, $("shared").textContent.slice(did.length + 2))] : [];
    pressed.replaceChildren(did, ...small);
  };
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, text, ...(url && { url }) });
      report("Sent");
    } else {
      await navigator.clipboard.writeText(`${text}\n${url}`.trim());
      report("Copied");
    }
  } catch (wrong) {
    if (wrong.name === "AbortError") return pressed.replaceChildren("Not sent");
    report("To copy by hand", url);
    pressed.replaceChildren("Share");
    $("shared").classList.remove("unseen");
  }
}

// The other link: whoever opens it can watch the game.
async function shareGame(pressed) {
  const url = await links.shareable();
  try {
    await navigator.clipboard.writeText(url);
    pressed.replaceChildren("Copied", make("small", {}, "a link that replays this game"));
  } catch {
    $("shared").textContent = `To copy by hand: ${url}`;
    $("shared").classList.remove("unseen");
  }
}

// -- the end on the table ---------------------------------------------------------------------------------------------

const sheetOpen = () => Boolean(document.querySelector("dialog[open]:modal"));

listen((_before, event) => {
  if (event.type !== "arrived" || !isDecided(state) || !atEnd(state) || state.reply.over || !storeResult()) return;
  const { game, result } = state.reply;
  if (result === "won") confetti();
  const isSame = () => state.reply.game === game && state.reply.result === result;
  setTimeout(
    () => {
      if (isSame() && !sheetOpen()) showResult();
    },
    quiet.matches ? 300 : 2200,
  );
});

// In front of the sheet that has come since.
function raiseConfetti() {
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

// The live board. It knows no rules: it asks whoever knows them, shows what has changed, and lights what can be played.
// docs/dev/board-protocol.md describes the requests and the replies.
//
//   event -> state.js -> view.js -> paint.js; what somebody does there is an event again, or a request (requests.js),
//   whose reply is one. drive.js carries the cards.

import { rememberChoices } from "../../show/scripts/shared/choices.js";
import { fit } from "../../show/scripts/shared/fit.js";
import { memory } from "../../show/scripts/shared/memory.js";
import { table } from "../../show/scripts/shared/page.js";
import "../../show/scripts/shared/sheet.js";
import { $ } from "../../show/scripts/table/dom.js";
import "./back_button.js";
import "./board_print.js";
import { storedDays } from "./days.js";
import { chooser, glideTo } from "./drive.js";
import "./end.js";
import "./film.js";
import "./guide.js";
import "./home.js";
import { firstHand } from "./input.js";
import "./keys.js";
import { today } from "./known.js";
import "./menu.js";
import "./moves_list.js";
import { informed } from "./notices.js";
import { paintHand } from "./paint.js";
import { ask, play, sendTo } from "./requests.js";
import { shareBy } from "./sharing.js";
import "./sheets.js";
import "./statistics.js";
import { begin, listen, onPress, perform, press, state, tell } from "./store.js";
import { lastSaid } from "./strip.js";
import { meaningOf, modeOf } from "./view.js";

/** @import { Channel, Links } from "./types" */

onPress({
  play,
  "have it so": (text) => ask({ do: "enter", text }),
  "end the game": () => ask({ do: "concede" }),
  "cancel the choice": () => chooser.choose([]),
  choose: (moves) => tell({ type: "chosen", moves }),
  "ask why": ({ from, to }) => ask({ do: "why", from, to }),
  "you look back": () => tell({ type: "said", notice: informed(["You are looking back: Escape returns."]) }),
  "back to the game": () => {
    press("end the film");
    tell({ type: "said", notice: null });
    glideTo(table.last, false);
  },
  "from here": () => ask({ do: "back", to: table.at }),
  hold: () => table.hold() || table.go(),
  "next card": () => table.turn(1),
  "try again": async () => {
    const { lines = [], ...notice } = state.notice ?? {};
    tell({ type: "said", notice: { ...notice, lines, also: [{ label: "Trying …", disabled: true }] } });
    await new Promise((done) => setTimeout(done, 500));
    ask({ do: "look", tried: true });
  },
});

table.addEventListener("choose", ({ detail }) => {
  const meaning = meaningOf(state, detail);
  if (!meaning) return;
  tell({ type: "said", notice: null });
  perform(meaning);
});

// Who taps the words of what is to be turned up or dealt does it, unless a strip lay there just now.
$("now").addEventListener("click", ({ target }) => {
  const [call] = $("now").children;
  const isCall = target === call && call.textContent && performance.now() > lastSaid() + 600;
  if (isCall && state.reply) play(state.reply.legal[0].move);
});

addEventListener("resize", () => {
  if (state.reply) fit();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state.reply && !state.reply.over) ask({ do: "look" });
});

// What Safe play does is said where it is first seen.
listen((_before, event) => {
  const isWelcomed = state.stranger && state.steps.length === state.first;
  if (event.type !== "arrived" || state.reply?.finish !== "safe" || state.notice || isWelcomed) return;
  if (modeOf(state) !== "playing" || memory.get("safe play", false)) return;
  memory.set("safe play", true);
  tell({ type: "said", notice: informed(["Safe play, below, plays the cards that it never helps to hold back."]) });
});

// The game and its result stand in the strip when the board was closed.
listen((before) => {
  const { reply, inBrowser } = state;
  if (!reply?.over || before.reply?.over) return;
  const place = inBrowser ? `this browser as ${reply.path}` : reply.path;
  // Of a game in which nothing was done there is no record.
  const stored = reply.saved ? `The game is saved in ${place}.` : "No move was played, so there was nothing to save.";
  tell({ type: "said", notice: { lines: [stored, "You can close this window."], stays: true } });
});

/**
 * Begin.
 *
 * @param {Channel} send passes requests on
 * @param {{ inBrowser?: boolean, links?: Links }} options whether games are stored in the browser, and what makes links
 *     for others
 */
export function startBoard(send, { inBrowser = false, links } = {}) {
  const visits = /** @type {const} */ (["welcomed", "guides", "results", "played"]);
  const isStranger = !visits.some((name) => memory.has(name));
  const offers = JSON.parse($("offers").textContent);
  const learned = memory.get("learned", []);
  const known = { skipped: memory.get("skipped", ""), learned, days: storedDays(), today: today() };
  begin({ offers, inBrowser, hasLinks: Boolean(links), hand: firstHand(), stranger: isStranger, ...known });
  paintHand();
  rememberChoices([{ id: "letters", act: () => tell({ type: "letters", on: $("letters").checked }) }]);
  sendTo(send);
  if (links) shareBy(links);
}

/** Ask for the game, and go where the address leads. */
export function openBoard() {
  const started = ask({ do: "start" });
  const after = new URLSearchParams(location.hash.slice(1)).get("after");
  if (location.hash === "#games") {
    // With what can be continued.
    started.then(() => press("games"));
    history.replaceState(null, "", location.pathname);
  }
  // Whoever comes from a replay goes on after the moves that were shown there.
  if (after !== null) {
    ask({ do: "follow", moves: after.split(" ").filter(Boolean) });
    history.replaceState({ after }, "", location.pathname);
  }
  // Back there, the replay shows the move at which it was left.
  const way = $("tried").querySelector("a");
  const left = history.state?.after;
  if (way && left !== undefined) way.hash = String(new URLSearchParams({ after: left }));
}

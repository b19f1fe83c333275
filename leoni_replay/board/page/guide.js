// The guide below the table: it takes the place of the buttons, and leads back to the game from which somebody came.

import { memory } from "../../show/scripts/shared/memory.js";
import { $, button, make } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
import { isGuideAtEnd } from "./guided.js";
import { bookOf, fileName, gameOf, offerOf } from "./known.js";
import { ask } from "./requests.js";
import { listen, onPress, perform, press, state, tell } from "./store.js";

/** @import { Button, Offer, Request, View } from "./types" */

const guideBox = $("guide");
let paintedGuide = "";

/** @param {View["guide"]} view */
export function paintGuide(view) {
  const key = JSON.stringify(view);
  guideBox.hidden = !view;
  if (key === paintedGuide) return;
  paintedGuide = key;
  const [words, ways] = guideBox.children;
  if (!view) {
    words.replaceChildren();
    ways.replaceChildren();
    return;
  }
  const focused = guideBox.contains(document.activeElement) ? document.activeElement : null;
  words.replaceChildren(make("b", {}, view.sign), ` ${view.text}`);
  const buttons = view.buttons.map((act) => button(act.label, () => perform(act)));
  ways.replaceChildren(...buttons);
  // Whoever goes back by keys stays there; before the first move the next thing is its card.
  const same = buttons.find(({ textContent }) => textContent === focused?.textContent);
  if (focused) (same ?? chooser.cursor).focus();
}

/** Whoever leaves a guide that is not over, and came from a game, goes back there. */
function leaveGuide(isOver = false) {
  const { deal = "" } = offerOf(state)?.guide ?? {};
  const { back } = state;
  tell({ type: "guide", skipped: deal });
  if (!back) return;
  if (!isOver) return ask(back);
  /** @type {Button[]} */
  const also = [{ label: "Back to it", act: "back to the other game", with: back }];
  tell({ type: "said", notice: { lines: ["Your game waits for you."], also } });
}

/**
 * Begin a guide. A game in which nothing was done is not stored, so it is dealt again.
 *
 * @param {Offer} offer
 */
function visitGuide(offer) {
  const { reply } = state;
  if (!offer.guide) return;
  const isBegun = state.steps.length > 0;
  /** @type {Request | null} */
  let back = state.back;
  if (reply?.result === "*" && reply.dealt && !reply.recorded && reply.deal !== offer.guide.deal) {
    back = isBegun
      ? { do: "open", path: fileName(reply.path) }
      : { do: "begin", name: gameOf(state), rules: bookOf(state), deal: reply.deal };
  }
  press("begin", { offer, deal: offer.guide.deal, back });
}

// A guide that was shown to its end, or left, is known.
listen((before, event) => {
  if (event.type === "guide") memory.set("skipped", state.skipped);
  const left = event.type === "guide" && event.skipped;
  if (left || (event.type === "arrived" && isGuideAtEnd(state))) {
    memory.set("guides", { ...memory.get("guides", {}), [gameOf(state)]: true });
  }
  if (state.learned !== before.learned) memory.set("learned", state.learned);
  // Whoever plays on after its end has left it: it does not come back with Undo.
  const isSame = before.reply?.game === state.reply?.game;
  const playsOn = event.type === "answered" && isSame && state.steps.length > before.steps.length;
  if (playsOn && isGuideAtEnd(before)) leaveGuide(true);
});

onPress({
  "show the guide": visitGuide,
  "leave the guide": leaveGuide,
  "go on with the guide": () => tell({ type: "guide", skipped: "" }),
  "back to the other game": ask,
});

/** @param {string} name */
export const isGuideKnown = (name) => Boolean(memory.get("guides", {})[name]);

// What is asked on a real table. Cards are tapped in the pack, which comes last, so that it stays under the finger
// whatever is said above it.

import { frameThatWay, isWay } from "../../show/scripts/table/cursor.js";
import { $, button, make } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";
import { pretty, spell } from "../../show/scripts/table/words.js";
import { enterAt } from "./input.js";
import { byHand } from "./known.js";
import { ask } from "./requests.js";
import { onPress, state, tell } from "./store.js";

/** @import { Frame } from "../../show/scripts/table/types" */
/** @import { View } from "./types" */

const survey = $("survey");

/**
 * @param {string} text
 * @param {number[]} cards those of the text, if they were tapped
 */
function enterCards(text, cards = []) {
  tell({ type: "naming", survey: { entered: [...state.survey.entered, cards] } });
  ask({ do: "enter", text });
}

/** @param {number[]} cards */
const chooseCards = (cards) => tell({ type: "naming", survey: { chosen: cards, open: true } });
/** @param {number[]} cards */
const spelled = (cards) => cards.map((card) => spell({ card })).join(" ");

/** @param {View["survey"]} view */
export function paintSurvey(view) {
  survey.hidden = !view;
  if (!view || !state.reply) return;
  const {
    lines,
    refused,
    survey: { chosen },
  } = view;
  const { answers, wanted, question } = state.reply;
  const named = chosen.map((card) => pretty({ card })).join(" ");
  const help = named ? `${named} …` : answers.length ? byHand(state, "Tap each card, or type it.") : "";
  const focused = survey.contains(document.activeElement) ? document.activeElement?.textContent : null;
  survey.classList.toggle("no", refused);
  survey.replaceChildren(
    ...[...lines, help].filter(Boolean).map((text) => make("p", {}, spaced(text))),
    button("×", () => tell({ type: "naming", survey: { open: false } }), { class: "close", "aria-label": "Close" }),
  );
  if (!answers.length) return askNumber(question);
  const back = () => (chosen.length ? chooseCards(chosen.slice(0, -1)) : ask({ do: "undo" }));
  survey.append(button("Take back", back));
  if (!wanted) survey.append(button(named ? "No more" : "None", () => enterCards(spelled(chosen) || "-", chosen)));
  const pack = packOf(chosen, answers, wanted);
  survey.append(pack);
  // The card that was named last, if there is another of it, or the first that can be named.
  const cards = [...pack.querySelectorAll("button")].filter(({ disabled }) => !disabled);
  enterAt(cards.find(({ textContent }) => textContent === focused) ?? cards[0]);
}

/** @param {string} question */
function askNumber(question) {
  const form = make("form");
  const typed = make("input", { "aria-label": question, inputmode: "numeric", autocomplete: "off", maxlength: "200" });
  form.append(typed, " ", make("button", {}, "Enter"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enterCards(typed.value);
  });
  survey.append(form);
  typed.focus();
}

/**
 * The cards of the pack, of which those can be tapped that can still answer.
 *
 * @param {number[]} chosen
 * @param {number[]} answers
 * @param {number} wanted how many are to be named; 0: any number
 */
function packOf(chosen, answers, wanted) {
  const pack = make("div", { id: "pack", role: "group", "aria-label": "The pack" });
  const cardsLeft = [...answers];
  for (const card of chosen) cardsLeft.splice(cardsLeft.indexOf(card), 1);
  for (let card = 0; card < 52; card++) {
    const cardButton = button(pretty({ card }), () => {
      const all = [...chosen, card];
      if (!wanted || all.length < wanted) chooseCards(all);
      else enterCards(spelled(all), all);
    });
    cardButton.tabIndex = -1;
    cardButton.disabled = !cardsLeft.includes(card);
    cardButton.classList.toggle("red", card >= 13 && card < 39);
    pack.append(cardButton);
  }
  pack.addEventListener("focusin", ({ target }) => stopAtCard(pack, target));
  pack.addEventListener("keydown", (event) => walkInPack(pack, event));
  stopAtCard(pack, pack.querySelector("button:enabled"));
  return pack;
}

/**
 * For the Tab key the pack is one stop.
 *
 * @param {HTMLElement} pack
 * @param {EventTarget | null} here
 */
function stopAtCard(pack, here) {
  for (const other of pack.querySelectorAll("button")) other.tabIndex = other === here ? 0 : -1;
}

/**
 * Arrows lead to every card that can be named.
 *
 * @param {HTMLElement} pack
 * @param {KeyboardEvent} event
 */
function walkInPack(pack, event) {
  const cards = [...pack.querySelectorAll("button")].filter(({ disabled }) => !disabled);
  const here = event.target instanceof HTMLButtonElement ? cards.indexOf(event.target) : -1;
  if (!isWay(event.key) || here < 0) return;
  event.preventDefault();
  /** @type {Frame[]} */
  const frames = cards.map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    return [left, top, right, bottom];
  });
  cards[frameThatWay(frames, here, event.key)].focus();
}

onPress({
  "name the cards": () => tell({ type: "naming", survey: { open: true, chosen: [] } }),
  "name the rest": () => ask({ do: "rest" }),
});

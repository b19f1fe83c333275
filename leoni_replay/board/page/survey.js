// What is asked on a real table. Cards are tapped in the pack, which comes last, so that it stays under the finger
// whatever is said above it.

import { $, button, make } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";
import { pretty, spell } from "../../show/scripts/table/words.js";
import { byHand } from "./known.js";
import { ask } from "./requests.js";
import { onPress, state, tell } from "./store.js";

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
  survey.classList.toggle("no", refused);
  survey.replaceChildren(
    ...[...lines, help].filter(Boolean).map((text) => make("p", {}, spaced(text))),
    button("×", () => tell({ type: "naming", survey: { open: false } }), { class: "close", "aria-label": "Close" }),
  );
  if (!answers.length) return askNumber(question);
  const back = () => (chosen.length ? chooseCards(chosen.slice(0, -1)) : ask({ do: "undo" }));
  survey.append(button("Take back", back));
  if (!wanted) survey.append(button(named ? "No more" : "None", () => enterCards(spelled(chosen) || "-", chosen)));
  survey.append(packOf(chosen, answers, wanted));
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
    cardButton.disabled = !cardsLeft.includes(card);
    cardButton.classList.toggle("red", card >= 13 && card < 39);
    pack.append(cardButton);
  }
  return pack;
}

onPress({
  "name the cards": () => tell({ type: "naming", survey: { open: true, chosen: [] } }),
  "name the rest": () => ask({ do: "rest" }),
});

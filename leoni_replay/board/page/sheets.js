// The sheet at the foot, for what is to be read there: answers of several lines, refusals with their rule, the rules.

import { $, button, make } from "../../show/scripts/table/dom.js";
import { capital, spaced } from "../../show/scripts/table/signs.js";
import { enterAt } from "./input.js";
import { bookOf, bookTitle, byHand, dealOfDay, gameOf, hasWin, offerOf } from "./known.js";
import { sentence } from "./notices.js";
import { onPress, perform, state } from "./store.js";

/** @import { Action, Acts, Offer, Refusal, Rule, SheetPart } from "./types" */

/** What comes again when somebody closes the sheet; a way that leads on ends that. */
let comesBack = () => {};

/** The dialog that lies over the page and the others, which stand before it (board.html.j2); null if there is none. */
export function openDialog() {
  /** @type {NodeListOf<HTMLDialogElement>} */
  const dialogs = document.querySelectorAll("dialog:modal");
  return [...dialogs].at(-1) ?? null;
}

export const sheet = {
  box: $("sheet"),

  /**
   * @param {string} title
   * @param {Node[]} parts
   * @param {() => void} [back] what comes again when somebody closes it
   */
  show(title, parts, back = () => {}) {
    comesBack = back;
    $("sheet-title").textContent = spaced(title);
    $("sheet-body").replaceChildren(...parts);
    sheet.box.classList.toggle("listing", $("sheet-body").querySelector("ul") !== null);
    if (!sheet.box.open) sheet.box.showModal();
    // Nothing that is pressed by Enter has the focus of a sheet that opens by itself.
    $("sheet-title").focus();
    sheet.box.scrollTop = 0;
  },

  /**
   * Who comes back to a sheet stands where it was left.
   *
   * @param {string} label of the button that led away
   */
  focusOn(label) {
    const way = [...sheet.box.querySelectorAll("button")].find(({ textContent }) => textContent === label);
    enterAt(way);
  },

  /** Close it for something else. */
  close() {
    comesBack = () => {};
    sheet.box.close();
  },
};

sheet.box.addEventListener("close", () => {
  const back = comesBack;
  comesBack = () => {};
  back();
});

/**
 * A button that leaves the sheet for something else.
 *
 * @param {string} label
 * @param {Action} action
 * @param {string} kind
 */
export function leaving(label, action, kind = "") {
  const leave = () => {
    sheet.close();
    perform(action);
  };
  return button(label, leave, kind ? { class: kind } : {});
}

/** @param {SheetPart} part */
function sectionOf({ head, lines }) {
  const section = make("section");
  const items = make("ul");
  items.append(...lines.map((line) => make("li", {}, spaced(byHand(state, line)))));
  section.append(make("h3", {}, head), items);
  return section;
}

/**
 * A rule in words, under its name, and where it is from.
 *
 * @param {Rule} rule
 * @param {HTMLElement} heading
 */
function clauseParts({ text, source }, heading) {
  return [heading, make("p", {}, spaced(text)), make("p", { class: "source" }, source)];
}

/**
 * A rule that was asked about: its name leads to it among all others.
 *
 * @param {Rule} rule
 */
function askedClause(rule) {
  const heading = make("p");
  const known = state.reply?.clauses?.some(({ label }) => label === rule.label);
  const name = `The rule: ${rule.name}`;
  heading.append(known ? button(name, () => showClauses(rule), { class: "link" }) : make("b", {}, name));
  return clauseParts(rule, heading);
}

const EACH_RULE = "Each rule and its source";

/** @param {string} title that of a rule book */
const rulesFrom = (title) => make("p", { class: "source" }, `The rules as they stand in: ${title}.`);

/**
 * What the rule book says, clause by clause, and where that is from.
 *
 * @param {Rule} [asked] the rule to begin with
 */
function showClauses(asked) {
  const { clauses = [] } = state.reply ?? {};
  const rulesAgain = button("Rules on one screen", () => {
    showRules();
    sheet.focusOn(EACH_RULE);
  });
  const headings = clauses.map(({ name }) => make("h3", {}, capital(name)));
  const parts = clauses.flatMap((rule, i) => clauseParts(rule, headings[i]));
  sheet.show(`${gameOf(state)}: every rule and its source`, [rulesFrom(bookTitle(state)), ...parts, rulesAgain]);
  headings[clauses.findIndex(({ label }) => label === asked?.label)]?.scrollIntoView();
}

/**
 * The rules on one screen; from there buttons lead to what else explains the game. Of a game that is not on the table,
 * those of its default book.
 *
 * @param {Offer} [offer]
 */
function showRules(offer) {
  const game = offer ?? offerOf(state);
  const reply = offer ? null : state.reply;
  const buttons = make("p", { class: "buttons" });
  const book = reply ? bookOf(state) : game?.books[0][0];
  if (offer) {
    const deal = dealOfDay(offer, state.today);
    buttons.append(leaving("Play", { act: "begin", with: { offer, deal } }, "main"));
  }
  if (game?.guide) buttons.append(leaving("Show me", { act: "show the guide", with: game }));
  if (reply?.clauses) buttons.append(button(EACH_RULE, () => showClauses()));
  const body = (reply?.sheet ?? game?.sheet ?? []).map(sectionOf);
  const source = book ? [rulesFrom(new Map(game?.books).get(book) ?? book)] : [];
  sheet.show(`How ${game?.name ?? gameOf(state)} is played`, [...body, ...source, buttons]);
}

/** @param {Refusal} refusal */
function showWhy({ refused: { text, rule, exact }, misplay, setting, suggestions }) {
  const buttons = make("p", { class: "buttons" });
  buttons.append(button("All rules", () => showRules()));
  buttons.append(
    ...suggestions.map(({ question, text: answer }) => leaving(question, { act: "have it so", with: answer })),
  );
  if (misplay) buttons.append(leaving("It was played all the same", { act: "play", with: misplay }));
  if (setting) buttons.append(leaving("Put these cards right by hand", { act: "to type", with: setting }));
  sheet.show(byHand(state, text).replace(/\.$/, ""), [
    ...(rule ? askedClause(rule) : []),
    ...exactParts(exact),
    buttons,
  ]);
}

/**
 * What the checker of records says beyond that, folded.
 *
 * @param {string[]} lines
 */
function exactParts(lines) {
  if (!lines.length) return [];
  const fold = make("details");
  const full = make("div", { class: "full" });
  full.append(...lines.map((line) => make("p", {}, spaced(sentence(line)))));
  fold.append(make("summary", {}, "More exactly"), full);
  return [fold];
}

/**
 * A weave that came to a stalemate: its links, and the rule that ends the deal then.
 *
 * @param {Acts["why the deal is over"]} stalemate
 */
function showStalemate({ links, clause }) {
  const list = make("ol");
  list.append(...links.map((link) => make("li", {}, spaced(capital(link)))));
  sheet.show("The weave came to a stalemate", [...askedClause(clause), make("h3", {}, "The weave"), list]);
}

/**
 * What a review has found, in sentences. The page of the review goes through the game position by position.
 *
 * @param {Acts["what was found"]} review
 */
function showFindings({ lines, hasPage }) {
  const buttons = make("p", { class: "buttons two" });
  if (hasWin(state)) buttons.append(leaving("Watch the win", { act: "watch the win" }, "main"));
  if (hasPage) buttons.append(make("a", { href: "review", class: "button" }, "Move by move"));
  sheet.show("Could it be won?", [...lines.map((line) => make("p", {}, spaced(line))), buttons]);
}

/** @param {Acts["read"]} text */
function showLines({ title, lines }) {
  const full = make("div", { class: "full" }, spaced(lines.join("\n")));
  sheet.show(title, [full]);
}

onPress({
  "what was found": showFindings,
  "why the deal is over": showStalemate,
  read: showLines,
  why: showWhy,
  rules: showRules,
});

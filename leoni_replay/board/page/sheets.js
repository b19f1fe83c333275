// The sheet at the foot, for whatever is to be read there: answers of several lines, refusals with their rule, the rules.

import { $, button, make } from "../../show/scripts/table/dom.js";
import { capital, spaced } from "../../show/scripts/table/signs.js";
import { bookOf, gameOf, offerOf } from "./known.js";
import { onPress, press, state } from "./store.js";

export const sheet = {
  box: $("sheet"),
  show(title, parts) {
    $("sheet-title").textContent = spaced(title);
    $("sheet-body").replaceChildren(...parts);
    sheet.box.classList.toggle("listing", $("sheet-body").querySelector("ul") !== null);
    if (!sheet.box.open) sheet.box.showModal();
    sheet.box.scrollTop = 0;
  },
  close: () => sheet.box.close(),
};

// A button that leaves the sheet for something else.
export const leaving = (label, act, argument = undefined, names = {}) =>
  button(
    label,
    () => {
      sheet.close();
      press(act, argument);
    },
    names,
  );

const sectionsOf = (parts) =>
  parts.map(({ head, lines }) => {
    const section = make("section");
    const items = make("ul");
    items.append(...lines.map((line) => make("li", {}, spaced(line))));
    section.append(make("h3", {}, head), items);
    return section;
  });
const clauseParts = ({ text, label, source }) => [
  make("p", {}, spaced(text)),
  make("p", { class: "source" }, [label, source].filter(Boolean).join(": ")),
];

// What the rule book says, clause by clause, and where that is from.
function showClauses() {
  const rulesAgain = button("Rules on one screen", () => showRules());
  sheet.show(`${gameOf(state)}: ${bookOf(state)}`, [...state.reply.clauses.flatMap(clauseParts), rulesAgain]);
}

// The rules on one screen; from there buttons lead to what else explains the game. Of a game that is not on the table,
// those of its default book.
function showRules(offer = null) {
  const known = offer ?? offerOf(state);
  const here = !offer;
  const buttons = make("p", { class: "buttons" });
  const book = here && state.reply ? bookOf(state) : known?.books[0][0];
  if (known?.guide) buttons.append(leaving("Show me", "show the guide", known));
  if (here && state.reply?.clauses) buttons.append(button("Each rule and its source", showClauses));
  const body = sectionsOf((here ? state.reply?.sheet : offer.sheet) ?? known?.sheet ?? []);
  const source = book ? [make("p", { class: "source" }, `Rule book: ${new Map(known?.books).get(book) ?? book}`)] : [];
  sheet.show(`How ${known?.name ?? gameOf(state)} is played`, [...body, ...source, buttons]);
}

function showWhy({ refused: { text, rule }, said, misplay, setting, suggestions }) {
  const full = make("details");
  const lines = make("div", { class: "full" });
  const buttons = make("p", { class: "buttons" });
  lines.append(...said.map((line) => make("p", {}, spaced(line))));
  full.append(make("summary", {}, "More exactly"), lines);
  buttons.append(button("All rules", () => showRules()));
  buttons.append(...suggestions.map(({ question, text: answer }) => leaving(question, "have it so", answer)));
  if (misplay) buttons.append(leaving("It was played all the same", "play", misplay));
  if (setting) buttons.append(leaving("Put these cards right by hand", "to type", setting));
  sheet.show(text.replace(/\.$/, ""), [...(rule ? clauseParts(rule) : []), full, buttons]);
}

// A weave that came to a stalemate: its links, and the rules that end the deal then.
function showStalemate({ links, clauses }) {
  const list = make("ol");
  list.append(...links.map((link) => make("li", {}, spaced(capital(link)))));
  sheet.show("The weave came to a stalemate", [...clauses.flatMap(clauseParts), make("h3", {}, "The weave"), list]);
}

function showLines({ title, lines }) {
  const full = make("div", { class: "full" }, spaced(lines.join("\n")));
  sheet.show(title, [full]);
}

onPress({ "why the deal is over": showStalemate, read: showLines, why: showWhy, rules: showRules });

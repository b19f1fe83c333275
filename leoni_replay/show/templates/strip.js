// What is said to the player: one sentence below the table, where it covers no card, and what is behind it on a sheet at
// the foot. It goes with a tap on the felt, with Esc, and with the next move, and by itself if nothing is behind it.

const strip = (() => {
  const box = $("told");
  let timer = 0, left = -1000; // when it was last seen

  function clear() {
    clearTimeout(timer);
    if (!box.hidden) left = performance.now();
    for (const old of table.querySelectorAll(".blame")) old.classList.remove("blame");
    box.hidden = true;
    box.replaceChildren();
  }

  // `also`: buttons beside the sentence; `look`: the cards and places that it is about; `no`: whether it refuses something.
  function say(lines, { no = false, also = [], look = [], stays = also.length > 0 } = {}) {
    clear();
    const leave = () => (box.matches(":focus-within, :hover") || document.querySelector("dialog:modal") ? wait() : clear());
    const wait = () => { timer = setTimeout(leave, 5000 + 80 * lines.join(" ").length); };
    const words = make("div"), close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    words.append(...lines.map((text) => make("p", {}, spaced(text.replace(/^[a-z]+(?= )/, capital)))));
    close.addEventListener("click", clear);
    box.append(words, ...also, close);
    box.classList.toggle("no", no);
    box.classList.toggle("long", lines.join(" ").length > (also.length ? 52 : 66));
    box.hidden = false;
    if (!stays) wait();
    for (const where of look) table.chooser?.element(where)?.classList.add("blame");
  }

  // A gentle no. Who asks why gets the rule, its source and its code.
  function refuse({ refused: { text, look, rule }, said, misplay, setting }) {
    const why = button("Why?", () => {
      const parts = [];
      if (rule) parts.push(...rules.clause(rule));
      const full = make("details"), lines = make("div", { class: "full" });
      lines.append(...said.map((line) => make("p", {}, spaced(line))));
      full.append(make("summary", {}, "More exactly"), lines);
      const buttons = make("p", { class: "buttons" });
      buttons.append(button("All rules", () => rules.show()));
      if (misplay) buttons.append(button("It was played all the same", () => { sheet.close(); play(misplay); }));
      if (setting) buttons.append(button("Put these cards right by hand", () => { sheet.close(); toType(setting); }));
      sheet.show(text.replace(/\.$/, ""), [...parts, full, buttons]);
    });
    say([text], { no: true, also: [why], look });
  }

  $("box").addEventListener("pointerdown", clear, true);
  addEventListener("keydown", ({ key }) => { if (key === "Escape" && !document.querySelector("dialog:modal")) clear(); });
  return { say, refuse, clear, gone: () => left };
})();

// Answers of several lines: the first one below the table, the others on a sheet.
function inform(lines, no = false) {
  if (!lines.length) return strip.clear();
  const [first, ...others] = lines;
  const more = button("More", () => sheet.show(first, [Object.assign(make("div", { class: "full" }), { textContent: spaced(others.join("\n")) })]));
  strip.say([first], { no, also: others.length ? [more] : [] });
}

function button(text, act, names = {}) {
  const made = make("button", { type: "button", ...names }, text);
  made.addEventListener("click", act);
  return made;
}

// The sheet at the foot, for whatever is to be read there.
const sheet = {
  box: $("sheet"),
  show(title, parts) {
    $("sheet-title").textContent = spaced(title);
    $("sheet-body").replaceChildren(...parts);
    if (!sheet.box.open) sheet.box.showModal();
    sheet.box.scrollTop = 0;
  },
  close: () => sheet.box.close(),
};

// The rules in force on one screen; from there the buttons lead to what else explains the game.
const rules = (() => {
  function parts(given) {
    return given.map(({ head, lines }) => {
      const part = make("section"), list = make("ul");
      list.append(...lines.map((line) => make("li", {}, spaced(line))));
      part.append(make("h3", {}, head), list);
      return part;
    });
  }
  const clause = ({ text, label, source }) => [make("p", {}, spaced(text)), make("p", { class: "source" }, [label, source].filter(Boolean).join(": "))];
  // What the rule book says, clause by clause, and where that is from.
  function clauses() {
    sheet.show(`${gameOf()}: ${now.title.split(", ").at(1)}`, [...now.clauses.flatMap(clause), button("Rules on one screen", () => show())]);
  }
  // Of a game that is not on the table, those of its default book.
  function show(offer = null) {
    const here = !offer?.sheet, known = offers.find(({ name }) => name === (here ? gameOf() : offer.name));
    const book = here ? now.title?.split(", ").at(1) : known?.books[0][0], buttons = make("p", { class: "buttons" });
    if (known?.guide) buttons.append(button("Show me", () => { sheet.close(); guide.visit(known); }));
    if (here && now.clauses) buttons.append(button("Each rule and its source", clauses));
    const body = parts((here ? now.sheet : offer.sheet) ?? known?.sheet ?? []);
    sheet.show(`How ${known?.name ?? gameOf()} is played`, [...body, ...(book ? [make("p", { class: "source" }, `Rule book: ${new Map(known?.books).get(book) ?? book}`)] : []), buttons]);
  }
  return { show, clause };
})();

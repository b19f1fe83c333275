// The start page: every game with its picture, the deal of the day, deals that can be won, and what was begun.

const home = (() => {
  const dialog = $("home"), body = $("home-body"), shown = (n) => `${n} move${n === 1 ? "" : "s"} played`;
  const local = (days) => new Date(days * 864e5).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

  // The days since 1 January 1970 where the player is.
  function today() {
    const date = new Date();
    return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5);
  }
  const ofDay = ({ deals, days }, day = today()) => (deals.length ? deals[day % days] : `seed:${new Date(day * 864e5).toISOString().slice(0, 10)}`);
  const ofToday = ({ deals }) => `${local(today())}: the same for everybody${deals.length ? ", and it can be won" : ""}`;
  // A deal that can be won, and that was not played yet if there is one.
  function winnable({ name, deals }) {
    const played = new Set(end.results(name).map(({ deal }) => deal)), fresh = deals.filter((deal) => !played.has(deal) && deal !== now.deal);
    const from = fresh.length ? fresh : deals;
    return from[Math.floor(Math.random() * from.length)];
  }
  // What a deal is to a player, if it is more than its seed.
  const called = (name, deal) => {
    const offer = offers.find((one) => one.name === name);
    if (!offer) return "";
    if (offer.guide?.deal === deal) return "the guided deal";
    return ofDay(offer) === deal ? `the deal of ${local(today())}` : offer.deals.includes(deal) ? "a deal that can be won" : "";
  };

  const sort = () => {
    const offer = offers.find(({ name }) => name === gameOf()), words = offer && called(offer.name, now.deal);
    return words && now.deal !== offer.guide?.deal ? `This is ${words}${/^the/.test(words) && offer.deals.length ? ", and it can be won" : ""}.` : "";
  };

  function begin({ name }, deal = "") {
    memory.set("favourite", name);
    guide.reopen();
    dialog.close();
    // Whoever plays by keys begins among the cards.
    document.activeElement.blur();
    if (table.chooser) table.chooser.focused = true;
    preview(name, deal);
    ask({ do: "begin", name, rules: "", deal });
  }

  function picture([wide, high, ...paths]) {
    const svg = make("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" }, undefined, SVG), felt = make("span", { class: "felt" });
    paths.forEach((d, i) => draw(svg, "path", { class: ["covered", "blacks", "reds"][i], d }));
    felt.append(svg);
    return felt;
  }

  // A large button with its title and a line below it.
  function card(title, line, act, kind = "", first = null) {
    const made = button("", act, { class: `card-button ${kind}` }), words = make("span");
    words.append(make("b", {}, title), make("span", {}, line));
    made.append(...[first, words].filter(Boolean));
    return made;
  }
  const learn = (offer, kind = "") => card(`New here? Learn ${offer.name}`, `${offer.guide.steps.length} moves on a real deal, about a minute`, () => begin(offer, offer.guide.deal), kind);

  // Somebody who has never been here and comes to a table is offered its guide, until a move is made.
  let first = null; // how many moves had been made when the page came
  function welcome() {
    const box = $("welcome"), offer = offers.find(({ name }) => name === gameOf()), known = ["welcomed", "guides", "results"].some((name) => memory.get(name, null));
    first ??= count;
    box.hidden = known || !offer?.guide || now.recorded || Boolean(now.question) || now.result !== "*" || count !== first || !atEnd() || !$("guide").hidden;
    if (box.hidden) return;
    const close = button("×", () => { memory.set("welcomed", true); welcome(); }, { class: "close", "aria-label": "Not now" });
    box.replaceChildren(make("p", {}, "New here?"), button(`Learn ${offer.name}`, () => begin(offer, offer.guide.deal)), close);
  }

  function games() {
    const favourite = offers.find(({ name }) => name === memory.get("favourite", null)) ?? offers[0], grid = make("div", { class: "gallery" });
    const going = now.legal ? now.result === "*" && count > 0 && { name: gameOf(), words: shown(count) } : memory.get("view", {}).going;
    const fresh = favourite.guide && !guide.done(favourite.name) && !end.results(favourite.name).length;
    const heroes = make("div", { class: "heroes" });
    if (going) heroes.append(card(`Continue ${going.name}`, going.words, () => dialog.close(), "main"));
    let main = going ? "" : "main";
    for (const { path, name, deal, moves } of now.going ?? memory.get("view", {}).others ?? []) {
      const open = () => { memory.set("favourite", name); dialog.close(); ask({ do: "open", path }); };
      heroes.append(card(`Continue ${name}`, [shown(moves), called(name, deal)].filter(Boolean).join(", "), open, main));
      main = "";
    }
    if (fresh) heroes.append(learn(favourite, main));
    heroes.append(card(`Today’s deal of ${favourite.name}`, ofToday(favourite), () => begin(favourite, ofDay(favourite)), fresh ? "" : main));
    if (!fresh && favourite.deals.length) heroes.append(card("A deal that can be won", favourite.name, () => begin(favourite, winnable(favourite))));
    for (const offer of offers) {
      const all = end.results(offer.name), won = all.filter(({ result }) => result === "won").length;
      grid.append(card(offer.name, offer.line + (all.length ? ` ${won} of ${all.length} won.` : ""), () => game(offer), "", picture(offer.thumbnail)));
    }
    $("home-title").textContent = "Games of patience";
    body.replaceChildren(heroes, make("h3", {}, "All games"), grid);
  }

  function game(offer) {
    const list = make("div", { class: "heroes" }), top = make("div", { class: "pick" }), played = guide.done(offer.name) || end.results(offer.name).length;
    top.append(picture(offer.thumbnail), make("p", {}, offer.line));
    if (offer.guide) list.append(learn(offer, played ? "" : "main"));
    list.append(card("Today’s deal", ofToday(offer), () => begin(offer, ofDay(offer)), played || !offer.guide ? "main" : ""));
    if (offer.deals.length) list.append(card("A deal that can be won", "the computer has won it", () => begin(offer, winnable(offer))));
    list.append(card("Any deal", offer.deals.length ? "whatever comes" : "whatever comes; next to none can be won", () => begin(offer)),
      card("The rules", "on one screen", () => rules.show(offer)), button("All games", games, { class: "quiet" }));
    $("home-title").textContent = offer.name;
    body.replaceChildren(top, list);
    dialog.scrollTop = 0;
    (body.querySelector(".main") ?? body.querySelector("button")).focus();
  }

  function show() {
    games();
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  }
  return { show, begin, welcome, shown, called, sort, winnable, offer: () => offers.find(({ name }) => name === gameOf()) };
})();

// When a game is over: what came of it, how often, what could have been won, and what can be done next.

const end = (() => {
  let touched = null, since = Date.now(); // the game in which somebody has played here; when the clock was read
  const timed = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;
  const guided = (name) => offers.find((one) => one.name === name)?.guide?.deal;
  // A guided deal is no game that counts.
  const results = (name) => Object.values(memory.get("results", {})).filter((one) => one.game === name && one.deal !== guided(name));

  // How long a game has been played: breaks of more than a minute and a half do not count.
  function clock() {
    const times = memory.get("times", {}), { path } = now, gone = Math.min(90, (Date.now() - since) / 1000);
    since = Date.now();
    if (!path || now.result !== "*") return times[path] ?? 0;
    // Who goes on with a game that was given up has not lost it yet.
    const { [path]: came, ...others } = memory.get("results", {});
    if (came?.result === "conceded") memory.set("results", others);
    const kept = Object.entries({ ...times, [path]: (times[path] ?? 0) + gone }).slice(-40);
    memory.set("times", Object.fromEntries(kept));
    return (times[path] ?? 0) + gone;
  }

  const touch = () => { touched = now.game; };

  // The result counts if it came about here. What came of a game in the end is what counts.
  function store() {
    if (touched !== now.game) return;
    const all = memory.get("results", {}), { path, deal, result } = now, seconds = memory.get("times", {})[path] ?? 0;
    if (all[path]?.result === result) return;
    delete all[path];
    memory.set("results", { ...all, [path]: { game: gameOf(), deal, result, moves: count, seconds: Math.round(seconds), day: new Date().toISOString().slice(0, 10) } });
  }

  // How often a game was played and won, the row of wins that goes on, and the fastest win.
  function figures(name) {
    const all = results(name), won = all.filter(({ result }) => result === "won"), row = all.toReversed().findIndex(({ result }) => result !== "won");
    const fastest = won.reduce((least, { seconds }) => Math.min(least, seconds), Infinity);
    return [["played", all.length], ["won", all.length ? `${Math.round((100 * won.length) / all.length)} %` : "–"],
      ["in a row", row < 0 ? all.length : row], ["fastest", won.length ? timed(fastest) : "–"]];
  }

  function numbers(name) {
    const list = make("dl", { class: "numbers" });
    for (const [what, value] of figures(name)) {
      const one = make("div");
      one.append(make("dt", {}, what), make("dd", {}, String(value)));
      list.append(one);
    }
    return list;
  }

  // All games that have been played here, on a sheet; from the result it leads back there.
  function statistics(ended) {
    const table = make("table", { class: "games" }), played = offers.filter(({ name }) => results(name).length);
    const row = (first, ...cells) => table.appendChild(make("tr")).append(first, ...cells);
    row(make("td"), ...figures("").map(([what]) => make("th", { scope: "col" }, what)));
    for (const { name } of played) row(make("th", { scope: "row" }, name), ...figures(name).map(([, value]) => make("td", {}, String(value))));
    const saved = make("p", { role: "status" });
    const save = button("Save the statistics", () => { saved.textContent = download(JSON.stringify(memory.get("results", {}), null, 1), "leoni-statistics.json", "application/json"); }, { class: "quiet" });
    sheet.show("Statistics", played.length ? [table, save, saved] : [make("p", {}, "No game has come to its end here yet. Guided deals do not count.")]);
    if (ended) sheet.box.addEventListener("close", show, { once: true });
  }

  // What came of the game that is over, on a sheet.
  function show() {
    const won = now.result === "won", seconds = memory.get("times", {})[now.path] ?? 0, buttons = make("p", { class: "buttons two" });
    restore();
    strip.clear();
    if (!atEnd()) glideTo(table.last, false);
    if (now.recorded) return;
    const words = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", ");
    const came = won ? `All cards are home in ${count} moves.` : now.result === "conceded" ? "You gave up." : `${spaced(now.state)}.`.replace("..", ".");
    const shared = button("Share", share, won ? { class: "main" } : {}), all = button("All games", () => { sheet.close(); home.show(); });
    const [asked, reply] = way() ? ["Watch how it could have been won", () => watch(win)] : [now.result === "lost" && winnable() ? "Where was it lost?" : "Could it be won?", () => ask({ do: "review" })];
    const review = button(asked, () => { sheet.close(); reply(); }, { class: "main" });
    buttons.append(...(won ? [shared, all] : [review, shared]), button("Watch again", () => { sheet.close(); watch(); }),
      button("Same deal again", () => { sheet.close(); ask({ do: "restart" }); }), nameNext(button("", () => { sheet.close(); next(); })),
      button("Statistics", () => statistics(true), { class: "quiet" }));
    sheet.show(won ? "You have won!" : "Not this time",
      [make("p", {}, `${words}. ${came} You played for ${timed(seconds)}.`), ...(results(gameOf()).length ? [numbers(gameOf())] : []), make("p", { id: "shared", class: "unseen", role: "status" }), buttons]);
  }

  // After a deal that can be won comes another of that sort, which the button says.
  const winnable = () => home.offer()?.deals.length && [...home.offer().deals, guided(gameOf())].includes(now.deal);
  function nameNext(one) {
    one.replaceChildren("Next deal", make("small", {}, winnable() ? "one that can be won" : "whatever comes"));
    return one;
  }
  function next() {
    if (winnable()) home.begin(home.offer(), home.winnable(home.offer()));
    else if (now.dealt) ask({ do: "new" });
    else home.show();
  }

  // What came of the game in a few lines, so that a friend can play the same cards, with a link that replays it where the
  // page has an address for others. The button says what was copied; what has to be copied by hand stands above the buttons.
  async function share({ currentTarget: one }) {
    const title = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", "), seconds = memory.get("times", {})[now.path] ?? 0;
    const all = table.piles.flat().length, rulesOf = now.title.split(", ")[1], known = home.offer()?.books[0][0] === rulesOf;
    const left = table.piles.filter((_, p) => !/^[CDHS][v^]$/.test(table.spots[p].label)).flat().length;
    const came = now.result === "won" ? `Won in ${count} moves` : `${now.result === "lost" ? "Lost" : "Given up"} after ${count} move${count === 1 ? "" : "s"}, ${all - left} of ${all} cards home`;
    const cards = now.dealt ? `The same cards: ${now.deal}${known ? "" : `, rules by ${rulesOf}`}` : "";
    const text = [title, `${came}, ${timed(seconds)}`, cards].filter(Boolean).join("\n"), url = (elsewhere && await shareable?.()) || "";
    const tell = (did, link = "a link that replays the game") => {
      $("shared").textContent = `${did}: “${text.replaceAll("\n", " · ")}”${url ? `, with ${link}` : ""}.`;
      one.replaceChildren(did, ...(one.matches(".main") ? [make("small", {}, $("shared").textContent.slice(did.length + 2))] : []));
    };
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title, text, ...(url && { url }) });
        tell("Sent");
      } else {
        await navigator.clipboard.writeText(`${text}\n${url}`.trim());
        tell("Copied");
      }
    } catch (wrong) {
      if (wrong.name === "AbortError") return one.replaceChildren("Not sent");
      tell("To copy by hand", url);
      one.replaceChildren("Share");
      $("shared").classList.remove("unseen");
    }
  }

  // What a review has found: the move from which the game could be won, and the steps that would have done it.
  let win = null;
  const way = () => Boolean(win?.steps.length) && win.game === now.game && win.version === now.version && now.result !== "*";
  // The change with which the win that was missed begins; a tap on its card shows the win.
  const first = () => (turned() && win.steps[0].changes.find(({ at }) => !at)) || {};
  const begins = (where) => String(first().from ?? "") === String(where);
  const turned = () => way() && !own && table.at === win.at;

  // The game once more, or how it could have been won, move by move, until somebody pauses it; then its result.
  let film = 0;
  let own = null; // the game's own steps while others are shown
  function stop() {
    clearTimeout(film);
    film = 0;
  }
  function restore() {
    stop();
    if (!own) return;
    const steps = own;
    // Cards that glide have come to lie before their steps go.
    if (table.timer) table.settle();
    own = null;
    replace(win.at, steps);
    glideTo(table.last, false);
  }
  function roll(wait = 600) {
    film = setTimeout(() => {
      if (now.result === "*") return stop();
      if (sheetOpen() || table.timer || table.held || goal !== table.at) return roll(100);
      if (table.at >= count) return show();
      glideTo(table.at + 1, true);
      roll(table.at < count ? (quiet.matches ? 500 : 150) : 2000);
    }, wait);
  }
  function watch(other = null) {
    restore();
    strip.clear();
    if (other) {
      own = table.steps.slice(other.at + 1);
      replace(other.at, other.steps);
    }
    glideTo(other?.at ?? 0, false);
    roll();
    offer();
  }
  // What can be done while one looks back at a game that is over.
  function looking() {
    const paused = button("Pause", () => { stop(); offer(); }), on = button("Go on", () => { roll(0); offer(); });
    const back = button("Play from here", () => ask({ do: "back", to: table.at }));
    const { from, to } = first();
    if (from) table.chooser.mark(from, to[0]);
    return [film ? paused : turned() ? button("Watch the win", () => watch(win)) : on, button("Result", show), ...(film || own ? [] : [back])];
  }
  const sheetOpen = () => Boolean(document.querySelector("dialog[open]:modal"));

  // The game has come to its end on the table.
  function reached() {
    const fresh = touched === now.game && memory.get("results", {})[now.path]?.result !== now.result;
    store();
    if (!fresh) return;
    const { game, result } = now;
    if (result === "won") confetti();
    setTimeout(() => { if (now.game === game && now.result === result && !sheetOpen()) show(); }, quiet.matches ? 300 : 2200);
  }

  function confetti() {
    if (quiet.matches) return;
    const rain = make("div", { class: "confetti", "aria-hidden": "true" });
    for (let n = 0; n < 70; n++) {
      const one = make("i", { class: "CDHS"[n % 4] }, `${"♣♦♥♠"[n % 4]}\ufe0e`);
      one.style.left = `${Math.random() * 100}%`;
      one.style.setProperty("--late", `${Math.random() * 1400}ms`);
      one.style.setProperty("--turn", `${Math.random() * 1440 - 720}deg`);
      one.style.fontSize = `${14 + Math.random() * 22}px`;
      rain.append(one);
    }
    $("box").append(rain);
    setTimeout(() => rain.remove(), 5000);
  }

  // What a review has found, at the last position from which the game could be won: before the move that mattered. The
  // table shows the move that would have done it, as often as it is there.
  function reviewed({ review, found, film: steps, reviewed: page }) {
    const last = review.last_won;
    win = { ...now, at: last, steps };
    if (last !== null) glideTo(last, false);
    // In short, so that no card is covered: all is on the page of the review.
    const move = `Move ${last + 1} ${review.thrown_away ? "threw" : "may have thrown"} the game away.`, words = last !== null && last < count ? [move] : found.slice(0, steps.length ? 1 : 2);
    strip.say([[...words, steps.length ? "The purple move leads to a win." : ""].join(" ").trim()], { also: page ? [make("a", { href: "review", class: "button" }, "More")] : [], stays: true });
  }

  return { results, clock, touch, reached, show, statistics, next, nameNext, looking, reviewed, restore, turned, begins, filming: () => Boolean(film), watchWin: () => watch(win), borrowed: () => Boolean(own) };
})();

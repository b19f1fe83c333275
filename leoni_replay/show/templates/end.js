// When a game is over: what came of it, how often, what could have been won, and what can be done next.

const end = (() => {
  let touched = null, since = Date.now(); // the game in which somebody has played here; when the clock was read
  const timed = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;
  const results = (name) => Object.values(memory.get("results", {})).filter((one) => one.game === name);

  // How long a game has been played: breaks of more than a minute and a half do not count.
  function clock() {
    const times = memory.get("times", {}), { path } = now, gone = Math.min(90, (Date.now() - since) / 1000);
    since = Date.now();
    if (!path || now.result !== "*") return times[path] ?? 0;
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

  // All games that have been played here, on a sheet.
  function statistics() {
    const table = make("table", { class: "games" }), played = offers.filter(({ name }) => results(name).length);
    const row = (first, ...cells) => table.appendChild(make("tr")).append(first, ...cells);
    row(make("td"), ...figures("").map(([what]) => make("th", { scope: "col" }, what)));
    for (const { name } of played) row(make("th", { scope: "row" }, name), ...figures(name).map(([, value]) => make("td", {}, String(value))));
    const save = button("Save the statistics", () => download(JSON.stringify(memory.get("results", {}), null, 1), "leoni-statistics.json", "application/json"), { class: "quiet" });
    sheet.show("Statistics", played.length ? [table, save] : [make("p", {}, "No game has come to its end here yet.")]);
  }

  // What came of the game that is over, on a sheet.
  function show() {
    const won = now.result === "won", seconds = memory.get("times", {})[now.path] ?? 0, buttons = make("p", { class: "buttons two" });
    const words = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", ");
    const came = won ? `All cards are home in ${count} moves.` : now.result === "conceded" ? "You gave up." : `${spaced(now.state)}.`.replace("..", ".");
    const shared = button("Share", share, won ? { class: "main" } : {}), all = button("All games", () => { sheet.close(); home.show(); });
    const review = button("Could it be won?", () => { sheet.close(); ask({ do: "review" }); }, { class: "main" });
    buttons.append(...(won ? [shared, all] : [review, shared]), button("Watch again", () => { sheet.close(); watch(); }),
      button("Same deal again", () => { sheet.close(); ask({ do: "restart" }); }), button("Next deal", () => { sheet.close(); next(); }),
      button("Statistics", statistics, { class: "quiet" }));
    sheet.show(won ? "You have won!" : "Not this time",
      [make("p", {}, `${words}. ${came} You played for ${timed(seconds)}.`), numbers(gameOf()), buttons, make("p", { id: "shared", role: "status" })]);
  }

  function next() {
    const offer = home.offer();
    if (offer?.deals.includes(now.deal) || offer?.guide?.deal === now.deal) home.begin(offer, home.winnable(offer));
    else if (now.dealt) ask({ do: "new" });
    else home.show();
  }

  // The result, with a link that replays the game where the page has an address for others. What was copied is said.
  async function share() {
    const title = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", "), seconds = memory.get("times", {})[now.path] ?? 0;
    const text = `${title}${now.result === "won" ? `: won in ${count} moves, ${timed(seconds)}` : ""}`, url = (await shareable?.()) ?? "";
    const tell = (did, link) => { $("shared").textContent = `${did}: “${text}”${url ? `, with ${link}` : ""}.`; };
    const replays = "a link that replays this game in any browser";
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title, text, ...(url && { url }) });
        tell("Sent", replays);
      } else {
        await navigator.clipboard.writeText(`${text}\n${url}`.trim());
        tell("Copied", replays);
      }
    } catch (wrong) {
      if (wrong.name === "AbortError") $("shared").textContent = "Not sent.";
      else tell("To copy by hand", url);
    }
  }

  function watch() {
    glideTo(0, false);
    const further = () => {
      if (goal !== table.at || now.result === "*" || table.at >= count || sheetOpen()) return;
      glideTo(table.at + 1, true);
      setTimeout(further, quiet.matches ? 500 : Math.max(500, table.steps[table.at]?.changes.length * 80 + 400));
    };
    setTimeout(further, 600);
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
  // table shows the move that would have done it.
  function reviewed({ review, found, way, reviewed: page }) {
    const last = review?.last_won ?? null;
    if (last !== null) {
      glideTo(last, false);
      table.targets([]);
      if (way) table.chooser.mark(way.from, way.to);
    }
    // In short, so that no card is covered: all is on the page of the review.
    const move = `Move ${last + 1} ${review?.thrown_away ? "threw" : "may have thrown"} the game away.`, words = last !== null && last < count ? [move] : found.slice(0, way ? 1 : 2);
    strip.say([[...words, way ? "The violet move wins." : ""].join(" ").trim()], { also: page ? [make("a", { href: "review", class: "button" }, "More")] : [], stays: true });
  }

  return { results, clock, touch, reached, show, statistics, next, reviewed };
})();

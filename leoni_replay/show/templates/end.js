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

  function numbers(name) {
    const all = results(name), won = all.filter(({ result }) => result === "won"), row = all.toReversed().findIndex(({ result }) => result !== "won");
    const fastest = won.reduce((least, { seconds }) => Math.min(least, seconds), Infinity), list = make("dl", { class: "numbers" });
    for (const [value, what] of [[all.length, "played"], [all.length ? `${Math.round((100 * won.length) / all.length)} %` : "–", "won"],
      [row < 0 ? all.length : row, "in a row"], [won.length ? timed(fastest) : "–", "fastest"]]) {
      const one = make("div");
      one.append(make("dt", {}, what), make("dd", {}, String(value)));
      list.append(one);
    }
    return list;
  }

  // The whole of it on a sheet.
  function show() {
    const won = now.result === "won", over = now.result !== "*", seconds = memory.get("times", {})[now.path] ?? 0, buttons = make("p", { class: "buttons two" });
    const words = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", ");
    const came = won ? `All cards are home in ${count} moves.` : now.result === "conceded" ? "You gave up." : `${spaced(now.state)}.`.replace("..", ".");
    const line = over ? `${words}. ${came} You played for ${timed(seconds)}.` : `${words}.`;
    if (over) {
      const shared = button("Share", share, won ? { class: "main" } : {}), all = button("All games", () => { sheet.close(); home.show(); });
      const review = button("Could it be won?", () => { sheet.close(); ask({ do: "review" }); }, { class: "main" });
      buttons.append(...(won ? [shared, all] : [review, shared]), button("Watch again", () => { sheet.close(); watch(); }),
        button("Same deal again", () => { sheet.close(); ask({ do: "restart" }); }), button("Next deal", () => { sheet.close(); next(); }));
    }
    buttons.append(button("Save the statistics", () => download(JSON.stringify(memory.get("results", {}), null, 1), "leoni-statistics.json", "application/json"), { class: "quiet" }));
    sheet.show(won ? "You have won!" : over ? "Not this time" : "Statistics", [make("p", {}, line), numbers(gameOf()), buttons]);
  }

  function next() {
    const offer = home.offer();
    if (offer?.deals.includes(now.deal) || offer?.guide?.deal === now.deal) home.begin(offer, home.winnable(offer));
    else if (now.dealt) ask({ do: "new" });
    else home.show();
  }

  // The result, with a link that replays the game where the page has an address for others.
  async function share() {
    const title = [gameOf(), home.called(gameOf(), now.deal)].filter(Boolean).join(", "), seconds = memory.get("times", {})[now.path] ?? 0;
    const text = `${title}${now.result === "won" ? `: won in ${count} moves, ${timed(seconds)}` : ""}`, url = (await shareable?.()) ?? "";
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title, text, ...(url && { url }) });
      else {
        await navigator.clipboard.writeText(`${text}\n${url}`.trim());
        sheet.close();
        inform([url ? "The link is copied. It replays this game in any browser." : "The result is copied."]);
      }
    } catch (wrong) {
      if (wrong.name === "AbortError") return;
      sheet.close();
      inform(url ? ["This link replays the game in any browser:", url] : [text]);
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

  // What could have been won: the last position from which it could, with the card that would have done it.
  function reviewed({ review, way, said, reviewed: page }) {
    const { last_won: last, outlooks = [] } = review ?? {}, also = page ? [make("a", { href: "review", class: "button" }, "All of it")] : [];
    if (last === null || last === undefined) {
      const never = outlooks[0] === "lost" ? "However it is played, this deal cannot be won." : "The solver has found no position of this game that could be won.";
      return strip.say([outlooks.length ? never : said[0] ?? never], { also });
    }
    glideTo(last, false);
    table.targets([]);
    strip.say([`${last >= count ? "Even now" : last ? `After move ${last}` : "As dealt,"} this deal could still be won${way ? `: ${way} was the way` : ""}.`], { also });
  }

  return { results, clock, touch, reached, show, next, reviewed };
})();

// A guided deal: one sentence a step, until its moves are made. The moves on the table say how far somebody is, so a
// guide goes on where it was left.

const guide = (() => {
  const box = $("guide");
  let closed = memory.get("skipped", ""); // the guide that is shown no more
  let left = null; // what leads back to the game from which the rules led here
  const given = () => offers.find(({ name }) => now.title && name === gameOf())?.guide ?? null;
  const made = (move, step) => step.move === move || step.move.startsWith(move) && /[:+~>,]/.test(step.move[move.length]);

  // The step that is due: none if the game is another, or has gone another way.
  function due(skipped = "") {
    const one = given();
    if (!one || now.deal !== one.deal || now.recorded || (closed === one.deal && closed !== skipped)) return null;
    const played = table.steps.slice(1, count + 1), n = Math.min(played.length, one.steps.length);
    return one.steps.slice(0, n).every(({ move }, i) => made(move, played[i])) ? { ...one, at: played.length } : null;
  }

  // A guide that was skipped goes on from the menu, as long as its moves are those of the game.
  const waits = () => closed && atEnd() && due(closed)?.at < given().steps.length;
  function reopen(but = "") {
    closed = but;
    left = null;
    memory.set("skipped", but);
  }
  const remember = () => memory.set("guides", { ...memory.get("guides", {}), [gameOf()]: true });
  function close(over) {
    const one = given(), back = left;
    strip.clear();
    reopen(one.deal);
    remember();
    if (back && !over) return back();
    arrive();
    if (back) strip.say(["Your game waits for you."], { also: [button("Back to it", back)] });
  }

  // A game in which nothing was done is not stored, so it is dealt again.
  function visit(offer) {
    const { deal, path, title, recorded, dealt } = now, begun = count > 0, rulesOf = title.split(", ")[1];
    if (now.result === "*" && dealt && !recorded && deal !== offer.guide.deal) {
      left = () => ask(begun ? { do: "open", path: fileName(path) } : { do: "begin", name: title.split(", ")[0], rules: rulesOf, deal });
    }
    const lead = left;
    home.begin(offer, offer.guide.deal);
    left = lead;
  }

  function show() {
    const one = atEnd() ? due() : null, { at, steps } = one ?? {};
    box.hidden = !one || at > steps.length;
    document.body.classList.toggle("guided", !box.hidden);
    if (box.hidden) return box.replaceChildren();
    const over = at === steps.length, words = make("p"), text = over ? one.closing : steps[at].text;
    // What is blue is explained by the guide, where somebody sees it first.
    words.append(make("b", {}, over ? "✓" : `${at + 1}/${steps.length}`), ` ${spaced(text)}${at ? "" : " Purple shows what to tap."}`);
    const ways = make("div"), held = box.contains(document.activeElement);
    ways.append(...(at ? [button("Back", () => ask({ do: "undo" }))] : []), button(over ? "Play on" : "Skip", () => close(over)));
    box.replaceChildren(words, ways);
    if (over) remember();
    if (!over) table.chooser.hint(wanted(steps[at].move)?.move, true);
    // Whoever goes back by keys stays there; before the first move the next thing is its card.
    if (held) (at ? ways.firstChild : table.querySelector(".hinted"))?.focus();
  }

  const wanted = (text) => now.legal.find(({ move }) => move === text) ?? now.asked.find(({ move }) => move === text)
    ?? now.legal.find(({ move }) => text.startsWith(move) || move.startsWith(text));

  // Of the moves that somebody can mean the one of the guide, also by a tap where its card goes; another fits too, but not now.
  function narrow(moves, tapped) {
    const one = due();
    if (!one || one.at >= one.steps.length) return moves;
    const { move, to } = wanted(one.steps[one.at].move) ?? {};
    if (move && (moves?.includes(move) || tapped?.[0] === to)) return [move];
    if (!move || !moves?.length) return moves;
    strip.say(["That fits too. The guide shows another move first."], {});
    table.chooser.ask([]);
    table.chooser.hint(move);
    return null;
  }
  return { show, narrow, visit, reopen, waits, done: (name) => Boolean(memory.get("guides", {})[name]) };
})();

// The live board. It knows no rules: it asks whoever knows them (to_server.js or to_worker.js), shows what has changed,
// and lights what can be played.
// docs/dev/board-protocol.md describes the requests and the replies.

const offers = JSON.parse($("offers").textContent); // every game, as docs/dev/board-protocol.md says
let now = {}; // the last reply
let count = 0; // how many steps the game has
let goal = 0; // the step to which the cards are on their way
let queue = Promise.resolve();

async function exchange(request) {
  const { game, version } = now;
  try {
    const reply = await send({ game, version, ...request });
    // Meanwhile something else may have been played.
    if (game === now.game && version === now.version) take(reply, request);
  } catch {
    gone(request.tried);
  }
}
// One after the other; a hint is waited for beside the game.
function ask(request) {
  if (request.do === "hint" || request.do === "review") {
    strip.say(["Looking for a way to win. It can take a while …"], { stays: true });
    return exchange(request);
  }
  return (queue = queue.then(() => exchange(request)));
}

// -- what has come ----------------------------------------------------------------------------------------------------

function take(reply, request) {
  document.body.classList.remove("gone");
  const asked = now.question, begun = now.result === "*" && count > 0, safe = now.finish === "safe", laid = Boolean(reply.table), changes = laid || reply.steps?.length || reply.kept < table.last;
  if (reply.error) return inform(reply.error.split("\n"), true);
  if (reply.record !== undefined) return inform([download(reply.record, fileName(now.path))]);
  // Whoever looks away for a moment finds everything as it was.
  if (request.do === "look" && !laid && !request.tried) return;
  end.restore();
  if (/^(play|finish|concede|enter)$/.test(request.do)) end.touch();
  now = { ...now, ...reply };
  end.clock();
  head();
  tellPosition();
  if (laid) lay(reply);
  else follow(reply);
  const said = reply.said ?? [];
  log(said);
  // What changes nothing has to be said; what does is seen.
  if (request.do === "begin" && !laid && $("options").open) helpDeal(said);
  else if (reply.question || now.asked.length) strip.clear();
  else if (reply.review && !reply.stale) end.reviewed(reply);
  else if (reply.refused) strip.refuse(reply);
  else if (request.do === "finish" && safe && changes && reply.result === "*") {
    strip.say([`Safe play: it could never help to hold ${reply.steps.length > 1 ? `these ${reply.steps.length} cards` : "this card"} back.`]);
  }
  else if (said.length && request.do !== "concede" && (!changes || reply.stale)) inform(said, reply.stale || /^(play|why|enter)$/.test(request.do));
  // What sort of deal it is, before it is played, and where the game is that was left for it.
  else if (laid && !count && !reply.stale && /^(begin|new|restart)$/.test(request.do) && $("guide").hidden) {
    inform([[home.sort(), begun ? "Your other game waits under Games." : ""].join(" ").trim()].filter(Boolean));
  }
  else if (request.tried) inform(["leoni answers again."]);
  else strip.clear();
  $("survey").hidden = !reply.question;
  if (!reply.question) entered = [];
  else askCards(request.do === "undo" ? (entered.pop() ?? []).slice(0, -1) : [], reply.question === asked ? said : []);
  if (reply.hint) {
    table.chooser.hint(reply.hint);
    $("asks").querySelector(".again")?.classList.add("hinted");
  }
  if (reply.over) over();
}

function lay(reply) {
  sheet.close();
  close();
  Object.assign(data, reply.table);
  table.load(reply.table);
  delete table.dataset.idle;
  table.add(...reply.steps);
  count = table.last;
  $("moves").firstElementChild.replaceChildren(item({ short: "as dealt", move: "" }, 0), ...reply.steps.map((step, n) => item(step, n + 1)));
  $("game-name").replaceChildren(...offers.map(({ name }) => make("option", {}, name)));
  $("game-name").value = gameOf();
  $("game-deal").value = "";
  books();
  fit();
  glideTo(table.last, false);
}

function follow({ kept, steps }) {
  count = kept + steps.length;
  if (!steps.length) {
    returned = kept < table.last ? [...table.touched(kept + 1)] : [];
    glideTo(kept, kept === table.at - 1);
    replace(kept, []);
  } else {
    if (kept < table.at || table.at < table.last) table.show(kept, { gliding: false });
    replace(kept, steps);
    glideTo(table.last, true);
  }
}

// Other steps after some that stay.
function replace(kept, steps) {
  count = kept + steps.length;
  const list = $("moves").firstElementChild;
  for (const row of [...list.children].slice(kept + 1)) row.remove();
  list.append(...steps.map((step, n) => item(step, kept + n + 1)));
  table.truncate(kept);
  table.add(...steps);
}

function item({ short, move, kind = "", prose = "" }, n) {
  const row = make("li", { class: kind }), link = make("a", { href: `#m${n}`, title: move });
  link.append(make("i", {}, String(n)), " ", make("span", {}, spaced(capital(prose || short))), " ", make("b", {}, prose && short));
  row.append(link);
  return row;
}

// -- the cards on their way -------------------------------------------------------------------------------------------

let returned = []; // the cards that were taken back just now
function glideTo(there, gliding) {
  goal = there;
  table.targets([]);
  if (!gliding || quiet.matches) {
    table.show(there, { gliding: false });
  } else if (there === table.at) {
    arrive();
  } else {
    table.show(table.at + Math.sign(there - table.at), { gliding: true });
  }
}

table.addEventListener("shown", ({ detail: { at, done } }) => {
  const [call, words] = $("now").children;
  call.textContent = "";
  words.textContent = (done ? weaveInWords(table) : linkInWords(table)) || capital(spaced(table.steps[at].prose ?? ""));
  setCaption(table.seen("caption"));
  if (!done) return weaving();
  showText();
  if (at === goal) arrive();
  else queueMicrotask(() => table.show(table.at + Math.sign(goal - table.at), { gliding: !quiet.matches }));
});

// Whether nothing is left but to deal again.
const dealOver = () => now.legal.length === 1 && now.legal[0].move.startsWith("redeal");
const atEnd = () => table.at === count && goal === count && !end.borrowed();

function arrive() {
  const playing = atEnd() && !now.over, over = !now.over && now.result !== "*", ended = playing && over, [call, words] = $("now").children;
  table.targets(playing && (!over || now.recorded) ? now.legal : []);
  for (const old of table.querySelectorAll(".returned")) old.classList.remove("returned");
  for (const { box } of returned.splice(0)) box.classList.add("returned");
  table.classList.toggle("stepped", !atEnd());
  // The result stands below the table, where it covers no card.
  $("desk").classList.toggle("ended", over);
  // Where a pile is to be turned up or dealt, that is said first.
  const turning = playing && !ended && now.legal.length > 0 && now.legal.every(({ to }) => to === null), again = turning && dealOver();
  call.textContent = turning && !again ? `${capital(now.aloud.moves[0])}. ` : "";
  if (ended && now.result === "conceded") words.textContent = "You have given up this deal.";
  else if (ended || again || (playing && !now.legal.length)) words.textContent = capital(spaced(now.state));
  // Whoever taps fast meant the last card that was turned up, not the next deal.
  if (again) table.chooser.played.time = performance.now() + 700;
  else if (playing && !turning && !now.question && !words.textContent) words.textContent = "Play a card that is lit.";
  const asked = playing && !ended && now.asked.length ? now.asked : null;
  if (asked) table.chooser.ask(asked);
  showTurned(asked);
  offer(asked);
  brief();
  guide.show();
  home.welcome();
  if (ended) end.reached();
  for (const row of $("moves").querySelectorAll(".now")) row.classList.remove("now");
  $("moves").firstElementChild.children[table.at].classList.add("now");
  showRow();
  flourish(table, now.result === "won" && atEnd(), !quiet.matches);
}

// What is said below the table has two lines: what is longer is smaller, or what comes next is said alone.
function brief() {
  const { classList } = $("now"), cut = () => $("now").scrollHeight > $("now").clientHeight + 1;
  classList.remove("long", "alone");
  if (cut()) classList.add("long");
  if (cut() && $("now").firstChild.textContent) classList.add("alone");
}

// The list of moves is scrolled to the one that is shown.
function showRow() {
  const list = $("moves"), row = list.querySelector(".now");
  if (row && list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// A tap does not wait for cards that glide.
table.addEventListener("pointerdown", () => { if (table.timer) table.settle(); }, true);

// -- what can be done -------------------------------------------------------------------------------------------------

const play = (move) => ask({ do: "play", move });
const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
// The button of a move says where it goes, or what it is in short.
function moveButton({ move, short, to }) {
  if (to === null) return button(short, () => play(move));
  const words = table.spots[to].label.replace(/^([CDHS])([v^])$/, (_, suit, way) => `${"♣♦♥♠"[SUITS.indexOf(suit)]}\ufe0e ${way === "^" ? "▲" : "▼"}`);
  return button(words.replace(/^\d+$/, "pile $&"), () => play(move), { "aria-label": table.chooser.called(table.chooser.top(to)) });
}
const fileName = (path) => path.split(/[\\/]/).pop();
const gameOf = () => (now.title ?? "").split(", ")[0];

// A card that was turned up and has to find its place, over the pile that it came from.
let turnedUp = null;
function showTurned(asked) {
  turnedUp?.remove();
  const [{ card, from } = {}] = asked ?? [];
  if (card === undefined || card === null || !from || !table.plan.spots[from[0]]) return;
  const { card: there, down } = table.piles[from[0]][from[1]] ?? {};
  if (there === card && !down && table.spots[from[0]].lie !== "squared") return;
  turnedUp = table.appendChild(makeCard(card).box);
  turnedUp.classList.add("turned-up");
  turnedUp.style.transform = put(...table.cornerOf(...from));
}

// The buttons below the table: the moves among which one is asked for, what one can do while looking back, or the
// moves that have no card to tap.
function offer(asked = null) {
  const turns = now.legal.filter(({ from, to, move }) => !from && to === null && /^(exile|deal|redeal)/.test(move));
  $("asks").replaceChildren(...(
    now.over ? []
    : now.question && atEnd() ? [button("Name the cards", () => askCards())]
    : (!atEnd() || end.turned()) && now.result !== "*" ? end.looking()
    : !atEnd() ? [button("Back to the game", () => { strip.clear(); glideTo(table.last, false); }), button("Play from here", () => ask({ do: "back", to: table.at }))]
    : asked ? [make("span", { class: "which" }, "Which one?"), ...asked.map(moveButton), button("Neither", () => table.chooser.choose([]))]
    : now.result !== "*" && now.recorded ? [button("Review", () => ask({ do: "review" }))]
    : now.result !== "*" ? [button("Result", end.show), button("Same deal", () => ask({ do: "restart" })), button("Next deal", end.next)]
    : dealOver() ? [button("Deal again", () => play(now.legal[0].move), { class: "again" })]
    : turns.map(({ move, short }) => button(capital(turns.length > 1 ? short : /^[a-z]+/.exec(move)[0]), () => play(move)))
  ));
  // What is over and only looked at again stays as it is.
  $("undo").disabled = now.over || (now.result === "*" ? !count : !atEnd());
  $("undo").hidden = end.turned();
  $("redo").disabled = now.over || !now.redo;
  $("hint").disabled = now.over || !now.legal.length;
  // Where nothing is safe, a tap says why.
  $("finish").disabled = now.over;
  $("finish").setAttribute("aria-disabled", String(!now.finish));
  $("finish").textContent = now.finish === "all" ? "Finish" : "Safe play";
  $("finish").title = now.finish === "all" ? "Play all the rest" : "Play the cards that it never helps to hold back";
}

// What is to be changed before it is entered.
function toType(text) {
  strip.clear();
  if (!side.open) list();
  $("typing").open = true;
  $("typed").value = text;
  $("typed").focus();
}

// A weave that is under way can be held, and one that is held can be stepped.
const hold = button("Hold", () => table.hold() || table.go()), further = button("Next card", () => table.turn(1));
function weaving() {
  const { held } = table;
  if (!table.woven || (!held && table.steps[table.at].changes.length < 3)) return;
  table.targets([]);
  table.classList.toggle("stepped", held);
  hold.textContent = held ? "Go on" : "Hold";
  further.hidden = !held;
  if (!hold.isConnected && !end.filming()) $("asks").replaceChildren(hold, further);
}

table.addEventListener("choose", ({ detail: { moves, from, to } }) => {
  if (from && end.begins(from)) return end.watchWin();
  if (!atEnd() || table.held || now.over) return;
  strip.clear();
  const meant = guide.narrow(moves, to === null || to === undefined ? from : null);
  if (meant?.length === 1) play(meant[0]);
  else if (!moves) ask({ do: "why", from, to });
  else if (meant) offer(meant.length ? [...now.legal, ...now.asked].filter(({ move }) => meant.includes(move)) : null);
});

// -- what is said -----------------------------------------------------------------------------------------------------

// The position for those who hear it.
function tellPosition() {
  const { foundations, places, moves } = now.aloud ?? { foundations: [], places: [], moves: [] };
  const parts = [["Foundations", foundations], ["The table", places], ["What can be played", moves]].filter(([, lines]) => lines.length);
  $("aloud").replaceChildren(...parts.map(([title, lines]) => {
    const part = make("div"), list = make("ul");
    list.append(...lines.map((line) => make("li", {}, line)));
    part.append(make("h2", {}, title), list);
    return part;
  }));
}

// What is asked on a real table. Cards are tapped in the pack, which comes last, so that it stays under the finger whatever
// is said above it. `entered` has the cards of the answers while the deal is described.
let entered = [];
function askCards(chosen = [], refused = []) {
  const left = [...now.answers], spelled = (cards) => cards.map((card) => spell({ card })).join(" ");
  const enter = (text, cards = []) => { entered.push(cards); ask({ do: "enter", text }); };
  for (const card of chosen) left.splice(left.indexOf(card), 1);
  const named = chosen.map((card) => pretty({ card })).join(" ");
  const lines = [...refused, now.question, named ? `${named} …` : now.answers.length ? "Tap each card, or type it." : ""].filter(Boolean);
  const hide = button("×", () => { $("survey").hidden = true; }, { class: "close", "aria-label": "Close" });
  $("survey").hidden = false;
  $("survey").classList.toggle("no", refused.length > 0);
  $("survey").replaceChildren(...lines.map((text) => make("p", {}, spaced(text))), hide);
  const back = button("Take back", () => (chosen.length ? askCards(chosen.slice(0, -1)) : ask({ do: "undo" })));
  if (!now.answers.length) {
    const form = make("form"), typed = make("input", { "aria-label": now.question, inputmode: "numeric", autocomplete: "off", maxlength: "200" });
    form.append(typed, " ", make("button", {}, "Enter"));
    form.addEventListener("submit", (event) => { event.preventDefault(); enter(typed.value); });
    $("survey").append(form);
    return typed.focus();
  }
  $("survey").append(back, ...(now.wanted ? [] : [button(named ? "No more" : "None", () => enter(spelled(chosen) || "-", chosen))]));
  const pack = make("div", { id: "pack", role: "group", "aria-label": "The pack" });
  for (let card = 0; card < 52; card++) {
    const one = button(pretty({ card }), () => {
      const all = [...chosen, card];
      if (!now.wanted || all.length < now.wanted) askCards(all);
      else enter(spelled(all), all);
    });
    one.disabled = !left.includes(card);
    one.classList.toggle("red", card >= 13 && card < 39);
    pack.append(one);
  }
  $("survey").append(pack);
}

function log(lines) {
  const box = $("said");
  box.append(...lines.map((text) => make("p", {}, spaced(text))));
  while (box.children.length > 300) box.firstChild.remove();
  box.scrollTop = box.scrollHeight;
}

function head() {
  $("title").textContent = gameOf();
  document.title = now.title;
  const friend = now.dealt ? ` To play the same cards, a friend begins the deal ${now.deal}.` : "";
  $("file").textContent = !now.keeps ? "Not saved" : `${now.saved ? "Saved" : "NOT SAVED"} in ${place(now.path)}.${friend}`;
  $("file").classList.toggle("no", now.keeps && !now.saved);
  $("tried").hidden = !now.recorded;
  $("new-game").hidden = $("games").hidden = $("restart").hidden = now.recorded;
  $("keep").hidden = now.keeps;
  end.nameNext($("next"));
  $("concede").hidden = now.result !== "*";
  $("review").hidden = now.result === "*" && now.legal.length > 0;
}

// Whoever tries again sees that it was tried.
function gone(tried) {
  close();
  document.body.classList.add("gone");
  const retry = button("Try again", async () => {
    retry.disabled = true;
    retry.textContent = "Trying …";
    await new Promise((done) => setTimeout(done, 500));
    ask({ do: "look", tried: true });
  });
  strip.say([...(tried ? [`No answer at ${new Date().toLocaleTimeString()}.`] : []), ...stopped(now)], { no: true, also: [retry], stays: true });
}

function over() {
  table.targets([]);
  table.dataset.idle = "over";
  document.body.classList.add("over");
  for (const one of document.querySelectorAll("button, form *")) one.disabled = true;
  // Of a game in which nothing was done there is no record.
  strip.say([now.saved ? `The game is saved in ${place(now.path)}.` : "No move was played, so there was nothing to save.", "You can close this window."], { stays: true });
}

// -- buttons and keys -------------------------------------------------------------------------------------------------

function books() {
  const { books } = offers.find(({ name }) => name === $("game-name").value);
  $("game-rules").replaceChildren(...books.map(([value, title]) => make("option", { value }, title)));
}

function download(text, name, type = "text/plain") {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `${name} is among your downloads.`;
}

const close = () => $("options").close();
function announce(text) {
  close();
  inform([text]);
}
// The list of moves: beside the table where there is room, else over it.
const aside = matchMedia("(min-width: 900px)"), side = $("side");
function list() {
  close();
  if (side.open) side.close();
  else if (aside.matches) side.show();
  else side.showModal();
  $("listed").setAttribute("aria-expanded", String(side.open));
  $("said").scrollTop = $("said").scrollHeight;
  showRow();
  fit();
}
side.addEventListener("close", () => {
  $("listed").setAttribute("aria-expanded", "false");
  fit();
});
aside.addEventListener("change", () => side.close());
// Whoever gives up, begins again or leaves is asked once.
let tapped = 0; // a double tap is no answer
function twice({ currentTarget: one, timeStamp }, sure = true) {
  if (one.matches(".sure") && timeStamp < tapped + 600) return;
  tapped = timeStamp;
  if (sure && !one.matches(".sure")) {
    one.classList.add("sure");
    return one.append(": sure?");
  }
  close();
  ask({ do: one.id });
}
// What is unfolded grows downward, so that nothing moves under the finger.
function menu() {
  const box = $("options");
  $("guided").hidden = !guide.waits();
  box.showModal();
  const { top } = box.getBoundingClientRect();
  box.style = `margin: ${top}px auto auto; max-height: calc(100% - ${top}px)`;
  box.scrollTop = 0;
}
const loosen = () => $("options").removeAttribute("style");
$("options").addEventListener("close", () => {
  loosen();
  helpDeal();
  for (const fold of $("options").querySelectorAll("details")) fold.open = false;
  for (const one of $("options").querySelectorAll(".sure")) {
    one.classList.remove("sure");
    one.lastChild.remove();
  }
});
const pressed = {
  more: menu, listed: list, list, concede: twice, quit: twice, rules: () => rules.show(), games: home.show,
  "rules-too": () => { close(); rules.show(); }, "games-too": () => { close(); home.show(); },
  statistics: () => { close(); end.statistics(); }, next: () => { close(); end.next(); },
  ...Object.fromEntries(["undo", "redo", "hint", "finish", "keep"].map((word) => [word, () => ask({ do: word })])),
  restart: (event) => twice(event, now.result === "*" && count > 0),
  review: () => { close(); ask({ do: "review" }); }, guided: () => { close(); guide.reopen(); arrive(); },
  "save-record": () => { close(); ask({ do: "record" }); },
};
for (const id in pressed) $(id)?.addEventListener("click", pressed[id]);
// Who taps the words of what is to be turned up or dealt does it, unless a strip lay there just now; a sentence that is cut
// is shown whole.
$("now").addEventListener("click", ({ target, currentTarget: { children: [call], scrollHeight, clientHeight, textContent } }) => {
  if (target === call && call.textContent && performance.now() > strip.gone() + 600) play(now.legal[0].move);
  else if (scrollHeight > clientHeight + 1) strip.say([textContent.trim()]);
});
$("game-name").addEventListener("change", books);
$("physical").addEventListener("change", () => { $("game-deal").disabled = $("physical").checked; });
// What is no deal is said beside its field, where it can be put right.
const dealHelp = $("deal-help").textContent;
function helpDeal(wrong = []) {
  $("deal-help").textContent = wrong.join(" ") || dealHelp;
  $("deal-help").classList.toggle("no", wrong.length > 0);
  $("game-deal").setAttribute("aria-invalid", String(wrong.length > 0));
  if (wrong.length) $("game-deal").focus();
}
$("game-deal").addEventListener("input", () => helpDeal());
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const physical = $("physical").checked, deal = physical ? "" : $("game-deal").value.trim();
  ask({ do: "begin", name: $("game-name").value, rules: $("game-rules").value, deal, physical });
});
$("type").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: "enter", text: $("typed").value });
  $("typed").value = "";
});
$("moves").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  strip.clear();
  glideTo(Number(link.hash.slice(2)), false);
  if (!aside.matches) side.close();
});
addEventListener("resize", () => { loosen(); if (now.game) fit(); brief(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && now.game && !now.over) ask({ do: "look" }); });

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.altKey || event.defaultPrevented) return;
  const by = event.shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && table.turn(by)) return event.preventDefault();
  const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  const act = command ? { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key] : { u: "undo", r: "redo", h: "hint", f: "finish", "?": "more" }[key];
  if (!act || $(act).disabled) return;
  event.preventDefault();
  pressed[act]();
});

const started = ask({ do: "start" });
if (location.hash === "#games") {
  // With what can be continued.
  started.then(home.show);
  history.replaceState(null, "", location.pathname);
}
// Whoever comes from a replay goes on after the moves that were shown there.
const after = new URLSearchParams(location.hash.slice(1)).get("after");
if (after !== null) {
  ask({ do: "follow", moves: after.split(" ").filter(Boolean) });
  history.replaceState({ after }, "", location.pathname);
}
// Back there, the replay shows the move at which it was left.
const way = $("tried").querySelector("a"), left = history.state?.after;
if (way && left !== undefined) way.hash = new URLSearchParams({ after: left });

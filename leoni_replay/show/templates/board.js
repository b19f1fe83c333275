// The live board. It knows no rules: it asks whoever knows them, shows what has changed, and lights what can be played.
// docs/board.md tells the requests and the replies.

let now = {}; // the last reply
let count = 0; // how many steps the game has
let goal = 0; // the step to which the cards are on their way
let queue = Promise.resolve();

// Where requests go. A page that has the rules in itself puts another function here.
let send = async (request) => {
  const response = await fetch("", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};

async function exchange(request) {
  const { game, version } = now;
  try {
    const reply = await send({ game, version, ...request });
    // Meanwhile something else may have been played.
    if (game === now.game && version === now.version) take(reply, request);
  } catch {
    gone();
  }
}
// One after the other; a hint is waited for beside the game.
function ask(request) {
  if (request.do === "hint" || request.do === "review") {
    $("now").lastElementChild.textContent = "the solver is looking …";
    return exchange(request);
  }
  return (queue = queue.then(() => exchange(request)));
}

// -- what has come ----------------------------------------------------------------------------------------------------

function take(reply, request) {
  document.body.classList.remove("gone");
  const laid = Boolean(reply.table), changes = laid || reply.steps?.length || reply.kept < table.last;
  if (reply.record !== undefined) return save(reply.record);
  now = { ...now, ...reply };
  head();
  if (laid) lay(reply);
  else follow(reply);
  const said = reply.said ?? [];
  log(said);
  // What changes nothing has to be said; what does is seen.
  if (said.length && (!changes || reply.stale)) inform(said, reply.stale || /^(play|why|enter)$/.test(request.do));
  else if (reply.result !== "*" && changes) inform([reply.state]);
  else inform([]);
  if (reply.question) inform([reply.question, "Type it below."]);
  if (reply.hint) table.chooser.hint(reply.hint);
  if (reply.over) over();
}

function lay(reply) {
  Object.assign(data, reply.table);
  table.load(reply.table);
  table.steps[0].caption = reply.table.caption;
  table.steps[0].state = reply.table.state;
  table.add(...reply.steps);
  count = table.last;
  $("moves").firstElementChild.replaceChildren(item({ short: "as dealt", move: "" }, 0), ...reply.steps.map((step, n) => item(step, n + 1)));
  $("game-name").replaceChildren(...now.games.map(({ name }) => make("option", {}, name)));
  const [name] = now.title.split(", ");
  $("game-name").value = name;
  books();
  fit();
  glideTo(table.last, false);
}

function follow({ kept, steps }) {
  count = kept + steps.length;
  const list = $("moves").firstElementChild;
  for (const row of [...list.children].slice(kept + 1)) row.remove();
  list.append(...steps.map((step, n) => item(step, kept + n + 1)));
  if (!steps.length) {
    glideTo(kept, kept === table.at - 1);
    table.truncate(kept);
  } else {
    if (kept < table.at || table.at < table.last) table.show(kept, { gliding: false });
    table.truncate(kept);
    table.add(...steps);
    glideTo(table.last, true);
  }
}

function item({ short, move }, n) {
  const row = make("li"), link = make("a", { href: `#m${n}`, title: move }, `${n}. `);
  link.append(make("b", {}, short));
  row.append(link);
  return row;
}

// -- the cards on their way -------------------------------------------------------------------------------------------

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
  const { short = "", prose = "", caption, state } = table.steps[at];
  const [token, words] = $("now").children;
  token.textContent = at ? `${at}. ${short}` : "";
  words.textContent = linkInWords(table) || spaced(prose);
  $("caption").textContent = caption || "\u00a0";
  if (!done) return weaving();
  showText(...state);
  if (at === goal) arrive();
  else queueMicrotask(() => table.show(table.at + Math.sign(goal - table.at), { gliding: !quiet.matches }));
});

const spaced = (text) => text.replace(/[♣♦♥♠]/g, "$&\ufe0e");
const atEnd = () => table.at === count && goal === count;

function arrive() {
  const playing = atEnd() && !now.over;
  table.targets(playing ? now.legal : []);
  if (playing && now.state) $("now").lastElementChild.textContent ||= spaced(now.state);
  offer(playing && now.asked.length ? now.asked : null);
  for (const row of $("moves").querySelectorAll(".now")) row.classList.remove("now");
  const row = $("moves").firstElementChild.children[table.at];
  row.classList.add("now");
  const list = $("moves");
  if (list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  flourish(table, now.result === "won" && atEnd(), !quiet.matches);
}

// A tap does not wait for cards that glide.
table.addEventListener("pointerdown", () => { if (table.timer) table.settle(); }, true);

// -- what can be done -------------------------------------------------------------------------------------------------

function button(text, act) {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
const play = (move) => ask({ do: "play", move });

// The buttons below the table: the moves among which one is asked for, what one can do while looking back, or the
// moves that have no card to tap.
function offer(asked = null) {
  const turns = now.legal.filter(({ to, move }) => to === null && /^(exile|deal|redeal)/.test(move));
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  $("asks").replaceChildren(...(
    now.over ? []
    : !atEnd() ? [button("Back to the game", () => glideTo(table.last, false)), button("Play from here", () => ask({ do: "back", to: table.at }))]
    : asked ? [make("span", {}, "Which one?"), ...asked.map(({ move, short }) => button(short, () => play(move))), button("Neither", () => table.chooser.choose([]))]
    : now.result !== "*" && now.recorded ? [button("Review", () => ask({ do: "review" }))]
    : now.result !== "*" ? [button("New game", () => ask({ do: "new" })), button("The same again", () => ask({ do: "restart" })), button("Review", () => ask({ do: "review" }))]
    : turns.map(({ move, short }) => button(capital(turns.length > 1 ? short : /^[a-z]+/.exec(move)[0]), () => play(move)))
  ));
  $("undo").disabled = now.over || !count;
  $("redo").disabled = now.over || !now.redo;
  $("hint").disabled = $("safe").disabled = now.over || !now.legal.length;
}

// While a weave is under way it can be held.
function weaving() {
  if (!table.woven || table.steps[table.at].changes.length < 3) return;
  const held = button("Hold", () => {
    if (table.hold()) held.textContent = "Go on";
    else if (table.go()) held.textContent = "Hold";
  });
  if (!$("asks").querySelector(".hold")) {
    held.classList.add("hold");
    $("asks").replaceChildren(held);
  }
}

table.addEventListener("choose", ({ detail: { moves, from, to } }) => {
  if (!atEnd() || now.over) return;
  inform([]);
  if (!moves) ask({ do: "why", from, to });
  else if (moves.length === 1) play(moves[0]);
  else offer(moves.length ? now.legal.filter(({ move }) => moves.includes(move)) : null);
});

// -- what is said -----------------------------------------------------------------------------------------------------

// Over the table, until something else is done.
function inform(lines, refused = false) {
  $("told").hidden = !lines.length;
  $("told").classList.toggle("no", Boolean(refused));
  const close = make("button", { type: "button", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => inform([]));
  $("told").replaceChildren(...lines.map((text) => make("p", {}, spaced(text))), ...(lines.length ? [close] : []));
}

function log(lines) {
  const box = $("said");
  box.append(...lines.map((text) => make("p", {}, spaced(text))));
  while (box.children.length > 300) box.firstChild.remove();
  box.scrollTop = box.scrollHeight;
}

function head() {
  $("title").textContent = document.title = now.title;
  $("file").textContent = !now.keeps ? "not saved" : `${now.saved ? "saved" : "NOT SAVED"} in ${now.path}`;
  $("file").classList.toggle("no", now.keeps && !now.saved);
  $("tried").hidden = !now.recorded;
  $("new").hidden = now.recorded;
  $("keep").hidden = now.keeps;
}

function gone() {
  document.body.classList.add("gone");
  const command = now.recorded ? "replay" : "play";
  const saved = now.saved ? [`Your game is saved in ${now.path}.`, `To go on: leoni ${command} --web ${now.path}`] : [];
  inform(["leoni is not running any more.", ...saved], true);
  $("told").append(button("Try again", () => ask({ do: "look" })));
}

function over() {
  table.targets([]);
  // Of a game in which nothing was done there is no record.
  inform([now.keeps && now.version ? `The game is saved in ${now.path}.` : "Nothing was saved.", "You can close this window."]);
}

// -- buttons and keys -------------------------------------------------------------------------------------------------

function books() {
  const { books } = now.games.find(({ name }) => name === $("game-name").value);
  $("game-rules").replaceChildren(...books.map((book) => make("option", {}, book)));
}

function save(record) {
  const link = make("a", { href: URL.createObjectURL(new Blob([record], { type: "text/plain" })), download: now.path.split(/[\\/]/).pop() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const close = () => $("options").close();
const pressed = {
  more: () => $("options").showModal(), close,
  ...Object.fromEntries(["undo", "redo", "hint", "safe", "keep"].map((word) => [word, () => ask({ do: word })])),
  ...Object.fromEntries(["restart", "review", "quit"].map((word) => [word, () => { close(); ask({ do: word }); }])),
  "save-record": () => ask({ do: "record" }),
};
for (const id in pressed) $(id).addEventListener("click", pressed[id]);
$("game-name").addEventListener("change", books);
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  close();
  ask({ do: "begin", name: $("game-name").value, rules: $("game-rules").value, deal: $("game-deal").value.trim() });
  $("game-deal").value = "";
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
  inform([]);
  glideTo(Number(link.hash.slice(2)), false);
  if (getComputedStyle(document.body).display !== "grid") $("player").scrollIntoView({ block: "end" });
});
addEventListener("resize", fit);
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask({ do: "look" }); });

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.altKey || event.defaultPrevented) return;
  const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  const act = command ? { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key] : { u: "undo", r: "redo", h: "hint", f: "safe", "?": "more" }[key];
  if (!act || $(act).disabled) return;
  event.preventDefault();
  pressed[act]();
});

ask({ do: "start" });
// Whoever comes from a replay goes on after the moves that were shown there.
const after = new URLSearchParams(location.hash.slice(1)).get("after");
if (after !== null) {
  ask({ do: "follow", moves: after.split(" ").filter(Boolean) });
  history.replaceState(null, "", location.pathname);
}

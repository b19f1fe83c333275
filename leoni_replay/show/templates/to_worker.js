// The board's requests go to the worker; the games are stored in the browser.

const PREFIX = "leoni game ", CURRENT = "leoni current";
const ELSEWHERE = "The game went on in another window. This window now shows it; nothing was played here.";
const texts = new Map(); // the records as this window knows them, by the names of their files
const pending = {}; // those that are not stored yet
let begun = false;

// What is stored; a browser may forbid it.
function read(get, none) {
  try {
    return get() ?? none;
  } catch {
    return none;
  }
}
const stored = () => read(() => Object.fromEntries(
  Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX)).map(([name, text]) => [name.slice(PREFIX.length), text]),
), {});
const current = () => read(() => sessionStorage.getItem(CURRENT) ?? localStorage.getItem(CURRENT), null);

async function send(request) {
  if (!begun) {
    begun = true;
    return begin();
  }
  const text = read(() => localStorage.getItem(PREFIX + now.path), null);
  if (text && text !== texts.get(now.path)) {
    // Another window has played on.
    await hand({ [now.path]: text });
    return keep({ ...await call({ do: "open", path: now.path }), stale: true, said: [ELSEWHERE] });
  }
  return keep(await call(request));
}

// Hand records to the worker, null for one that is there no more.
async function hand(games) {
  for (const name in games) texts.set(name, games[name]);
  await call({ do: "stored", games });
}

// The game of the address, or the one that was played last, or a new one.
async function begin() {
  await ready;
  const games = stored(), given = new URLSearchParams(location.hash.slice(1)).get("game");
  await hand(games);
  let reply = {};
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    const text = await unpacked(given).catch(() => "");
    const path = Object.keys(games).find((name) => games[name] === text);
    reply = await call(path ? { do: "open", path } : { do: "open", text });
  }
  const { error } = reply;
  if (!reply.legal && games[current()]) reply = await call({ do: "open", path: current() });
  if (!reply.legal) reply = await call({ do: "open" });
  if (error) reply = { ...reply, stale: true, said: ["This game cannot be opened.", ...error.split("\n"), ...reply.said] };
  return keep(reply);
}

// Store what has changed, and what could not be stored before.
function keep(reply) {
  Object.assign(pending, reply.stored);
  try {
    for (const [name, text] of Object.entries(pending)) {
      if (text === null) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
      texts.set(name, text);
      delete pending[name];
    }
    if (reply.path) for (const storage of [sessionStorage, localStorage]) storage.setItem(CURRENT, reply.path);
  } catch {
    reply.saved = false;
    reply.said = [...(reply.said ?? []), "This browser does not store the game: save the record before you leave."];
  }
  return reply;
}

const place = (path) => `this browser as ${path}`;
const stopped = ({ saved }) => ["The program in this page has stopped.", ...(saved ? ["Your game is saved: load the page again to go on."] : [])];

// -- other windows, other games ---------------------------------------------------------------------------------------

addEventListener("storage", ({ key, newValue }) => {
  if (!begun || !key?.startsWith(PREFIX)) return;
  const name = key.slice(PREFIX.length);
  if (name === now.path) ask({ do: "look" });
  else hand({ [name]: newValue });
});
addEventListener("hashchange", () => {
  if (!location.hash.includes("game=")) return;
  begun = false;
  ask({ do: "start" });
});

function listGames() {
  $("stored").replaceChildren(...Object.keys(stored()).sort().map((name) => make("option", { value: name }, name.replace(/\.moves$/, ""))));
  $("stored").value = now.path;
  choose();
}
const choose = () => { for (const id of ["go-on", "delete"]) $(id).disabled = [now.path, ""].includes($("stored").value); };
$("more").addEventListener("click", listGames);
$("stored").addEventListener("change", choose);
$("go-on").addEventListener("click", () => {
  const path = $("stored").value;
  $("options").close();
  ask({ do: "open", path });
});
$("delete").addEventListener("click", async () => {
  const name = $("stored").value;
  if (!confirm(`Delete ${name.replace(/\.moves$/, "")}?`)) return;
  localStorage.removeItem(PREFIX + name);
  await hand({ [name]: null });
  listGames();
});
async function shareable() {
  const { record } = await call({ do: "record", game: now.game, version: now.version });
  return `${location.href.replace(/#.*/, "")}#game=${await packed(record)}`;
}
$("copy-link").addEventListener("click", async () => {
  const link = await shareable();
  $("options").close();
  try {
    await navigator.clipboard.writeText(link);
    inform(["The link is copied. It opens this game at this move, in any browser."]);
  } catch {
    inform(["This link opens the game at this move, in any browser:", link]);
  }
});
// The page of a review, which the strip links to, is shown in a frame.
$("told").addEventListener("click", async (event) => {
  if (event.target.getAttribute("href") !== "review") return;
  event.preventDefault();
  const { html } = await call({ do: "reviewed" });
  $("reviewed").querySelector("iframe").srcdoc = dressed(html);
  $("reviewed").showModal();
});
$("reviewed").querySelector("button").addEventListener("click", () => $("reviewed").close());

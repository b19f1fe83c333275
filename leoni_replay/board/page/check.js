// The page that checks records: it shows what is said of every game, one after the other.

import { dressed } from "../../show/scripts/shared/memory.js";
import { $, make } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";

let run = 0;
let call; // asks whoever checks
let letters = null; // how games are packed into an address and unpacked, where the page is on a site
// What leoni calls a game, in plain words: its sign, in a headline, and in the summary.
const WORDS = {
  verified: ["✓", "This game is right", "right"],
  consistent: ["✓", "This game is right, as far as its cards are known", "right as far as known"],
  irregular: ["?", "This game breaks rules, and says so itself", "with moves against the rules"],
  doubtful: ["?", "This game is doubtful", "doubtful"],
  rejected: ["✗", "This game has a mistake", "with a mistake"],
};

const NO_GAME =
  'This is no recorded game. A recorded game begins with a line such as [Game "Labyrinth"], and has all its moves: to get one, open Menu while you play, and tap Save as a file. If yours is a page of a book, tap “Is it from a printed book?” above.';

// What comes of it is seen at once, also on a phone. One game says it itself.
function report(text, heard = false) {
  $("summary").textContent = text;
  $("summary").classList.toggle("unseen", heard);
  const { top } = $("summary").getBoundingClientRect();
  if (top > innerHeight / 2 && $("verdicts").children.length < 3) $("summary").scrollIntoView();
}

// A page of a book: its words, and beside them what was read; then the record is checked.
async function readBook(text) {
  const mine = ++run;
  $("verdicts").replaceChildren();
  report("Reading …");
  try {
    const { record, parts, error } = await call({
      do: "read",
      text,
      name: $("game").value,
      rest_empty: $("rest").checked,
      top_first: $("first").checked,
      table: $("begun").value,
    });
    if (error) throw new Error(error);
    if (mine !== run) return;
    const unread = parts.filter(({ kind }) => kind === "unread");
    const box = make("article", { class: unread.length ? "no" : "yes" });
    const full = make("details");
    box.append(
      make(
        "h2",
        {},
        unread.length
          ? `✗ ${unread.length} part${unread.length === 1 ? "" : "s"} of the page could not be read`
          : "✓ The whole page was read",
      ),
    );
    for (const { line, text, why } of unread) box.append(finding(`line ${line}`, `“${text}”${why ? `: ${why}` : ""}`));
    full.append(make("summary", {}, "How the page was read"), partTable(parts));
    box.append(full);
    if (record) await checkText(record, "page.moves", box);
    else {
      report("Nothing was read that could be checked.");
      $("verdicts").append(box);
    }
  } catch ({ message }) {
    report(`The page could not be read: ${message}`);
  }
}

function partTable(parts) {
  const table = make("table");
  const head = make("tr");
  for (const title of ["Line", "The page", "Read as"]) head.append(make("th", { scope: "col" }, title));
  table.append(head);
  for (const { line, text, kind, read, why } of parts) {
    const row = make("tr");
    const there = make("td");
    if (read) there.append(make("code", {}, read));
    if (kind === "unread") there.append(make("b", {}, "✗ not read: "));
    if (!read) there.append([kind === "unread" ? "" : kind, why].filter(Boolean).join(": "));
    row.append(make("td", {}, String(line)), make("td", {}, text), there);
    table.append(row);
  }
  return table;
}

// The records of links to games, or the text itself if it has one: a record may name a link in a tag or a comment.
async function recordsOf(text) {
  const links = [...text.matchAll(/#game=([\w-]+)/g)].map(([, game]) => game);
  if (!letters || !links.length || /^\s*\[\w+ "/m.test(text)) return text;
  try {
    return (await Promise.all(links.map(letters.unpacked))).join("\n\n");
  } catch {
    throw new Error("a link to a game is not whole; copy all of it, to its last letter");
  }
}

async function checkText(text, name = "pasted.moves", first = null) {
  const mine = ++run;
  const counts = {};
  $("verdicts").replaceChildren(...(first ? [first] : []));
  report("Checking …");
  try {
    // Who shares a result on the site shares a link that has the game.
    text = await recordsOf(text);
    const { check: id, games, error } = await call({ do: "check", text, name });
    if (error) throw new Error(error);
    const width = fitting();
    const boxes = [];
    let seen = 0;
    for (let number = 1; number <= games; number++) {
      const verdict = await call({ do: "verdict", check: id, number, width });
      if (mine !== run) return;
      counts[verdict.status] = (counts[verdict.status] ?? 0) + 1;
      boxes.push(verdictBox(verdict, id, mine, name, games));
      // To draw the page takes longer than to check a game.
      if (number < games && performance.now() - seen < 200) continue;
      $("verdicts").append(...boxes.splice(0));
      report(summaryOf(counts, number, games), games === 1);
      seen = performance.now();
    }
    if (!games) report(text.trim() ? NO_GAME : "Paste a game first, or try the example.");
  } catch ({ message }) {
    report(`The text could not be checked: ${message}`);
  }
}

// How many characters of a report stand beside each other, so that its lines break where they are to.
function fitting() {
  const box = make("article");
  const report = make("pre");
  const ten = make("span", {}, "0".repeat(10));
  report.append(ten);
  box.append(report);
  $("verdicts").append(box);
  const fit = Math.floor((10 * report.clientWidth) / ten.getBoundingClientRect().width);
  box.remove();
  return Math.max(24, Math.min(80, fit));
}

const counted = (count) => `${count} game${count === 1 ? "" : "s"}`;
function summaryOf(counts, number, games) {
  const parts = Object.entries(counts)
    .map(([status, count]) => `${counted(count)} ${WORDS[status][2]}`)
    .join(", ");
  return number < games ? `${parts}; ${counted(games - number)} left` : parts;
}

function verdictBox(verdict, id, mine, name, games) {
  const right = verdict.status !== "rejected";
  const { number, game, rules, status } = verdict;
  const [sign, words] = WORDS[status];
  const box = make("article", { class: right ? "yes" : "no" });
  const head = make("h2");
  const full = make("details");
  head.append(make("b", {}, right && verdict.empty ? "This game has no moves yet" : `${sign} ${words}`));
  box.append(head);
  // First in plain words; the whole report is folded.
  full.append(make("summary", {}, "The full report"));
  const { result, moves, unknown, digest, record_digest: record } = verdict;
  const parts = [
    [games > 1 && `Game ${number}`, game].filter(Boolean).join(": "),
    ...(right ? [verdict.empty ? "" : moves, result, unknown && `${unknown} unknown`] : []),
  ].filter(Boolean);
  if (parts.length) box.append(make("p", {}, `${parts.join(", ")}.`));
  if (right) full.append(facts({ rules, digest, record }));
  for (const { text, line, move, rule, help } of verdict.findings) {
    const where = [move && `move ${move}`, line && `line ${line}`].filter(Boolean).join(", ");
    box.append(finding(where, [text, ...(help ? [`${help[0].toUpperCase()}${help.slice(1)}`] : [])].join(". ")));
    if (rule) box.append(make("p", { class: "rule" }, `The rule: ${spaced(rule.text)} (${rule.source || rule.label})`));
  }
  if (verdict.report) full.append(make("pre", {}, spaced(verdict.report.trimEnd())));
  if (full.children.length > 1) box.append(full);
  const row = make("p", { class: "buttons" });
  const button = make("button", { type: "button", "aria-expanded": "false" }, "Replay");
  button.addEventListener("click", () => showReplay(box, button, id, number, mine));
  // Of what is no game there is nothing to see.
  if (verdict.dealt) row.append(button);
  if (verdict.correction) {
    const correct = make("button", { type: "button" }, "Correct it");
    correct.addEventListener("click", async () => {
      const { text } = await call({ do: "correct", check: id, number });
      if (mine !== run) return;
      $("text").value = text;
      checkText(
        text,
        name,
        make("p", { role: "status" }, spaced(`Game ${number} is corrected: ${verdict.correction}.`)),
      );
    });
    row.append(correct);
  }
  box.append(row);
  // A page of the site can hold the game in its address.
  if (right && letters) {
    letters
      .packed(verdict.record)
      .then((game) => row.append(make("a", { class: "button", href: `play.html#game=${game}` }, "Play on")));
  }
  return box;
}

// A sentence about a place of the text.
function finding(where, text) {
  const what = make("p", { class: "finding" });
  what.append(
    make("b", {}, where ? `${where[0].toUpperCase()}${where.slice(1)}: ` : ""),
    spaced(text).replace(/[^?.]$/, "$&."),
  );
  return what;
}

// The rule book, and the digests of the final position and of the record.
function facts(given) {
  const list = make("dl");
  const names = { rules: "Rules", digest: "Digest", record: "Record digest" };
  for (const [name, text] of Object.entries(given).filter(([, text]) => text)) {
    const row = make("div");
    const value = make("dd");
    value.append(make("code", {}, text));
    row.append(make("dt", {}, names[name]), " ", value);
    list.append(row);
  }
  return list;
}

// The page of the replay, in a frame: it has the policy of this page and its own. It says how long it is, and is shown
// whole: this page alone scrolls.
async function showReplay(box, button, id, number, mine) {
  const old = box.querySelector("iframe");
  button.setAttribute("aria-expanded", String(!old));
  if (old) return old.remove();
  button.disabled = true;
  const { html } = await call({ do: "replay", check: id, number });
  button.disabled = false;
  if (mine !== run) return;
  const frame = make("iframe", {
    title: `The replay of game ${number}`,
    sandbox: "allow-scripts allow-downloads",
    allow: "clipboard-write *",
  });
  frame.srcdoc = dressed(html).replace("<body>", '<body class="framed">');
  box.append(frame);
  frame.scrollIntoView({ block: "nearest" });
}

addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame) frame.style.height = `${Number(data)}px`;
});

async function openFile(file) {
  if (!file) return;
  $("text").value = await file.text();
  checkText($("text").value, file.name);
}

export function startCheck({ ask, packing = null }) {
  call = ask;
  letters = packing;
  $("given").addEventListener("submit", (event) => {
    event.preventDefault();
    checkText($("text").value);
  });
  $("read").addEventListener("click", () => readBook($("text").value));
  $("file").addEventListener("change", () => openFile($("file").files[0]));
  $("example").addEventListener("click", () => {
    $("text").value = JSON.parse($("sample").textContent);
    checkText($("text").value);
  });
  for (const kind of ["dragover", "dragleave", "drop"]) {
    addEventListener(kind, (event) => {
      event.preventDefault();
      $("text").classList.toggle("over", kind === "dragover");
      if (kind === "drop") openFile(event.dataTransfer.files[0]);
    });
  }
}

// The page that checks records: it shows what is said of every game, one after the other.

import { dressed } from "../../show/scripts/shared/memory.js";
import { $, make } from "../../show/scripts/table/dom.js";
import { spaced } from "../../show/scripts/table/signs.js";
import { chapterWords, finding, gameQuestion, pageBox, readingSummary } from "./book_page.js";

let run = 0;
let call; // asks whoever checks
let tellCounts; // is told how many games have which status
let letters = null; // how games are packed into an address and unpacked, where the page is on a site
const gameChosen = { text: "", game: "" }; // a page of a book that does not say its game, and the game that was chosen for it
// What leoni calls a game, in plain words: its sign, in a headline, and in the summary.
const WORDS = {
  verified: ["✓", "This game is right", "right"],
  consistent: ["✓", "This game is right, as far as its cards are known", "right as far as known"],
  irregular: ["?", "This game breaks rules, and says so itself", "with moves against the rules"],
  doubtful: ["?", "This game is doubtful", "doubtful"],
  rejected: ["✗", "This game has a mistake", "with a mistake"],
};

const NO_GAME =
  'This is no recorded game. A recorded game begins with a line such as [Game "Labyrinth"]: to get one, open Menu while you play, and tap Save as a file. A page of a book must show its table, for example “Pile 1: 9♠ 8♥”.';

// What comes of it is seen at once, also on a phone. One game says it itself.
function report(text, heard = false) {
  $("summary").textContent = text;
  $("summary").classList.toggle("unseen", heard);
  const { top } = $("summary").getBoundingClientRect();
  if (top > innerHeight / 2 && $("verdicts").children.length < 3) $("summary").scrollIntoView();
}

// A page of a book: what was read of it, then its chapters, each with its verdict.
async function readBook(text, game) {
  const mine = ++run;
  $("verdicts").replaceChildren();
  report("Reading …");
  try {
    const page = await call({
      do: "read",
      text,
      name: game,
      rest_empty: $("rest").checked,
      top_first: $("top-first").checked,
      table: $("begun").value,
    });
    if (page.error) throw new Error(page.error);
    if (mine !== run) return;
    $("verdicts").append(pageBox(page, () => askForGame(text)));
    report("The page could not be read.");
    await judgeGames(page, mine, {
      boxOf: (verdict) => verdictBox(verdict, page.check, mine, { chapter: page.chapters[verdict.number - 1] }),
      summarize: (counts) => report(pageSummary(page, counts)),
    });
  } catch ({ message }) {
    report(`The page could not be read: ${message}`);
  }
}

function pageSummary({ game, parts, chapters }, counts) {
  const wrong = counts.rejected ?? 0;
  const content = chapters.length > 1 ? `, with ${chapters.length} chapters` : "";
  const mistakes = wrong ? `${wrong === 1 ? "a mistake" : `mistakes in ${wrong} chapters`}; ` : "";
  const read = readingSummary(parts).replace(/^✓ The whole page was read$/, "all of it was read");
  return `A page of ${game}${content}: ${mistakes}${read}`;
}

// Ask for the game of a page that does not say it, or that was read as another one.
function askForGame(text) {
  const games = [...$("game").options].map(({ value }) => value).filter(Boolean);
  const question = gameQuestion(games, (game) => {
    Object.assign(gameChosen, { text, game });
    $("game").value = "";
    readBook(text, game);
  });
  run++;
  $("verdicts").replaceChildren(question);
  report("This looks like a page of a book.");
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
  $("verdicts").replaceChildren(...(first ? [first] : []));
  report("Checking …");
  try {
    // Who shares a result on the site shares a link that has the game.
    text = await recordsOf(text);
    if (mine !== run) return;
    if ($("begun").value.trim()) return readBook(text, "");
    const checked = await call({ do: "check", text, name });
    if (checked.error) throw new Error(checked.error);
    if (mine !== run) return;
    const { check: id, games, page, game } = checked;
    if (!games && text.trim() && (page || $("game").value)) {
      const chosen = gameChosen.text === text ? gameChosen.game : "";
      const itsGame = $("game").value || chosen || game;
      return itsGame ? readBook(text, itsGame) : askForGame(text);
    }
    await judgeGames(checked, mine, {
      boxOf: (verdict) => verdictBox(verdict, id, mine, { name, games }),
      summarize: (counts, number) => report(summaryOf(counts, number, games), games === 1),
    });
    if (!games) report(text.trim() ? NO_GAME : "Paste a game or a page first, or try the example.");
  } catch ({ message }) {
    report(`The text could not be checked: ${message}`);
  }
}

// Judge the games of a text that was sent, one after the other, and show each.
async function judgeGames({ check: id, games }, mine, { boxOf, summarize }) {
  const counts = {};
  const width = fitting();
  const boxes = [];
  let seen = 0;
  for (let number = 1; number <= games; number++) {
    const verdict = await call({ do: "verdict", check: id, number, width });
    if (mine !== run) return;
    counts[verdict.status] = (counts[verdict.status] ?? 0) + 1;
    boxes.push(boxOf(verdict));
    // To draw the page takes longer than to check a game.
    if (number < games && performance.now() - seen < 200) continue;
    $("verdicts").append(...boxes.splice(0));
    summarize(counts, number);
    seen = performance.now();
  }
  if (games) tellCounts(counts);
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

// The tone and the words at the head of a game.
function gameWords({ number, game, status, result, moves, unknown, empty }, games) {
  const right = status !== "rejected";
  const [sign, words] = WORDS[status];
  const parts = [
    [games > 1 && `Game ${number}`, game].filter(Boolean).join(": "),
    ...(right ? [empty ? "" : moves, result, unknown && `${unknown} unknown`] : []),
  ].filter(Boolean);
  return {
    tone: right ? "yes" : "no",
    head: right && empty ? "This game has no moves yet" : `${sign} ${words}`,
    words: parts.join(", "),
  };
}

// What is said of one game of several, or of a chapter of a page.
function verdictBox(verdict, id, mine, { name = "page.moves", games = 1, chapter = null }) {
  const right = verdict.status !== "rejected";
  const { number, rules, digest, record_digest: record } = verdict;
  const { tone, head, words } = chapter ? chapterWords(chapter, verdict) : gameWords(verdict, games);
  const box = make("article", { class: tone });
  const title = make("h2");
  const full = make("details");
  title.append(make("b", {}, head));
  box.append(title);
  // First in plain words; the whole report is folded.
  full.append(make("summary", {}, chapter ? "The record and its report" : "The full report"));
  if (words) box.append(make("p", {}, `${words}.`));
  if (right) full.append(facts({ rules, digest, record }));
  for (const { severity, text, line, move, rule, help } of verdict.findings) {
    const where = [move && `move ${move}`, line && `line ${line}`].filter(Boolean).join(", ");
    const tones = severity === "warning" ? "notice" : "";
    box.append(finding(where, [text, ...(help ? [`${help[0].toUpperCase()}${help.slice(1)}`] : [])].join(". "), tones));
    if (rule) box.append(make("p", { class: "rule" }, `The rule: ${spaced(rule.text)} (${rule.source || rule.label})`));
  }
  if (chapter) full.append(make("pre", {}, verdict.record.trim()));
  if (verdict.report) full.append(make("pre", {}, spaced(verdict.report.trimEnd())));
  if (full.children.length > 1) box.append(full);
  const row = make("p", { class: "buttons" });
  const button = make("button", { type: "button", "aria-expanded": "false" }, "Replay");
  button.addEventListener("click", () => showReplay(box, button, id, number, mine));
  // Of what is no game there is nothing to see.
  if (verdict.dealt) row.append(button);
  if (verdict.correction && !chapter) {
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

/** Check what stands in the field. */
export const checkGiven = () => checkText($("text").value);

export function startCheck({ ask, packing = null, tellResult = () => {} }) {
  call = ask;
  letters = packing;
  tellCounts = tellResult;
  $("given").addEventListener("submit", (event) => {
    event.preventDefault();
    checkGiven();
  });
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

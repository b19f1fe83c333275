// The page that checks records: it shows what is said of every game, one after the other.

import { dressed } from "../../show/scripts/shared/memory.js";
import { $, button, make, namesOf } from "../../show/scripts/table/dom.js";
import { capital, pluralize, spaced } from "../../show/scripts/table/signs.js";
import { chapterWords, finding, gameQuestion, pageBox, readingSummary } from "./book_page.js";
import { checkLength, dealLinkOf, fill, keepText, keptText, recordsOf, textOf } from "./pasted.js";

/** @import { BookPage, Chapter, CheckChannel, CheckedText, Correction, Packing, Verdict } from "./types" */
/** @typedef {Partial<Record<Verdict["status"], number>>} Counts how many games have a verdict */
/**
 * What is known of the text of a verdict: its number, the run that asked, what its file is called and how many games it
 * has; or the chapter of a page that the verdict is about.
 *
 * @typedef {{ id: number, mine: number, name?: string, games?: number, chapter?: Chapter }} Source
 */

let run = 0;
/** @type {CheckChannel} asks whoever checks */
let call = () => Promise.reject(new Error("nobody answers"));
/** @type {(counts: Counts) => void} is told how many games have which status */
let tellCounts = () => {};
/** @type {Packing | null} how games are packed into an address and unpacked, where the page is on a site */
let gamePacking = null;
/** A page of a book that does not say its game, and the game that was chosen for it. */
const gameChosen = { text: "", game: "" };
/**
 * What leoni calls a game, in plain words: its sign, in a headline, and in the summary.
 *
 * @type {Record<Verdict["status"], [sign: string, headline: string, summary: string]>}
 */
const WORDS = {
  verified: ["✓", "This game is right", "right"],
  consistent: ["✓", "This game is right, as far as its cards are known", "right as far as known"],
  irregular: ["?", "This game breaks rules, and says so itself", "with moves against the rules"],
  doubtful: ["?", "This game is doubtful", "doubtful"],
  rejected: ["✗", "This game has a mistake", "with a mistake"],
};

/**
 * Say what comes of it. One game says it itself.
 *
 * @param {string} text
 */
function report(text, heard = false) {
  $("summary").textContent = text;
  $("summary").classList.toggle("unseen", heard);
}

/** What comes of it is seen at once, also on a phone, with the way back to the text; and keys go on from there. */
function goToVerdict() {
  $("again").hidden = false;
  const isSaid = !$("summary").classList.contains("unseen");
  const first = isSaid ? $("summary") : $("verdicts").firstElementChild;
  if (!(first instanceof HTMLElement)) return;
  if (first.getBoundingClientRect().top > innerHeight / 3) $("again").scrollIntoView();
  const title = first.querySelector("h2") ?? first;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/**
 * A page of a book: its chapters, each with its verdict, then what was read of it.
 *
 * @param {string} text
 * @param {string} game
 */
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
    report("The page could not be read.");
    await judgeGames(page, mine, {
      boxOf: (verdict) => verdictBox(verdict, { id: page.check, mine, chapter: page.chapters[verdict.number - 1] }),
      summarize: (counts) => report(pageSummary(page, counts)),
    });
    if (mine !== run) return;
    $("verdicts").append(pageBox(page, () => askForGame(text)));
    if (!page.games) goToVerdict();
  } catch (error) {
    reportFault("The page could not be read", error, mine);
  }
}

/**
 * Say why a text has no verdict, unless another one is there by now.
 *
 * @param {string} words
 * @param {unknown} error
 * @param {number} mine
 */
function reportFault(words, error, mine) {
  if (mine !== run) return;
  report(endSentence(`${words}: ${messageOf(error)}`));
  goToVerdict();
}

/** @param {string} text */
const endSentence = (text) => text.replace(/(?<![.?!])$/, ".");

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {BookPage} page
 * @param {Counts} counts
 */
function pageSummary({ game, parts, chapters }, counts) {
  const wrong = counts.rejected ?? 0;
  const content = chapters.length > 1 ? `, with ${chapters.length} chapters` : "";
  const mistakes = wrong ? `${wrong === 1 ? "a mistake" : `mistakes in ${wrong} chapters`}; ` : "";
  return `A page of ${game}${content}: ${mistakes}${readingSummary(parts)}`;
}

/**
 * Ask for the game of a page that does not say it, or that was read as another one.
 *
 * @param {string} text
 */
function askForGame(text) {
  const games = [...$("book-game").options].map(({ value }) => value).filter(Boolean);
  const question = gameQuestion(games, (game) => {
    Object.assign(gameChosen, { text, game });
    $("book-game").value = "";
    readBook(text, game);
  });
  run++;
  $("verdicts").replaceChildren(question);
  report("This looks like a page of a book.");
  goToVerdict();
}

/**
 * @param {string} pasted
 * @param {string} name what its file is called
 * @param {HTMLElement[]} first what stands before the verdicts
 */
async function checkText(pasted, name = "pasted.moves", first = []) {
  const mine = ++run;
  $("verdicts").replaceChildren(...first);
  report("Checking …");
  try {
    // Who shares a result on the site shares a link that has the game.
    const text = checkLength(await recordsOf(pasted, gamePacking));
    if (mine !== run) return;
    if ($("begun").value.trim()) return readBook(text, "");
    const checked = await call({ do: "check", text, name });
    if (checked.error) throw new Error(checked.error);
    if (mine !== run) return;
    const { check: id, games, page, game, advice } = checked;
    if (!games && text.trim() && (page || $("book-game").value)) {
      const knownGame = gameChosen.text === text ? gameChosen.game : "";
      const itsGame = $("book-game").value || knownGame || game;
      return itsGame ? readBook(text, itsGame) : askForGame(text);
    }
    await judgeGames(checked, mine, {
      boxOf: (verdict) => verdictBox(verdict, { id, mine, name, games }),
      summarize: (counts, number) => report(summaryOf(counts, number, games), games === 1),
    });
    if (games || mine !== run) return;
    const dealLink = dealLinkOf(text);
    if (dealLink) $("verdicts").append(dealBox(dealLink));
    report(adviceFor(text, dealLink ? "This link holds cards only." : (advice ?? "")));
    goToVerdict();
  } catch (error) {
    reportFault("The text could not be checked", error, mine);
  }
}

/**
 * What is said of a text without a game.
 *
 * @param {string} text
 * @param {string} advice
 */
const adviceFor = (text, advice) => (text.trim() ? advice : "Paste a game or a page first, or try an example.");

/**
 * What can be done with a link to a deal: nobody has played it yet, so there is nothing to check.
 *
 * @param {string} link
 */
function dealBox(link) {
  const box = make("article", { class: "neutral" });
  const row = make("p", { class: "buttons" });
  // A page of the site opens it itself; to any other address the way is the one that was pasted.
  const address = gamePacking ? `play.html${link.slice(link.indexOf("#"))}` : link;
  const isAddress = gamePacking || /^https?:\/\//.test(link);
  const words = "It deals cards that you can play. To check a game, paste the link that Send my game makes.";
  if (isAddress) row.append(make("a", { class: "button main", href: address }, "Play it here"));
  box.append(make("p", {}, words), row);
  return box;
}

/**
 * Judge the games of a text that was sent, one after the other, and show each.
 *
 * @param {CheckedText} text
 * @param {number} mine
 * @param {{ boxOf: (verdict: Verdict) => HTMLElement, summarize: (counts: Counts, number: number) => void }} show
 */
async function judgeGames({ check: id, games }, mine, { boxOf, summarize }) {
  /** @type {Counts} */
  const counts = {};
  /** @type {HTMLElement[]} */
  const boxes = [];
  const width = fitting();
  let timeShown = 0;
  for (let number = 1; number <= games; number++) {
    const verdict = await call({ do: "verdict", check: id, number, width });
    if (mine !== run) return;
    counts[verdict.status] = (counts[verdict.status] ?? 0) + 1;
    boxes.push(boxOf(verdict));
    // To draw the page takes longer than to check a game.
    if (number < games && performance.now() - timeShown < 200) continue;
    $("verdicts").append(...boxes.splice(0));
    summarize(counts, number);
    // Whoever has seen the first one reads on where he likes.
    if (!timeShown) goToVerdict();
    timeShown = performance.now();
  }
  if (games) tellCounts(counts);
}

/** How many characters of a report stand beside each other, so that its lines break where they are to. */
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

/**
 * @param {Counts} counts
 * @param {number} number how many were judged
 * @param {number} games how many there are
 */
function summaryOf(counts, number, games) {
  const parts = namesOf(counts)
    .map((status) => `${pluralize(counts[status] ?? 0, "game")} ${WORDS[status][2]}`)
    .join(", ");
  return number < games ? `${parts}; ${pluralize(games - number, "game")} left` : parts;
}

/**
 * The tone and the words at the head of a game.
 *
 * @param {Verdict} verdict
 * @param {number} games how many there are
 */
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

/**
 * What is said of one game of several, or of a chapter of a page.
 *
 * @param {Verdict} verdict
 * @param {Source} source
 */
function verdictBox(verdict, source) {
  const { games = 1, chapter } = source;
  const right = verdict.status !== "rejected";
  const { tone, head, words } = chapter ? chapterWords(chapter, verdict) : gameWords(verdict, games);
  const box = make("article", { class: tone });
  const title = make("h2");
  title.append(make("b", {}, head));
  box.append(title);
  if (words) box.append(make("p", {}, `${words}.`));
  box.append(...findingsOf(verdict), ...unreadParts(verdict));
  // The text of a page is its author's to correct.
  if (!chapter) box.append(...correctionsOf(verdict, source));
  // First in plain words; the whole report is folded.
  const full = fullReport(verdict, chapter);
  if (full.children.length > 1) box.append(full);
  const row = make("p", { class: "buttons" });
  // Of what is no game there is nothing to see.
  if (verdict.dealt) row.append(replayButton(box, verdict.number, source));
  box.append(row);
  // A page of the site can hold the game in its address. A game that is over is shown there as a film, another goes on.
  if (right && gamePacking) {
    const [words, detail] = verdict.over ? ["Watch", "&watch"] : ["Play on", "&resume"];
    gamePacking
      .packed(verdict.record)
      .then((game) => row.append(make("a", { class: "button", href: `play.html#game=${game}${detail}` }, words)));
  }
  return box;
}

/** @param {Verdict} verdict */
const findingsOf = ({ findings }) =>
  findings.flatMap(({ severity, text, line, move, rule, help }) => {
    const where = [move && `move ${move}`, line && `line ${line}`].filter(Boolean).join(", ");
    const what = [finding(where, text, severity === "warning" ? "notice" : "")];
    for (const words of help) what.push(finding("", capital(words), "help"));
    if (rule) what.push(make("p", { class: "rule" }, `The rule: ${spaced(rule.text)} ${rule.source}`));
    return what;
  });

/** How many lines are named that were not read. */
const MOST_UNREAD = 3;

/**
 * What stands beside a record in the text, so that nobody takes it for checked.
 *
 * @param {Verdict} verdict
 */
function unreadParts({ not_read: lines }) {
  if (!lines.length) return [];
  const names = lines.slice(0, MOST_UNREAD).map((line) => `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`);
  const others = lines.length - names.length;
  const rest = others > 0 ? ` and ${pluralize(others, "more line")}` : "";
  return [make("p", { class: "unread" }, `Not read: ${names.join(", ")}${rest}.`)];
}

/**
 * The corrections that make a game right, each with the line that it writes, and a button.
 *
 * @param {Verdict} verdict
 * @param {Source} source
 */
const correctionsOf = ({ number, corrections }, source) =>
  corrections.map((correction, index) => {
    const box = make("div", { class: "correction" });
    const words = make("p");
    words.append(spaced(`${capital(correction.text)}: `), make("code", {}, correction.line));
    const name = corrections.length > 1 ? `Correct it like this: ${correction.text}` : "Correct it";
    box.append(
      words,
      button("Correct it", () => correct(number, index, correction, source), { "aria-label": name }),
    );
    return box;
  });

/**
 * The report as `leoni verify` gives it, folded.
 *
 * @param {Verdict} verdict
 * @param {Chapter} [chapter]
 */
function fullReport({ status, rules, digest, record_digest, record, report }, chapter) {
  const full = make("details");
  full.append(make("summary", {}, chapter ? "The record and its report" : "The full report"));
  const marks = { "Rules as in": rules, "Mark of the last table": digest, "Mark of the whole game": record_digest };
  if (status !== "rejected") full.append(facts(marks));
  if (chapter) full.append(make("pre", {}, record.trim()));
  if (report) full.append(make("pre", {}, spaced(report.trimEnd())));
  return full;
}

/**
 * Write a correction into the text, and check it again.
 *
 * @param {number} number
 * @param {number} index
 * @param {Correction} correction
 * @param {Source} source
 */
async function correct(number, index, correction, { id, mine, name }) {
  const { text } = await call({ do: "correct", check: id, number, correction: index });
  if (mine !== run) return;
  give(text);
  const words = spaced(`Game ${number} is corrected: ${correction.text}.`);
  checkText(text, name, [make("p", { role: "status" }, words)]);
}

/**
 * The rule book, and the digests of the final position and of the record.
 *
 * @param {Record<string, string | null>} texts
 */
function facts(texts) {
  const list = make("dl");
  for (const [name, text] of Object.entries(texts)) {
    if (!text) continue;
    const row = make("div");
    const value = make("dd");
    value.append(make("code", {}, text));
    row.append(make("dt", {}, name), " ", value);
    list.append(row);
  }
  return list;
}

/**
 * The button that shows the replay of a game below what is said of it.
 *
 * @param {HTMLElement} box
 * @param {number} number
 * @param {Source} source
 */
function replayButton(box, number, source) {
  const act = (/** @type {HTMLButtonElement} */ pressed) => showReplay(box, pressed, number, source);
  return button("Replay", act, { "aria-expanded": "false" });
}

/**
 * The page of the replay, in a frame: it has the policy of this page and its own. It says how long it is, and is shown
 * whole: this page alone scrolls.
 *
 * @param {HTMLElement} box
 * @param {HTMLButtonElement} pressed
 * @param {number} number
 * @param {Source} source
 */
async function showReplay(box, pressed, number, { id, mine }) {
  const old = box.querySelector("iframe");
  pressed.setAttribute("aria-expanded", String(!old));
  if (old) return old.remove();
  // A button that is disabled loses the focus.
  if (pressed.ariaBusy === "true") return;
  pressed.ariaBusy = "true";
  pressed.textContent = "Laying the cards …";
  const { html } = await call({ do: "replay", check: id, number });
  pressed.textContent = "Replay";
  pressed.ariaBusy = "false";
  if (mine !== run) return;
  const frame = make("iframe", {
    title: `The replay of game ${number}`,
    sandbox: "allow-scripts allow-downloads",
    allow: "clipboard-write *",
  });
  frame.srcdoc = dressed(html).replace("<body>", '<body class="framed">');
  // Keys go on in the replay.
  frame.addEventListener("load", () => frame.focus({ preventScroll: true }));
  box.append(frame);
  frame.scrollIntoView({ block: "nearest" });
}

addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame) frame.style.height = `${Number(data)}px`;
});

/**
 * Put a text into the field.
 *
 * @param {string} text
 */
function give(text) {
  fill($("record"), text);
  keepText(text);
}

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file) return;
  run++;
  $("verdicts").replaceChildren();
  report(`Opening ${file.name} …`);
  try {
    give(checkLength(await textOf(file)));
  } catch (error) {
    report(endSentence(messageOf(error)));
    return goToVerdict();
  }
  checkText($("record").value, file.name);
}

/** Check what stands in the field. */
export const checkGiven = () => checkText($("record").value);

/**
 * Begin.
 *
 * @param {CheckChannel} ask asks whoever checks
 * @param {{ packing?: Packing, tellResult?: (counts: Counts) => void }} options how games are packed into an address,
 *     and who is told what came of a text
 */
export function startCheck(ask, { packing, tellResult = () => {} } = {}) {
  call = ask;
  gamePacking = packing ?? null;
  tellCounts = tellResult;
  $("given").addEventListener("submit", (event) => {
    event.preventDefault();
    checkGiven();
  });
  $("record").addEventListener("input", () => keepText($("record").value));
  // Whoever comes by keys and pastes replaces what stood there, and a tap still sets the cursor.
  $("record").addEventListener("keyup", ({ key }) => {
    if (key === "Tab") $("record").select();
  });
  $("again").addEventListener("click", () => {
    $("given").scrollIntoView();
    $("record").focus({ preventScroll: true });
  });
  if (!$("record").value) $("record").value = keptText();
  $("record-file").addEventListener("change", () => {
    openFile($("record-file").files?.[0]);
    // The same file can be opened again, once it is corrected.
    $("record-file").value = "";
  });
  const examples = /** @type {string[]} */ (JSON.parse($("sample").textContent));
  for (const [index, pressed] of [...$("examples").querySelectorAll("button")].entries()) {
    pressed.addEventListener("click", () => {
      give(examples[index]);
      checkGiven();
    });
  }
  takeDrops();
}

/** A file, or a text, that is dropped on the page. */
function takeDrops() {
  for (const kind of /** @type {const} */ (["dragover", "dragleave", "drop"])) {
    addEventListener(kind, (event) => {
      event.preventDefault();
      $("record").classList.toggle("over", kind === "dragover");
      if (kind !== "drop") return;
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (file) return openFile(file);
      if (!text) return report("Nothing that can be read was dropped here.");
      give(text);
      checkGiven();
    });
  }
}

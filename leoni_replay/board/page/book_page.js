// What the page Check shows of a page of a book: what was read, line by line, and its chapters.

import { button, make } from "../../show/scripts/table/dom.js";
import { capital, pluralize, spaced } from "../../show/scripts/table/signs.js";

/** @import { BookPage, Chapter, PagePart, Verdict } from "./types" */

/** How a chapter is headed if it is right, and if it is wrong: the author's own mistakes are shown as such. */
const CHAPTERS = {
  main: ["✓ The main line is right", "✗ The main line has a mistake"],
  variation: ["✓ This other way is right", "✗ This other way has a mistake"],
  mistake: ["The author calls this a mistake", "✗ What is said of this mistake is wrong"],
};
/** @type {Record<string, string>} */
const NOT_READ = { unread: "not read", unchecked: "not in the record", illegal: "breaks a rule", wrong: "wrong" };

/**
 * A sentence about a place of a text. A notice is no mistake.
 *
 * @param {string} where
 * @param {string} text
 * @param {string} tone
 */
export function finding(where, text, tone = "") {
  const what = make("p", { class: `finding ${tone}` });
  if (where) what.append(make("b", {}, `${capital(where)}: `));
  what.append(...quoted(spaced(text).replace(/(?<![?.]”?)$/, ".")));
  return what;
}

/**
 * A text whose quotations, which stand `between these signs`, are set as what is typed.
 *
 * @param {string} text
 */
const quoted = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));

/**
 * Whether a part of a page is wrong, and not only unread.
 *
 * @param {string} kind
 */
const isMistake = (kind) => kind === "illegal" || kind === "wrong";

/**
 * The question for the game of a page that does not say it.
 *
 * @param {string[]} games
 * @param {(game: string) => void} choose
 */
export function gameQuestion(games, choose) {
  const box = make("article", { class: "neutral" });
  const row = make("p", { class: "buttons" });
  row.append(...games.map((game) => button(game, () => choose(game))));
  box.append(make("h2", {}, "Which game is on this page?"), row);
  return box;
}

/**
 * What was read of a page: first the sentences that were not, then all of it.
 *
 * @param {BookPage} page
 * @param {() => void} askGame
 */
export function pageBox({ game, record, parts, to_put_right: unread, advice }, askGame) {
  const warnings = parts.filter(({ kind }) => kind === "warning");
  const asides = parts.filter(({ kind }) => kind === "aside");
  const isWhole = record && !unread.length && !warnings.length;
  const isWrong = parts.some(({ kind }) => isMistake(kind));
  const box = make("article", { class: isWhole ? "yes" : record && !isWrong ? "neutral" : "no" });
  const all = make("details");
  // How much was read is said above.
  box.append(make("h2", {}, record ? "How the page was read" : "✗ The page could not be read"));
  for (const { line, text, kind, why } of unread) {
    const tone = record && !isMistake(kind) ? "notice" : "";
    const where = `line ${line}, ${NOT_READ[kind]}`;
    // What is wrong with the table has no words of its own.
    box.append(finding(where, [text && `“${text}”`, why].filter(Boolean).join(": "), tone));
  }
  if (advice) box.append(finding("", capital(advice), "help"));
  for (const { line, why } of warnings) box.append(finding(`line ${line}, the table`, why, "notice"));
  if (record && asides.length)
    box.append(make("p", {}, `${capital(linesInWords(asides.map(({ line }) => line)))}: words without a move.`));
  all.append(make("summary", {}, "Line by line"), partsTable(parts));
  const row = make("p", { class: "buttons" });
  row.append(button(game ? `This is not ${game}` : "Another game", askGame));
  box.append(all, row);
  return box;
}

/**
 * How much of a page was read, in a few words that go on after a colon.
 *
 * @param {PagePart[]} parts
 */
export function readingSummary(parts) {
  const counts = [];
  for (const [kind, words] of Object.entries(NOT_READ)) {
    const count = parts.filter((part) => part.kind === kind).length;
    if (count && kind === "illegal")
      counts.unshift(`${pluralize(count, "move")} ${count > 1 ? "break" : "breaks"} a rule`);
    else if (count && kind === "wrong") counts.unshift(`${pluralize(count, "thing")} wrong`);
    else if (count) counts.push(`${pluralize(count, "sentence")} ${words}`);
  }
  const isDoubtful = parts.some(({ kind }) => kind === "warning");
  if (!counts.length) return isDoubtful ? "every move was read, but check its table" : "every move and claim was read";
  return [...counts, ...(isDoubtful ? ["check its table, too"] : [])].join("; ");
}

/**
 * Lines of a page, in words.
 *
 * @param {number[]} lines in their order
 */
export function linesInWords(lines) {
  const [first, ...others] = new Set(lines);
  const last = others.pop();
  if (last === undefined) return `line ${first}`;
  return `lines ${[first, ...others].join(", ")} and ${last}`;
}

/** @param {PagePart[]} parts */
function partsTable(parts) {
  const grid = make("table");
  const head = make("tr");
  for (const title of ["Line", "The page", "Read as"]) head.append(make("th", { scope: "col" }, title));
  grid.append(head);
  for (const { line, text, kind, read, why } of parts) {
    const row = make("tr");
    const reading = make("td");
    if (read) reading.append(make("code", {}, read), why ? ` ${spaced(why)}` : "");
    else reading.append([NOT_READ[kind] ?? kind, spaced(why)].filter(Boolean).join(": "));
    row.append(make("td", {}, String(line)), make("td", {}, text), reading);
    grid.append(row);
  }
  return grid;
}

/**
 * The tone and the words at the head of a chapter, with the lines that tell its moves.
 *
 * @param {Chapter} chapter
 * @param {Verdict} verdict
 */
export function chapterWords({ line, move_lines, title, kind, verdict }, { status, empty, findings }) {
  const right = status !== "rejected";
  const lines = capital(linesInWords(move_lines.length ? move_lines : [line]));
  const place = `${title ? `“${title}” ` : ""}${lines}: ${spaced(verdict)}`;
  const hasNothing = kind === "main" && empty && !move_lines.length;
  return {
    tone: right ? (kind === "mistake" || findings.length ? "neutral" : "yes") : "no",
    head: hasNothing ? "The main line has no moves" : CHAPTERS[kind][right ? 0 : 1],
    words: place,
  };
}

// What is said about the move that is shown, and the list of moves.

import { setCaption } from "../shared/fit.js";
import { table } from "../shared/page.js";
import { $ } from "../table/dom.js";
import { spoken } from "../table/words.js";
import { faulty, hashOf, last, lastLegal, line } from "./lines.js";

/**
 * A move in the list: its row, its link, and the row of the game at which it is written (of a move of the game its
 * own).
 *
 * @typedef {{ row: HTMLElement, link: HTMLAnchorElement, root: HTMLElement }} Item
 */

export const list = $("moves"),
  slider = $("slider");
/** @type {NodeListOf<HTMLAnchorElement>} */
const moveLinks = list.querySelectorAll("li > a");
/** @type {Map<string, Item>} */
export const items = new Map(Array.from(moveLinks, (link) => [link.hash, itemOf(link)]));
let current = items.get("#m0");
let scrolling = 0;

/**
 * @param {HTMLAnchorElement} link
 * @returns {Item}
 */
function itemOf(link) {
  const row = link.closest("li") ?? link;
  return { row, link, root: row.closest("#moves > ol > li") ?? row };
}

/**
 * Comments, claims and variations of a move, once more.
 *
 * @param {HTMLElement} row
 */
const notesOf = (row) =>
  Array.from(row.querySelectorAll(":scope > .note, :scope > .line"), (note) => note.cloneNode(true));

/** The move that is shown becomes the current one. */
export function tellMove() {
  const hash = hashOf(line, table.at);
  const item = items.get(hash);
  if (!item) return;
  const token = item.link.textContent.trim();
  const prose = item.row.querySelector(":scope > span")?.textContent.trim() ?? "";
  sayMove(token, prose);
  setCaption(table.seen("caption"));
  if (current) {
    for (const old of [current.row, current.root]) old.classList.remove("now", "within");
    current.link.removeAttribute("aria-current");
  }
  $("notes").replaceChildren(...notesOf(item.root));
  for (const link of $("notes").querySelectorAll(`a[href="${hash}"]`)) link.parentElement?.classList.add("now");
  current = item;
  item.row.classList.add("now");
  if (item.root !== item.row) item.root.classList.add("within");
  item.link.setAttribute("aria-current", "step");
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(keepInView);
}

/**
 * Say a move below the table, to those who listen, and by the slider.
 *
 * @param {string} token the move as the list has it
 * @param {string} prose its sentence
 */
function sayMove(token, prose) {
  const [sign, words] = $("now").children;
  let number = "The deal";
  if (faulty()) number = "The fault";
  else if (table.at) number = `Move ${table.at} of ${lastLegal()}${line ? ", variation" : ""}`;
  // The list has the move as it was written; here it is said.
  sign.textContent = faulty() || !prose ? token : `${table.at}.`;
  words.textContent = prose;
  // The slider says the number itself while it has the focus.
  const start = document.activeElement === slider ? "" : `${number}: `;
  $("said").textContent = prose ? start + spoken(prose) : number;
  slider.max = String(Math.max(last(), 1));
  slider.value = String(table.at);
  slider.setAttribute("aria-valuetext", number);
}

/** The list scrolls by itself, the page stays where it is. */
function keepInView() {
  if (!current || list.scrollHeight <= list.clientHeight) return;
  const row = current.row.getClientRects().length ? current.row : current.root;
  const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 24 || top > list.clientHeight - 48) list.scrollTop += top - list.clientHeight / 3;
}

/**
 * Show moves in a grid, or in words with all that is written.
 *
 * @param {boolean} inWords
 */
export function setList(inWords) {
  list.classList.toggle("grid", !inWords);
  keepInView();
}
for (const { row, link } of items.values()) {
  if (row.querySelector(":scope > p.note, :scope > .line")) link.classList.add("noted");
}

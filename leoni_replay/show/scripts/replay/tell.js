// What is said about the move that is shown, and the list of moves.

import { setCaption } from "../shared/fit.js";
import { data, table } from "../shared/page.js";
import { $ } from "../table/dom.js";
import { spoken } from "../table/words.js";
import { faulty, hashOf, last, line } from "./lines.js";

export const list = $("moves"),
  slider = $("slider");
export const items = new Map(
  [...document.querySelectorAll("#moves li > a")].map((link) => [link.hash, link.parentElement]),
);
let current = items.get("#m0");
let scrolling = 0;

const parts = (item, which) => [...item.querySelectorAll(which)];
export const wordsOf = (item) => parts(item, ":scope > a, :scope > span").map((element) => element.textContent.trim());
// Comments, claims and variations of a move, once more.
const notesOf = (item) => parts(item, ":scope > .note, :scope > .line").map((element) => element.cloneNode(true));
// The move of the game at which a move of a variation is written.
const rootOf = (item) => item.closest("#moves > ol > li");

export function tellMove() {
  const hash = hashOf(line, table.at);
  const item = items.get(hash);
  const [token, prose] = wordsOf(item);
  const count = last() - (data.faulty && !line);
  const number = faulty()
    ? "The fault"
    : table.at
      ? `Move ${table.at} of ${count}${line ? ", variation" : ""}`
      : "The deal";
  // The list has the move as it was written; here it is said.
  $("now").firstElementChild.textContent = faulty() || !prose ? token : `${table.at}.`;
  $("now").lastElementChild.textContent = prose;
  // The slider says the number itself while it has the focus.
  const start = document.activeElement === slider ? "" : `${number}: `;
  $("said").textContent = prose ? start + spoken(prose) : number;
  setCaption(table.seen("caption"));
  slider.max = Math.max(last(), 1);
  slider.value = table.at;
  slider.setAttribute("aria-valuetext", number);
  for (const old of [current, rootOf(current)]) old.classList.remove("now", "within");
  current.querySelector("a").removeAttribute("aria-current");
  $("notes").replaceChildren(...notesOf(rootOf(item)));
  for (const link of parts($("notes"), `a[href="${hash}"]`)) link.parentElement.classList.add("now");
  current = item;
  current.classList.add("now");
  if (rootOf(item) !== item) rootOf(item).classList.add("within");
  current.querySelector("a").setAttribute("aria-current", "step");
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(keepInView);
}

// The list scrolls by itself, the page stays where it is.
function keepInView() {
  if (list.scrollHeight <= list.clientHeight) return;
  const seen = current.getClientRects().length ? current : rootOf(current);
  const top = seen.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 24 || top > list.clientHeight - 48) list.scrollTop += top - list.clientHeight / 3;
}

// Moves in a grid, or in words with all that is written.
export function setList(inWords) {
  list.classList.toggle("grid", !inWords);
  keepInView();
}
for (const item of items.values()) {
  if (item.querySelector(":scope > p.note, :scope > .line")) item.querySelector("a").classList.add("noted");
}

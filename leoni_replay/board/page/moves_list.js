// The list of moves, beside the table where there is room, else over it; and what is typed there.

import { fit } from "../../show/scripts/shared/fit.js";
import { table } from "../../show/scripts/shared/page.js";
import { $, make } from "../../show/scripts/table/dom.js";
import { capital, spaced } from "../../show/scripts/table/signs.js";
import { glideTo } from "./drive.js";
import { enterAt } from "./input.js";
import { closeMenu } from "./menu.js";
import { ask } from "./requests.js";
import { onPress, tell } from "./store.js";

/** @import { Step } from "./types" */

const movesNav = $("moves");
const [moveRows] = movesNav.children;
const side = $("side");
const aside = matchMedia("(min-width: 900px)");
/** @type {Pick<Step, "move" | "short" | "kind" | "prose">[]} the steps that have a row */
let listed = [];

/**
 * The row of a step.
 *
 * @param {Pick<Step, "move" | "short" | "kind" | "prose">} step
 * @param {number} n
 */
function rowOf({ short, move, kind = "", prose = "" }, n) {
  const row = make("li", { class: kind });
  const link = make("a", { href: `#m${n}`, title: move, tabindex: -1 });
  link.append(
    make("i", {}, String(n)),
    " ",
    make("span", {}, spaced(capital(prose || short))),
    " ",
    make("b", {}, prose && short),
  );
  row.append(link);
  return row;
}

/**
 * @param {Step[]} steps
 * @param {number} at the step that is shown
 */
export function paintMoves(steps, at) {
  if (!moveRows.children.length) moveRows.append(rowOf({ short: "as dealt", move: "" }, 0));
  let same = 0;
  while (same < steps.length && steps[same] === listed[same]) same++;
  for (const old of [...moveRows.children].slice(same + 1)) old.remove();
  moveRows.append(...steps.slice(same).map((step, n) => rowOf(step, same + n + 1)));
  listed = steps;
  for (const old of movesNav.querySelectorAll(".now")) old.classList.remove("now");
  moveRows.children[at]?.classList.add("now");
  if (!movesNav.contains(document.activeElement)) stopAt(at);
  showRow();
}

/** The links of the moves. */
const linksOfMoves = () => [...movesNav.querySelectorAll("a")];

/**
 * For the Tab key the list is one stop: the move that is shown, or the one to which arrows have led.
 *
 * @param {number} n
 */
function stopAt(n) {
  const links = linksOfMoves();
  for (const link of links) link.tabIndex = -1;
  if (links[n]) links[n].tabIndex = 0;
  return links[n];
}

/** @type {Record<string, (here: number, last: number) => number>} */
const WAYS = {
  ArrowUp: (here) => Math.max(0, here - 1),
  ArrowDown: (here, last) => Math.min(last, here + 1),
  Home: () => 0,
  End: (_, last) => last,
};
movesNav.addEventListener("keydown", (event) => {
  const links = linksOfMoves();
  const here = event.target instanceof HTMLAnchorElement ? links.indexOf(event.target) : -1;
  if (!WAYS[event.key] || here < 0) return;
  event.preventDefault();
  stopAt(WAYS[event.key](here, links.length - 1))?.focus();
});

/** The list is scrolled to the move that is shown. */
function showRow() {
  /** @type {HTMLElement | null} */
  const here = movesNav.querySelector(".now");
  if (here && movesNav.scrollHeight > movesNav.clientHeight)
    movesNav.scrollTop = here.offsetTop - movesNav.offsetTop - movesNav.clientHeight / 2;
}

/** @param {string[]} lines what was said */
export function logLines(lines) {
  const box = $("said");
  box.append(...lines.map((text) => make("p", {}, spaced(text))));
  while (box.children.length > 300) box.firstChild?.remove();
  box.scrollTop = box.scrollHeight;
}

/** @param {"menu"} [back] where somebody comes from who goes back there */
function openList(back) {
  closeMenu();
  side.dataset.back = back ?? "";
  if (side.open) side.close();
  else if (aside.matches) side.show();
  else side.showModal();
  $("listed").setAttribute("aria-expanded", String(side.open));
  $("said").scrollTop = $("said").scrollHeight;
  showRow();
  fit();
  if (side.open) enterAt(stopAt(table.at));
}
side.addEventListener("close", () => {
  $("listed").setAttribute("aria-expanded", "false");
  fit();
});
aside.addEventListener("change", () => side.close());

/**
 * What is to be changed before it is entered.
 *
 * @param {string} text
 */
function toType(text) {
  tell({ type: "said", notice: null });
  if (!side.open) openList();
  $("typing").open = true;
  $("typed").value = text;
  $("typed").focus();
}

$("typing").addEventListener("toggle", () => side.classList.toggle("typing", $("typing").open));
$("type").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: "enter", text: $("typed").value });
  $("typed").value = "";
});
movesNav.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  tell({ type: "said", notice: null });
  glideTo(Number(link.hash.slice(2)), false);
  if (!aside.matches) side.close();
});

onPress({ "the list": openList, "to type": toType });

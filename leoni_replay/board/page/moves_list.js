// The list of moves, beside the table where there is room, else over it; and what is typed there.

import { fit } from "../../show/scripts/shared/fit.js";
import { $, make } from "../../show/scripts/table/dom.js";
import { capital, spaced } from "../../show/scripts/table/signs.js";
import { glideTo } from "./drive.js";
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
  const link = make("a", { href: `#m${n}`, title: move });
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
  showRow();
}

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

function openList() {
  closeMenu();
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

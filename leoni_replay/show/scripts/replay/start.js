// The page of a replay, as it opens. Marks stand below the slider where chapters begin and comments are written.

import { rememberChoices } from "../shared/choices.js";
import { framed } from "../shared/fit.js";
import { memory } from "../shared/memory.js";
import { data, table } from "../shared/page.js";
import "../shared/sheet.js";
import { $, make } from "../table/dom.js";
import { openAddress, stops } from "./controls.js";
import "./out.js";
import { playMoves } from "./player.js";
import "./print.js";
import { setList } from "./tell.js";

function rememberSpeed() {
  const field = $("speed");
  field.value = memory.get("speed", field.value);
  // What was stored may be offered no more.
  if (!field.value) field.value = "1";
  field.addEventListener("change", () => memory.set("speed", field.value));
}

document.body.classList.add("live");
$("player").hidden = false;
// Above the table nothing is unfolded.
if (getComputedStyle(document.body).display !== "grid") {
  for (const fold of document.querySelectorAll("header details:not(#review)")) fold.removeAttribute("open");
}
for (const n of stops) {
  const kind = data.faulty && n === data.steps.length ? "fault" : data.chapters.includes(n) ? "chapter" : "comment";
  if (!n || (kind === "comment" && !data.comments.includes(n))) continue;
  $("marks").appendChild(make("i", { class: kind })).style.left = `${(100 * n) / data.steps.length}%`;
}
table.settle();
if (framed)
  new ResizeObserver(() => parent.postMessage(Math.ceil(document.body.offsetHeight), "*")).observe(document.body);
rememberChoices([
  { id: "read", act: () => setList($("read").checked) },
  { id: "rest", act: () => {} },
]);
rememberSpeed();
if (openAddress()) playMoves();

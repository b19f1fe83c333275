// How large the table is: as large as the room allows.

import { $ } from "../table/dom.js";
import { data, table } from "./page.js";

const captions = [data, ...data.steps].map(({ caption = "" }) => caption);
// A replay whose table never has a caption needs no room for it.
const isBare = data.places.length > 0 && !data.variations.length && captions.every((caption) => !caption);
const CAPTION = isBare ? 0 : 21;
/** Whether the page is part of one that scrolls. */
export const framed = document.body.matches(".framed");
let longest = captions.reduce((most, caption) => (caption.length > most.length ? caption : most), "");

export function fit() {
  const player = $("player");
  const box = $("box");
  // Beside the list the player is as high as the window; above it, it takes what the header leaves.
  const beside = getComputedStyle(document.body).display === "grid";
  const top = player.getBoundingClientRect().top + scrollY;
  const high = framed ? `${Math.min(600, 0.7 * screen.availHeight)}px` : `calc(100svh - ${Math.ceil(top) + 5}px)`;
  player.style.height = beside ? "" : `max(15rem, ${high})`;
  // The board's caption stands above the table.
  const lines = box.contains($("caption")) ? linesOf(longest) : 0;
  table.fit(box.clientWidth, box.clientHeight - CAPTION * lines);
  // A page of its own in which nothing scrolls leaves every drag to the table.
  const { scrollHeight, clientHeight } = document.documentElement;
  box.classList.toggle("unscrolled", window === window.top && scrollHeight <= clientHeight + 1);
}

/**
 * How many lines the longest caption takes, three at most: all have that room, so that the table keeps its size.
 *
 * @param {string} words
 */
function linesOf(words) {
  const place = $("caption");
  const now = place.textContent;
  place.style.height = "auto";
  place.textContent = words || "\u00a0";
  const lines = Math.min(Math.round(place.offsetHeight / 20.8), 3);
  place.textContent = now;
  place.style.height = `${1.3 * lines}rem`;
  return lines;
}

/** @param {string} words */
export function setCaption(words = "") {
  $("caption").textContent = words || "\u00a0";
  if (words.length <= longest.length || !$("box").contains($("caption"))) return;
  longest = words;
  fit();
}

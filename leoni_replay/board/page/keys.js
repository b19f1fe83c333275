// What keys do on the board, besides those among the cards that are lit (choose.js).

import { table } from "../../show/scripts/shared/page.js";
import { $ } from "../../show/scripts/table/dom.js";
import { press } from "./store.js";

const ACTS = { u: "undo", r: "redo", h: "hint", f: "finish", "?": "more" };

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.altKey || event.defaultPrevented) return;
  if (/^Arrow/.test(event.key) && !event.shiftKey && !event.target.closest("#side, #survey, .can")) {
    // The first arrow leads to the cards that are lit.
    const lit = table.querySelector(".can.hinted") ?? table.querySelector(".can[tabindex='0']");
    if (!lit) return;
    event.preventDefault();
    return lit.focus({ preventScroll: true });
  }
  const by = event.shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && table.turn(by)) return event.preventDefault();
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const id = command ? { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key] : ACTS[key];
  if (!id || $(id).disabled) return;
  event.preventDefault();
  if (id === "more") press("keys");
  else $(id).click();
});

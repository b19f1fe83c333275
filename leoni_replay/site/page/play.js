// The board of the site: Python answers in a worker, and the games are stored in the browser.

import { openBoard, startBoard } from "../../board/page/board.js";
import { bookOf, gameOf } from "../../board/page/known.js";
import { listen, state, tell } from "../../board/page/store.js";
import { allowed } from "../../show/scripts/shared/memory.js";
import { table } from "../../show/scripts/shared/page.js";
import { $ } from "../../show/scripts/table/dom.js";
import { showEarly } from "./early.js";
import { tellHeight, tellParent } from "./frame.js";
import { askWorker, invitation, shareable } from "./to_worker.js";

// A new version has come while the page was open.
const services = allowed(() => navigator.serviceWorker, null);
const hadVersion = Boolean(services?.controller);
services?.addEventListener("controllerchange", () => {
  if (hadVersion) tell({ type: "renewed" });
});

// What happens here, for the page around this one.
let toldReady = false;
listen((before, { type }) => {
  const { reply, steps } = state;
  if (type !== "answered" || !reply) return;
  const isNew = before.reply?.game !== reply.game;
  if (!isNew && before.reply?.version === reply.version) return;
  const { deal, result } = reply;
  const standing = { game: gameOf(state), rules: bookOf(state), deal, moves: steps.length, result };
  tellParent(toldReady ? "moved" : "ready", { ...standing, move: steps.at(-1)?.move ?? null });
  if (toldReady && result !== "*" && (isNew || before.reply?.result === "*")) tellParent("result", standing);
  toldReady = true;
});

/** A frame that is narrower shows no table: a side bar that is folded, or a page that is being laid out. */
const NARROWEST = 100;
/** How high a table is at least that is laid out well, as a part of its width. */
const LOWEST = 0.6;
// The height with which the table would be as wide as the page. It changes with the width alone: a height that the page
// around has just set asks for no other.
let heightFor = "";
function tellTableHeight() {
  const { clientWidth, clientHeight } = $("box");
  const now = `${state.reply?.game} ${innerWidth}`;
  if (!state.reply || clientWidth < NARROWEST || heightFor === now) return;
  heightFor = now;
  // In a frame that is too low the table lies as it would not where it has room.
  const [wide, high] = table.sizeIn(clientWidth, Math.max(clientHeight, LOWEST * clientWidth));
  const around = document.documentElement.scrollHeight - clientHeight;
  tellHeight(around + $("caption").offsetHeight + (high * clientWidth) / wide);
}
listen((_before, { type }) => {
  if (type === "arrived") tellTableHeight();
});
addEventListener("resize", tellTableHeight);

startBoard(askWorker, { inBrowser: true, links: { invitation, shareable } });
showEarly();
openBoard();

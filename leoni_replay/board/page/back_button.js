// The button of a phone, or of a browser, that leads back goes back one level in what is open: the page stays. While a
// sheet is open, the history has an entry for it, which goes with the sheet.

import { allowed } from "../../show/scripts/shared/memory.js";
import { openDialog } from "./sheets.js";
import { press, state } from "./store.js";

/** Whether the history goes back of itself, because its sheet was closed; that takes a moment. */
let isGoingBack = false;

const hasEntry = () => Boolean(history.state?.sheet);

/** Give what is open its entry, and take away that of what is closed. */
function matchHistory() {
  if (isGoingBack) return;
  const isOpen = openDialog() !== null;
  if (!isOpen && hasEntry()) {
    isGoingBack = true;
    history.back();
  }
  // What a page opens before anybody has touched it is left with the page. Until its game has come, the address may
  // still say which game to open.
  const isDue = state.reply && (navigator.userActivation?.hasBeenActive ?? true);
  if (isOpen && isDue && !hasEntry())
    allowed(() => history.pushState({ ...history.state, sheet: true }, "", location.href), null);
}

/**
 * Go back one level: by the button on the sheet that leads back, or to the sheet that it was opened from; else close
 * it.
 */
function goBack() {
  const dialog = openDialog();
  if (!dialog) return;
  /** @type {HTMLButtonElement | null} */
  const way = dialog.querySelector("button.way-back");
  if (way) return way.click();
  const { back } = dialog.dataset;
  dialog.close();
  if (back === "menu" || back === "result") press(back);
}

// The history of a frame is that of the page around it.
if (parent === window) {
  const watcher = new MutationObserver(matchHistory);
  for (const dialog of document.querySelectorAll("dialog")) watcher.observe(dialog, { attributeFilter: ["open"] });
  addEventListener("click", matchHistory);
  // Whoever comes back from another page finds its sheet closed.
  addEventListener("pageshow", matchHistory);
  addEventListener("popstate", () => {
    const isOurs = isGoingBack;
    isGoingBack = false;
    if (!isOurs && !hasEntry()) goBack();
    matchHistory();
  });
}

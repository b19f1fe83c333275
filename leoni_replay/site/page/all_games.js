// All games of this browser as one file, out and in again, and whether the browser keeps them.

import { informed } from "../../board/page/notices.js";
import { tell } from "../../board/page/store.js";
import { $, download } from "../../show/scripts/table/dom.js";
import { askEngine } from "./engine.js";

/** @import { TakenGames } from "./types" */

/** @param {string[]} lines */
const say = (lines, no = false) => tell({ type: "said", notice: informed(lines, no) });
/** @param {number} number */
const numberOfGames = (number) => `${number} ${number === 1 ? "game" : "games"}`;

// A browser that has few visits of a page may delete what it stores. Some ask their user, so it is asked for when there
// is something to keep.
let hasAsked = false;
export async function askToKeep() {
  if (hasAsked) return;
  hasAsked = true;
  try {
    await navigator.storage.persist();
  } catch {
    // This browser has no such promise.
  }
}
async function isKept() {
  try {
    return await navigator.storage.persisted();
  } catch {
    return false;
  }
}
export async function sayHowLong() {
  $("keeping").textContent = (await isKept())
    ? "This browser keeps them until you delete them, or what it stores of this site."
    : "This browser may delete them: Safari does after seven days without a visit. A file is safe.";
}

/**
 * Offer all games.
 *
 * @param {object} page
 * @param {(reply: Pick<TakenGames, "stored" | "saved">) => { saved?: boolean }} page.store stores what a reply brings
 * @param {() => void} page.list lists the games anew
 */
export function offerAllGames({ store, list }) {
  $("save-all").addEventListener("click", async () => {
    /** @type {{ text: string }} */
    const { text } = await askEngine({ do: "write all" });
    $("home").close();
    say([download(text, "my-games.moves")]);
  });
  $("take-games").addEventListener("change", async () => {
    const file = $("take-games").files?.[0];
    if (!file) return;
    $("take-games").value = "";
    $("home").close();
    const text = await file.text().catch(() => null);
    if (text === null) return say([`${file.name} can't be read.`], true);
    /** @type {TakenGames} */
    const { error, taken, repeated, stored } = await askEngine({ do: "read all", text });
    if (error) return say([error], true);
    const { saved } = store({ stored });
    if (saved === false) {
      return say(["This browser has no room for these games.", "Delete some, and take the file again."], true);
    }
    list();
    const already = repeated ? `; ${numberOfGames(repeated)} ${repeated === 1 ? "was" : "were"} here already` : "";
    return say([`${numberOfGames(taken)} from ${file.name}${already}.`]);
  });
}

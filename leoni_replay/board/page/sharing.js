// What others are sent: an invitation to the same cards, and a link with which they watch the game.

import { copy } from "../../show/scripts/shared/copy.js";
import { table } from "../../show/scripts/shared/page.js";
import { button, make } from "../../show/scripts/table/dom.js";
import { capital, pluralize } from "../../show/scripts/table/signs.js";
import { invitationWords, replayWords } from "./invitation.js";
import { cardsHome } from "./known.js";
import { hintsTaken, isOnlyWatched, secondsPlayed, timed } from "./results.js";
import { sheet } from "./sheets.js";
import { press, state } from "./store.js";

/** @import { Links, Passed } from "./types" */

/** @type {Links} makes links, where the board runs in a browser */
let links = { invitation: async (_moves) => "", shareable: async () => "" };

/**
 * Say how links are made.
 *
 * @param {Links} given
 */
export function shareBy(given) {
  links = given;
}

/** What is handed on, as it is called when it is copied or sent. */
const cardsInWords = (/** @type {string} */ url) => (url ? "the link to the cards" : "the name of the deal");
const gameInWords = () => (isOnlyWatched() ? "the link to this game" : "the link to your game");

/** @param {boolean} isLinked whether a link to the cards is sent along */
function inviteWith(isLinked) {
  return invitationWords(state, {
    isMine: !isOnlyWatched(),
    isLinked,
    how: [timed(secondsPlayed()), ...(hintsTaken() ? [pluralize(hintsTaken(), "hint")] : [])].join(", "),
    ...cardsHome(
      state,
      table.piles.map(({ length }) => length),
    ),
  });
}

/**
 * Hand a text and a link to what sends them on a phone, or copy both. What sends them may run lines together.
 *
 * @param {{ title: string, lines: string[], url: string }} message
 * @returns {Promise<Passed>} what has become of it
 */
async function passOn({ title, lines, url }) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title, text: lines.join(" "), ...(url && { url }) });
      return "Sent";
    } catch (wrong) {
      if (wrong instanceof DOMException && wrong.name === "AbortError") return "Not sent";
    }
  }
  return (await copy(messageText(lines, url))) ? "Copied" : "To copy by hand";
}

/**
 * @param {string[]} lines
 * @param {string} url
 */
const messageText = (lines, url) => [...lines, url].filter(Boolean).join("\n");

/**
 * Pass a message on; where the browser neither sends nor copies, it stands on a sheet.
 *
 * @param {{ title: string, lines: string[], url: string }} message
 */
async function passOnOrShow(message) {
  const passed = await passOn(message);
  if (passed === "To copy by hand") showToCopy(messageText(message.lines, message.url));
  return passed;
}

/**
 * A text to be copied by hand, on the sheet; from there it goes back to what came of the game, if it came
 * from there.
 *
 * @param {string} text
 */
function showToCopy(text) {
  const back = make("p", { class: "buttons" });
  if (sheet.box.open) back.append(button("Back", () => press("result")));
  const field = make("textarea", { readonly: "", rows: "7", class: "to-copy", "aria-label": "What is to be copied" });
  field.value = text;
  sheet.show("Copy this by hand", [field, back]);
  field.focus();
  field.select();
  field.scrollTop = 0;
}

/** Invite others to the same cards. */
async function invite() {
  const isWon = state.reply?.result === "won" && !isOnlyWatched();
  const url = await links.invitation(isWon ? state.steps.length : 0);
  return { url, passed: await passOnOrShow({ ...inviteWith(Boolean(url)), url }) };
}

/** Send a link with which others watch the game. */
async function sendGame() {
  const url = await links.shareable();
  return passOnOrShow({ ...replayWords(state, !isOnlyWatched()), url });
}

/**
 * A button says what it has done, in its place: nothing moves under the finger. One that has no second line says it in
 * its only one.
 *
 * @param {HTMLButtonElement} pressed
 * @param {Passed} passed
 * @param {string} what it was
 */
export function reportPassed(pressed, passed, what) {
  if (passed === "To copy by hand") return;
  const status = pressed.closest("dialog")?.querySelector(".unseen[role]");
  if (status) status.textContent = passedInWords(passed, what);
  if (passed === "Not sent") return;
  const words = pressed.querySelector("small");
  const alone = passed === "Copied" ? "Game link copied" : "Game sent";
  pressed.firstChild?.replaceWith(words ? passed : alone);
  if (words) words.textContent = what;
}

/** @param {HTMLButtonElement} pressed */
export async function share(pressed) {
  const { url, passed } = await invite();
  reportPassed(pressed, passed, cardsInWords(url));
}

/** @param {HTMLButtonElement} pressed */
export async function shareGame(pressed) {
  reportPassed(pressed, await sendGame(), gameInWords());
}

/**
 * @param {Exclude<Passed, "To copy by hand">} passed
 * @param {string} what it was
 */
function passedInWords(passed, what) {
  const words = {
    Sent: `Sent: ${what}.`,
    Copied: `${capital(what)} is copied: paste it in a message.`,
    "Not sent": "Nothing was sent.",
  };
  return words[passed];
}

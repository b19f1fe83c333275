// What others are sent: an invitation to the same cards, and a link with which they watch the game.

import { table } from "../../show/scripts/shared/page.js";
import { $ } from "../../show/scripts/table/dom.js";
import { pluralize } from "../../show/scripts/table/signs.js";
import { invitationWords } from "./invitation.js";
import { cardsHome, gameOf } from "./known.js";
import { informed } from "./notices.js";
import { hintsTaken, isOnlyWatched, secondsPlayed, timed } from "./results.js";
import { onPress, state, tell } from "./store.js";

/** @import { Links, Passed } from "./types" */

/** @type {Links | null} makes links, where the board runs in a browser */
let links = null;

/**
 * Say how links are made.
 *
 * @param {Links} given
 */
export function shareBy(given) {
  links = given;
}

/** Whether there are links to games: only where the board runs in a browser, with no program behind it. */
export const canBeWatched = () => Boolean(links);

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
 * Hand a text and a link to what sends them on a phone, or copy both.
 *
 * @param {{ title: string, text: string, url: string }} message
 * @returns {Promise<Passed>} what has become of it
 */
async function passOn({ title, text, url }) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, text, ...(url && { url }) });
      return "Sent";
    }
    await navigator.clipboard.writeText(`${text}\n${url}`.trim());
    return "Copied";
  } catch (wrong) {
    return wrong instanceof DOMException && wrong.name === "AbortError" ? "Not sent" : "To copy by hand";
  }
}

/** Invite others to the same cards. */
async function invite() {
  const url = (await links?.invitation()) ?? "";
  const { title, text } = inviteWith(Boolean(url));
  return { text, url, passed: await passOn({ title, text, url }) };
}

/** Send a link with which others watch the game. */
async function sendGame() {
  const url = (await links?.shareable()) ?? "";
  const title = `A game of ${gameOf(state)}`;
  const text = `${title}, a game of patience, to watch move by move:`;
  return { text, url, passed: await passOn({ title, text, url }) };
}

// -- from the sheet of the result -------------------------------------------------------------------------------------

/**
 * A button says what it has done. What was sent stands above the buttons, and can be copied by hand.
 *
 * @param {HTMLButtonElement} pressed
 * @param {{ text: string, url: string, passed: Passed }} message
 */
function reportPassed(pressed, { text, url, passed }) {
  const isByHand = passed === "To copy by hand";
  const link = url && (isByHand ? url : "and the link");
  $("shared").textContent = passed === "Not sent" ? "" : `${passed}: “${text.replaceAll("\n", " ")}” ${link}`.trim();
  $("shared").classList.toggle("unseen", passed === "Not sent");
  if (!isByHand) pressed.firstChild?.replaceWith(passed);
}

/** @param {HTMLButtonElement} pressed */
export async function share(pressed) {
  reportPassed(pressed, await invite());
}

/** @param {HTMLButtonElement} pressed */
export async function shareGame(pressed) {
  reportPassed(pressed, await sendGame());
}

// -- from the menu ----------------------------------------------------------------------------------------------------

/**
 * @param {string} done what is said if it was copied or sent
 * @param {{ text: string, url: string, passed: Passed }} message
 */
function announceShared(done, { text, url, passed }) {
  const lines = passed === "To copy by hand" ? ["To copy by hand:", `${text} ${url}`.trim()] : [`${passed}. ${done}`];
  tell({ type: "said", notice: informed(passed === "Not sent" ? ["Nothing was sent."] : lines) });
}

onPress({
  invite: async () => {
    const message = await invite();
    announceShared(message.url ? "The link deals the same cards." : "It names the deal.", message);
  },
  "show the game": async () =>
    announceShared("The link shows this game, move by move, as it is now.", await sendGame()),
});

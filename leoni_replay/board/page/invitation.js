// What somebody is sent who is to play the same cards, in words.

import { pluralize } from "../../show/scripts/table/signs.js";
import { bookOf, bookTitle, dealInWords, gameOf, homeInWords, offerOf } from "./known.js";

/** @import { Played, State } from "./types" */

/**
 * What came of the game, and what that asks of the reader.
 *
 * @param {State} state
 * @param {Played} played
 */
function endInWords({ reply, steps }, { isMine, how, home, away }) {
  const moves = pluralize(steps.length, "move");
  const far = `after ${moves}, with ${homeInWords({ home, away })} home`;
  /** @type {Record<string, [mine: string, theirs: string]>} */
  const outcomes = {
    won: [`I won it in ${moves} (${how}). Can you win it too?`, `It was won in ${moves}. Can you win it too?`],
    lost: [`I lost it ${far}. Can you do better?`, `It was lost ${far}. Can you do better?`],
    conceded: [`I gave it up ${far}. Can you do better?`, `It was given up ${far}. Can you do better?`],
  };
  const [mine, theirs] = outcomes[reply?.result ?? "*"] ?? ["I am playing it. Will you?", "Will you play it?"];
  return isMine ? mine : theirs;
}

/**
 * An invitation to play the same cards, in lines that can also be read as one: the game, then what came of it and that
 * it is the reader's turn. Where a link leads to the cards it comes last; elsewhere they have a name, and a command
 * deals them.
 *
 * @param {State} state
 * @param {Played} played
 */
export function invitationWords(state, played) {
  const { deal = "", dealt = false } = state.reply ?? {};
  const book = bookOf(state);
  const isDefaultBook = offerOf(state)?.books[0][0] === book;
  const dealLine = `Deal: ${deal}${isDefaultBook ? "" : `, by the rules of ${bookTitle(state)}`}`;
  const rules = isDefaultBook ? "" : ` --rules "${book}"`;
  const command = `leoni play --web --game "${gameOf(state)}" --deal "${deal}"${rules}`;
  const sort = dealInWords(state, offerOf(state), deal);
  const title = `${gameOf(state)}, a game of patience`;
  const lines = [`${title}${sort ? `: ${sort}` : ""}.`];
  lines.push(`${endInWords(state, played)}${dealt ? " Same cards, your turn:" : ""}`);
  if (dealt && !played.isLinked) lines.push(dealLine, command);
  return { title, lines };
}

/**
 * What goes with a link that shows a whole game.
 *
 * @param {State} state
 * @param {boolean} isMine whether it was played here
 */
export function replayWords(state, isMine) {
  const title = `${gameOf(state)}, a game of patience`;
  const how = { won: "how I won it", lost: "how I lost it", conceded: "how far I came" }[state.reply?.result ?? ""];
  return { title, lines: [`${title}. See ${(isMine && how) || "how it was played"}, move by move:`] };
}

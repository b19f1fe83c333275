// What somebody is sent who is to play the same cards, in words.

import { pluralize } from "../../show/scripts/table/signs.js";
import { bookOf, dealInWords, gameOf, offerOf } from "./known.js";

/** @import { Played, State } from "./types" */

/**
 * What came of the game, in a sentence; empty as long as it goes on.
 *
 * @param {State} state
 * @param {Played} played
 */
function endInWords({ reply, steps }, { isMine, how, home, cards }) {
  const moves = pluralize(steps.length, "move");
  const far = `after ${moves}, with ${home} of ${cards} cards home`;
  /** @type {Record<string, [mine: string, theirs: string]>} */
  const outcomes = {
    won: [`I won in ${moves} (${how}).`, `Won in ${moves}.`],
    lost: [`I lost ${far} (${how}).`, `Lost ${far}.`],
    conceded: [`I gave up ${far} (${how}).`, `Given up ${far}.`],
  };
  const [mine, theirs] = outcomes[reply?.result ?? "*"] ?? ["", ""];
  return isMine ? mine : theirs;
}

/**
 * An invitation to play the same cards: the game, what came of it, and that it is the reader's turn. Where a link leads
 * to the cards it comes last; elsewhere they have a name, and a command deals them.
 *
 * @param {State} state
 * @param {Played} played
 */
export function invitationWords(state, played) {
  const { deal = "", dealt = false } = state.reply ?? {};
  const book = bookOf(state);
  const isDefaultBook = offerOf(state)?.books[0][0] === book;
  const named = `Deal: ${deal}${isDefaultBook ? "" : `, rules by ${book}`}`;
  const rules = isDefaultBook ? "" : ` --rules "${book}"`;
  const command = `leoni play --web --game "${gameOf(state)}" --deal "${deal}"${rules}`;
  const sort = dealInWords(state, offerOf(state), deal);
  const title = `${gameOf(state)}, a game of patience`;
  const lines = [`${title}${sort ? `: ${sort}` : ""}`, endInWords(state, played)];
  if (dealt) lines.push("Your turn, with the same cards:", ...(played.isLinked ? [] : [named, command]));
  return { title, text: lines.filter(Boolean).join("\n") };
}

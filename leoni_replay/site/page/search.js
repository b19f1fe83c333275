// Searches for a way to win: a worker of their own runs them, so that the game goes on meanwhile. It is begun with the
// first search, and ends when somebody stops one.

import { startEngine } from "./engine.js";

/** @import { Reply, Request } from "../../board/page/types" */
/** @import { Engine } from "./types" */

/** @type {Engine | null} */
let searcher = null;
/** @type {(() => void) | null} ends the search that is under way */
let rejectSearch = null;
let howFar = "";
let stopsSoFar = 0;

/** How often somebody has stopped a search: also one that was asked for and had not begun. */
export const countStops = () => stopsSoFar;

/** How far a review is, in a sentence; empty if none is under way. */
export const searchProgress = () => howFar;

/**
 * The page of the last review.
 *
 * @returns {Promise<{ html: string }>}
 */
export const askForReview = async () => (await searcher?.ask({ do: "reviewed" })) ?? { html: "" };

/**
 * What the solver says of the game of a record; null if somebody has stopped it.
 *
 * @param {Request} request
 * @param {string} record
 * @returns {Promise<Reply | null>}
 */
export async function search(request, record) {
  if (rejectSearch) endSearch();
  searcher ??= startEngine(undefined, (text) => {
    howFar = text;
  });
  /** @type {Promise<null>} */
  const stopped = new Promise((resolve) => {
    rejectSearch = () => resolve(null);
  });
  const mine = rejectSearch;
  const isUnderWay = () => rejectSearch === mine;
  try {
    return await Promise.race([searchWith(searcher, request, record, isUnderWay), stopped]);
  } finally {
    if (isUnderWay()) rejectSearch = null;
  }
}

/**
 * @param {Engine} engine
 * @param {Request} request
 * @param {string} record
 * @param {() => boolean} isUnderWay whether nobody has stopped the search
 * @returns {Promise<Reply | null>}
 */
async function searchWith({ ask }, request, record, isUnderWay) {
  try {
    /** @type {Reply} */
    const { game, version } = await ask({ do: "open", text: record });
    return await ask({ ...request, game, version });
  } catch (error) {
    if (isUnderWay()) throw error;
    return null;
  }
}

export function stopSearch() {
  stopsSoFar++;
  endSearch();
}

function endSearch() {
  const reject = rejectSearch;
  rejectSearch = null;
  searcher?.stop();
  searcher = null;
  howFar = "";
  reject?.();
}

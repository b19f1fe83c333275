// Searches for a way to win: a worker of their own runs them, so that the game goes on meanwhile. It is begun with the first
// search, and ends when somebody stops one, or wants to know something else.

import { startEngine } from "./engine.js";

let searcher = null;
let rejectSearch = null; // ends the search that is under way

export const askSearcher = (request) => searcher.ask(request);

// What the solver says of the game of a record; null if somebody has stopped it.
export async function search(request, record) {
  if (rejectSearch) stopSearch();
  searcher ??= startEngine();
  const { ask } = searcher;
  const stopped = new Promise((resolve) => {
    rejectSearch = () => resolve(null);
  });
  const mine = rejectSearch;
  const found = ask({ do: "open", text: record })
    .then(({ game, version }) => ask({ ...request, game, version }))
    .catch((wrong) => {
      if (rejectSearch === mine) throw wrong;
    });
  try {
    return await Promise.race([found, stopped]);
  } finally {
    if (rejectSearch === mine) rejectSearch = null;
  }
}

export function stopSearch() {
  const reject = rejectSearch;
  rejectSearch = null;
  searcher?.stop();
  searcher = null;
  reject?.();
}

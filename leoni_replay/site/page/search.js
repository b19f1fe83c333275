// Searches for a way to win: a worker of their own runs them, so that the game goes on meanwhile. It is begun with the first
// search, and ends when somebody stops one.

import { startEngine } from "./engine.js";

let searcher = null;
let rejectSearch = () => {};

export const askSearcher = (request) => searcher.ask(request);

// What the solver says of the game of a record; null if somebody has stopped it.
export async function search(request, record) {
  searcher ??= startEngine();
  const stopped = new Promise((resolve) => {
    rejectSearch = () => resolve(null);
  });
  const found = searcher
    .ask({ do: "open", text: record })
    .then(({ game, version }) => searcher?.ask({ ...request, game, version }))
    .catch((wrong) => {
      if (searcher) throw wrong;
    });
  return Promise.race([found, stopped]);
}

export function stopSearch() {
  searcher?.stop();
  searcher = null;
  rejectSearch();
}

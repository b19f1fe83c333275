// Requests of the board, one after the other, and their replies as events. Whoever starts the page says where they go.

import { today } from "./known.js";
import { state, tell } from "./store.js";

/** @import { Button, Channel, Event, Reply, Request } from "./types" */

/** @type {Channel} */
let send = () => Promise.reject(new Error("nobody answers"));
/** @type {{ question: string, reply: Promise<Reply | undefined> } | null} the search that is under way */
let solving = null;
/** Whether somebody has chosen another game before the first one came. */
let hasChosen = false;
/** @type {Extract<Event, { type: "answered" }> | null} the first game, if it is not shown because another was chosen */
let unseen = null;
let queue = Promise.resolve(/** @type {Reply | undefined} */ (undefined));

/** @param {Channel} channel */
export function sendTo(channel) {
  send = channel;
}

const lastReply = () => state.reply ?? unseen?.reply;

/**
 * Show a reply. The first game is not shown if another was chosen before it came: that one's cards lie there already.
 *
 * @param {Extract<Event, { type: "answered" }>} answer
 */
function show(answer) {
  if (answer.request.do === "start" && hasChosen) {
    unseen = answer;
    return;
  }
  const first = unseen;
  unseen = null;
  if (first && !answer.reply.table) tell(first);
  tell(answer);
}

/**
 * @param {Request} request
 * @returns {Promise<Reply | undefined>}
 */
async function exchange(request) {
  const { game, version } = lastReply() ?? {};
  try {
    const reply = await send({ game, version, ...request });
    // Meanwhile something else may have been played.
    const isDue = game === lastReply()?.game && version === lastReply()?.version;
    if (isDue && reply.record === undefined) show({ type: "answered", request, reply, today: today() });
    return reply;
  } catch {
    tell({ type: "unanswered", tried: Boolean(request.tried), time: new Date().toLocaleTimeString() });
    return undefined;
  }
}

const PAUSE = 3000; // between two questions of how far a search is, in milliseconds

/**
 * Say how far a search is, as long as nothing else is said.
 *
 * @param {import("./types").Notice} notice what is said of it first
 * @returns {() => void} what ends that
 */
function followSearch(notice) {
  let last = notice;
  const timer = setInterval(async () => {
    const { progress } = await send({ do: "progress" }).catch(() => ({ progress: "" }));
    if (!progress || state.notice !== last) return;
    last = { ...notice, lines: [...notice.lines, progress] };
    tell({ type: "said", notice: last });
  }, PAUSE);
  return () => clearInterval(timer);
}

/**
 * Ask the solver, beside the game. Whoever asks the same again meanwhile waits for the same answer.
 *
 * @param {Request} request
 */
function askSolver(request) {
  // In files of this machine the server searches beside the game.
  /** @type {Button[]} */
  const also = state.inBrowser ? [{ label: "Stop", act: "stop the search" }] : [];
  const notice = { lines: ["Looking for a way to win …"], stays: true, busy: true, since: performance.now(), also };
  tell({ type: "said", notice });
  const question = JSON.stringify([request, state.reply?.game, state.reply?.version]);
  if (solving?.question === question) return solving.reply;
  const stopFollowing = followSearch(notice);
  const reply = exchange(request).finally(() => {
    stopFollowing();
    if (solving?.question === question) solving = null;
  });
  solving = { question, reply };
  return reply;
}

/**
 * Ask, after all that was asked before.
 *
 * @param {Request} request
 */
export function ask(request) {
  if (request.do === "hint" || request.do === "review") return askSolver(request);
  if (!state.reply && (request.do === "begin" || request.do === "open")) hasChosen = true;
  queue = queue.then(() => exchange(request));
  return queue;
}

/** @param {string} move */
export const play = (move) => ask({ do: "play", move });

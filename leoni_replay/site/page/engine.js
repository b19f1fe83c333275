// Python, which answers beside the page. Until it does, a bar shows how much of it is loaded; if it cannot, the page
// says why, and what its server's owner can do.

import { allowed } from "../../show/scripts/shared/memory.js";
import { $ } from "../../show/scripts/table/dom.js";
import { Failure, failureInWords } from "./failures.js";
import { tellParent } from "./frame.js";
import {
  addressOfFile,
  ENGINE,
  forgetMemory,
  keepsMemory,
  loadParts,
  recallMemory,
  storeMemory,
  trustMemory,
} from "./parts.js";

/** @import { Answer, Engine, Progress, PythonChannel, Report } from "./types" */

/** How long a worker may take to begin, in milliseconds. */
const PATIENCE = 20_000;

/**
 * What runs Python: a worker if there can be one, or else the page. It is made in the page, so it has the page's
 * policy, and no server has to know its type.
 *
 * @param {(answer: Answer) => void} hear
 * @param {(error: Error) => void} fail
 * @returns {Promise<PythonChannel>}
 */
async function openChannel(hear, fail) {
  const program = URL.createObjectURL(new Blob([ENGINE.program], { type: "text/javascript" }));
  const worker = allowed(() => new Worker(program, { type: "module" }), null);
  if (worker && (await isAlive(worker))) {
    worker.addEventListener("message", ({ data }) => hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      fail(new Error(event.message));
    });
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  }
  worker?.terminate();
  const { serve } = await import(program);
  let isOpen = true;
  const take = serve((/** @type {Answer} */ answer) => isOpen && hear(answer));
  return {
    post: take,
    close: () => {
      isOpen = false;
    },
  };
}

/**
 * Whether a worker has begun.
 *
 * @param {Worker} worker
 * @returns {Promise<boolean>}
 */
const isAlive = (worker) =>
  new Promise((resolve) => {
    worker.addEventListener("message", () => resolve(true), { once: true });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      resolve(false);
    });
    setTimeout(() => resolve(false), PATIENCE);
  });

/** The questions that Python was asked and has not answered yet. */
class Questions {
  /** @type {Map<number, { resolve: (reply: unknown) => void, reject: (error: Error) => void }>} */
  waiting = new Map();
  count = 0;

  /**
   * @param {PythonChannel} channel
   * @param {object} request
   */
  ask(channel, request) {
    const number = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      channel.post({ number, request: JSON.stringify(request) });
    });
  }

  /** @param {{ number?: number, reply?: string, wrong?: string }} answer */
  settle({ number = 0, reply = "null", wrong }) {
    const question = this.waiting.get(number);
    this.waiting.delete(number);
    if (wrong === undefined) return question?.resolve(JSON.parse(reply));
    // The next visit begins anew.
    forgetMemory();
    question?.reject(new Error(wrong));
  }

  /** @param {Error} error */
  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
  }
}

/**
 * An engine with Python: `ready` when it can answer, `ask` sends a request and promises the reply, `stop` ends it, and
 * all that it was asked fails.
 *
 * @param {Report} report is told how much of it is loaded
 * @param {(text: string) => void} hearProgress is told how far a review is
 * @returns {Engine}
 */
export function startEngine(report = () => {}, hearProgress = () => {}) {
  const questions = new Questions();
  const { promise: answers, resolve: begin, reject: fail } = withResolvers();
  const opened = openChannel((answer) => {
    if (answer.ready) begin();
    else if (answer.progress !== undefined) hearProgress(answer.progress);
    else if (answer.memory) storeMemory(answer.memory).catch(() => {});
    else if (answer.number === undefined) fail(new Error(answer.wrong));
    else questions.settle(answer);
  }, fail);
  const start = async () => {
    const [channel, parts, memory, keeps] = await Promise.all([
      opened,
      loadParts(report),
      recallMemory(),
      keepsMemory(),
    ]);
    channel.post({ ...parts, memory, keeps, home: addressOfFile("./"), lock: ENGINE.lock });
    await answers;
    trustMemory();
    return channel;
  };
  const started = start();
  const ready = started.then(() => {});
  // Whoever asks is told of a failure.
  ready.catch(() => {});
  return {
    ready,
    ask: async (request) => questions.ask(await started, request),
    stop: () => {
      opened.then((channel) => channel.close()).catch(() => {});
      fail(new Error("stopped"));
      questions.fail(new Error("stopped"));
    },
  };
}

/**
 * A promise and what settles it. Nobody need wait for it.
 *
 * @returns {{ promise: Promise<void>, resolve: () => void, reject: (error: Error) => void }}
 */
function withResolvers() {
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((begin, fail) => {
    resolve = begin;
    reject = fail;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const isFailed = () => $("loading").matches(".no");

/** @param {Progress} progress */
function progress({ loaded, total, late }) {
  if (isFailed()) return;
  $("loaded").max = total;
  $("loaded").value = loaded;
  const waits = late ? ` Waiting for ${late}, which the server has not sent yet.` : "";
  $("loading-text").textContent =
    loaded < total
      ? `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB. This is done once.${waits}`
      : "Starting …";
}

/** @type {string[]} what a policy that the server sends has kept the page from */
const forbidden = [];
document.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective: directive, blockedURI }) => {
  if (disposition === "enforce" && /^(script|worker|connect)-src/.test(directive))
    forbidden.push(`${directive} ${blockedURI}`);
});

/**
 * From now on nothing is said in its place.
 *
 * @param {Error} failure
 */
async function showFailure(failure) {
  // The browser reports what is forbidden a moment later.
  await new Promise((done) => setTimeout(done, 100));
  const [what, remedy] = failureInWords(forbidden.length ? new Failure("forbidden", "", forbidden[0]) : failure);
  $("loaded").hidden = true;
  $("loading").classList.add("no");
  $("loading-text").textContent = what;
  $("loading-remedy").textContent = remedy;
  tellParent("failed", { what, remedy });
  // What lies in front of it can do nothing.
  for (const dialog of document.querySelectorAll("dialog")) if (dialog.matches(":modal")) dialog.close();
}

// The script runs: what the page says where none does is not needed.
$("stuck").remove();
const engine = startEngine(progress);
export const engineReady = engine.ready;
export const askEngine = engine.ask;

engineReady.then(async () => {
  $("loading").hidden = true;
  document.body.classList.remove("loading");
  // From now on the page works without a network, where it may. What has been loaded is not loaded again for that.
  await allowed(() => navigator.serviceWorker.register(addressOfFile(ENGINE.service)), null)?.catch(() => {});
}, showFailure);

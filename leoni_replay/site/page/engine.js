// Python, which answers beside the page. Until it does, a bar shows how much of it is loaded; if it cannot, the page says
// why, and what its server's owner can do.

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

const PATIENCE = 20_000; // how long a worker may take to begin, in milliseconds

// What runs Python: a worker if there can be one, or else the page. It is made in the page, so it has the page's policy, and
// no server has to know its type.
async function openChannel(hear, fail) {
  const program = URL.createObjectURL(new Blob([ENGINE.program], { type: "text/javascript" }));
  const worker = allowed(() => new Worker(program, { type: "module" }));
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
  const take = serve((message) => isOpen && hear(message));
  return {
    post: take,
    close: () => {
      isOpen = false;
    },
  };
}

// Whether a worker has begun.
const isAlive = (worker) =>
  new Promise((resolve) => {
    worker.addEventListener("message", () => resolve(true), { once: true });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      resolve(false);
    });
    setTimeout(() => resolve(false), PATIENCE);
  });

// An engine with Python: `ready` when it can answer, `ask` sends a request and promises the reply, `stop` ends it, and all
// that it was asked fails. `report` is told how much of it is loaded.
export function startEngine(report = () => {}) {
  const requests = new Map(); // what answers to requests are for
  let asked = 0; // how many requests there were
  let channel = null;
  let begun;
  let fail;
  const settle = ({ number, reply, wrong }) => {
    const { resolve, reject } = requests.get(number);
    requests.delete(number);
    if (wrong === undefined) return resolve(JSON.parse(reply));
    // The next visit begins anew.
    forgetMemory();
    reject(new Error(wrong));
  };
  const hear = (message) => {
    if (message.ready) begun();
    else if (message.memory) storeMemory(message.memory).catch(() => {});
    else if (message.number === undefined) fail(new Error(message.wrong));
    else settle(message);
  };
  const answers = new Promise((resolve, reject) => {
    begun = resolve;
    fail = reject;
  });
  answers.catch(() => {});
  const start = async () => {
    const [opened, parts, memory, keeps] = await Promise.all([
      openChannel(hear, fail),
      loadParts(report),
      recallMemory(),
      keepsMemory(),
    ]);
    channel = opened;
    channel.post({ ...parts, memory, keeps, home: addressOfFile("./"), lock: ENGINE.lock });
    await answers;
    trustMemory();
  };
  const ready = start();
  const ask = async (request) => {
    await ready;
    return new Promise((resolve, reject) => {
      requests.set(++asked, { resolve, reject });
      channel.post({ number: asked, request: JSON.stringify(request) });
    });
  };
  const stop = () => {
    channel?.close();
    fail(new Error("stopped"));
    for (const { reject } of requests.values()) reject(new Error("stopped"));
  };
  return { ready, ask, stop };
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const isFailed = () => $("loading").matches(".no");

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

// What a policy that the server sends has kept the page from.
const forbidden = [];
document.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective: directive, blockedURI }) => {
  if (disposition === "enforce" && /^(script|worker|connect)-src/.test(directive))
    forbidden.push(`${directive} ${blockedURI}`);
});

// From now on nothing is said in its place.
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
  for (const dialog of document.querySelectorAll("dialog:modal")) dialog.close();
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
  await allowed(() => navigator.serviceWorker.register(addressOfFile(ENGINE.service)))?.catch(() => {});
}, showFailure);

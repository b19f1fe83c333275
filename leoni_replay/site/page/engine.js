// Python, which answers in a worker beside the page. Until it does, a bar shows how much of it is loaded.

import { $ } from "../../show/scripts/table/dom.js";

const ENGINE = JSON.parse($("engine").textContent);
const addressOfFile = (name) => new URL(name, document.baseURI).href;

// A worker that is made in the page has the page's policy, which no server has to send. From the second visit on the
// service worker sends one (service.js.j2); not every browser lets it serve a worker that is made in the page.
function workerSource() {
  const address = addressOfFile(ENGINE.worker);
  if (navigator.serviceWorker?.controller) return address;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
}

// A worker with Python: `ready` when it can answer, `ask` sends a request and promises the reply, `stop` ends it, and all
// that it was asked fails. `report` is told how much of it is loaded.
export function startEngine(report = () => {}) {
  const requests = new Map(); // what answers to requests are for
  let asked = 0; // how many requests there were
  const worker = new Worker(workerSource(), { type: "module" });
  const settle = ({ number, reply, wrong }) => {
    const { resolve, reject } = requests.get(number);
    requests.delete(number);
    if (wrong === undefined) resolve(JSON.parse(reply));
    else reject(new Error(wrong));
  };
  const ready = new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => {
      if (data.loaded !== undefined) report(data);
      else if (data.ready) resolve();
      else if (data.number === undefined) reject(new Error(data.wrong));
      else settle(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(event.message || "the program cannot be loaded"));
    });
  });
  const ask = async (request) => {
    await ready;
    return new Promise((resolve, reject) => {
      requests.set(++asked, { resolve, reject });
      worker.postMessage({ number: asked, request: JSON.stringify(request) });
    });
  };
  const stop = () => {
    worker.terminate();
    for (const { reject } of requests.values()) reject(new Error("stopped"));
  };
  worker.postMessage({ ...ENGINE, home: addressOfFile("./") });
  return { ready, ask, stop };
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
function progress({ loaded, total }) {
  $("loaded").max = total;
  $("loaded").value = loaded;
  $("loading-text").textContent =
    loaded < total ? `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB. This is done once.` : "Starting …";
}

const engine = startEngine(progress);
export const engineReady = engine.ready;
export const askEngine = engine.ask;

engineReady.then(
  () => {
    $("loading").hidden = true;
    document.body.classList.remove("loading");
    // From now on the page works without a network. What has been loaded is not loaded again for that.
    navigator.serviceWorker?.register(addressOfFile(ENGINE.service)).catch(() => {});
  },
  ({ message }) => {
    $("loaded").hidden = true;
    $("loading").classList.add("no");
    $("loading-text").textContent =
      location.protocol === "file:"
        ? "Open this page through a web server. For example, run python3 -m http.server in its folder."
        : `The program could not be loaded (${message}). Load the page again when there is a network.`;
  },
);

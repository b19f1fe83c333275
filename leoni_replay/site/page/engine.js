// Python, which answers in a worker beside the page. Until it does, a bar shows how much of it is loaded.

import { $ } from "../../show/scripts/table/dom.js";

const ENGINE = JSON.parse($("engine").textContent);
const addressOfFile = (name) => new URL(name, document.baseURI).href;
const requests = new Map(); // what answers to requests are for
let asked = 0; // how many requests there were

// A worker that is made in the page has the page's policy, which no server has to send. From the second visit on the
// service worker sends one (service.js.j2); not every browser lets it serve a worker that is made in the page.
const workerSource = navigator.serviceWorker?.controller
  ? addressOfFile(ENGINE.worker)
  : URL.createObjectURL(
      new Blob([`import ${JSON.stringify(addressOfFile(ENGINE.worker))};`], { type: "text/javascript" }),
    );
const worker = new Worker(workerSource, { type: "module" });
export const engineReady = new Promise((resolve, reject) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.loaded !== undefined) progress(data);
    else if (data.ready) resolve();
    else if (data.number === undefined) reject(new Error(data.wrong));
    else settleRequest(data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    reject(new Error(event.message || "the program cannot be loaded"));
  });
});
worker.postMessage({ ...ENGINE, home: addressOfFile("./") });

function settleRequest({ number, reply, wrong }) {
  const { resolve, reject } = requests.get(number);
  requests.delete(number);
  if (wrong === undefined) resolve(JSON.parse(reply));
  else reject(new Error(wrong));
}

export async function askEngine(request) {
  await engineReady;
  return new Promise((resolve, reject) => {
    requests.set(++asked, { resolve, reject });
    worker.postMessage({ number: asked, request: JSON.stringify(request) });
  });
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
function progress({ loaded, total }) {
  $("loaded").max = total;
  $("loaded").value = loaded;
  $("loading-text").textContent =
    loaded < total ? `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB. This is done once.` : "Starting …";
}

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
        ? "This page has to come from a server: in its folder, python3 -m http.server is one."
        : `The program could not be loaded (${message}). Load the page again when there is a network.`;
  },
);

// Python, which answers in a worker beside the page. Until it does, a bar shows how much of it is loaded.

const ENGINE = JSON.parse($("engine").textContent);
const address = (name) => new URL(name, document.baseURI).href;
const waiting = new Map();
let asked = 0;

// A worker that is made in the page has the page's policy, which no server has to send. From the second visit on the
// service worker sends one (service.js.j2); not every browser lets it serve a worker that is made in the page.
const source = navigator.serviceWorker?.controller ? address(ENGINE.worker)
  : URL.createObjectURL(new Blob([`import ${JSON.stringify(address(ENGINE.worker))};`], { type: "text/javascript" }));
const worker = new Worker(source, { type: "module" });
const ready = new Promise((resolve, reject) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.loaded !== undefined) progress(data);
    else if (data.ready) resolve();
    else if (data.number === undefined) reject(new Error(data.wrong));
    else settle(data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    reject(new Error(event.message || "the program cannot be loaded"));
  });
});
worker.postMessage({ ...ENGINE, home: address("./") });

function settle({ number, reply, wrong }) {
  const { resolve, reject } = waiting.get(number);
  waiting.delete(number);
  if (wrong === undefined) resolve(JSON.parse(reply));
  else reject(new Error(wrong));
}

async function call(request) {
  await ready;
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ number: asked, request: JSON.stringify(request) });
  });
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
function progress({ loaded, total }) {
  $("loaded").max = total;
  $("loaded").value = loaded;
  $("loading-text").textContent = loaded < total
    ? `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB. This is done once.`
    : "Starting …";
}

ready.then(() => {
  $("loading").hidden = true;
  document.body.classList.remove("loading");
  // From now on the page works without a network. What has been loaded is not loaded again for that.
  navigator.serviceWorker?.register(address(ENGINE.service)).catch(() => {});
}, ({ message }) => {
  $("loaded").hidden = true;
  $("loading").classList.add("no");
  $("loading-text").textContent = location.protocol === "file:"
    ? "This page has to come from a server: in its folder, python3 -m http.server is one."
    : `The program could not be loaded (${message}). Load the page again when there is a network.`;
});

// A record in an address: packed, in letters that need no escape. An address of a stranger can be made to unpack to more
// than any game has.
async function through(stream, bytes, most = Infinity) {
  const chunks = [];
  let length = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    if ((length += value.length) > most) throw new Error("the game in the address is too long");
  }
}
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes, 5_000_000));
}

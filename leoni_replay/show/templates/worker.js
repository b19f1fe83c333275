// Python with the rules, beside a page of the site. The first message says what has to be loaded; every further one is a
// request as JSON, which leoni_replay/site/engine.py answers.

let answer;

addEventListener("message", async ({ data }) => {
  if (data.number === undefined) {
    try {
      answer = await start(data);
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ wrong: String(error?.message ?? error).slice(-300) });
    }
    return;
  }
  try {
    postMessage({ number: data.number, reply: answer(data.request) });
  } catch (error) {
    console.error(error);
    postMessage({ number: data.number, wrong: String(error?.message ?? error).slice(-300) });
  }
});

async function start({ home, pyodide, bundle, files, lock, version }) {
  const total = files.reduce((sum, { size }) => sum + size, 0), bodies = new Map();
  let loaded = 0;
  const more = (bytes) => postMessage({ loaded: loaded += bytes, total });
  const store = await globalThis.caches?.open(`leoni ${home} ${version}`).catch(() => undefined);
  await Promise.all(files.map(async ({ name, size }) => {
    const address = new URL(name, home).href;
    if (!name.endsWith(".mjs")) return bodies.set(name, await load(address, store, more));
    await import(address);
    more(size);
  }));
  const { loadPyodide } = await import(new URL(`${pyodide}/pyodide.mjs`, home).href);
  // Pyodide asks for its parts by itself: it gets those that have come, whole.
  const parts = {
    "pyodide.asm.wasm": () => new Response(
      new Blob([bodies.get(`${pyodide}/pyodide.asm.wasm.gzip`)]).stream().pipeThrough(new DecompressionStream("gzip")),
      { headers: { "Content-Type": "application/wasm" } },
    ),
    "python_stdlib.zip": () => new Response(bodies.get(`${pyodide}/python_stdlib.zip`)),
  };
  const network = globalThis.fetch;
  globalThis.fetch = async (address, options) => (parts[String(address.url ?? address).split("/").pop()] ?? (() => network(address, options)))();
  const python = await loadPyodide({ indexURL: new URL(`${pyodide}/`, home).href, lockFileContents: lock });
  globalThis.fetch = network;
  python.unpackArchive(bodies.get(bundle), "zip", { extractDir: "/lib/leoni" });
  return python.runPython(`
import os, sys
sys.path.insert(0, "/lib/leoni")
os.mkdir("/games")
os.chdir("/games")
from pathlib import Path
from leoni_replay.site.engine import Engine
Engine(Path()).answer
`);
}

// The bytes of a file, counted as they come, and stored for the next visit.
async function load(address, store, more) {
  const stored = await store?.match(address), response = stored ?? await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const chunks = [];
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    more(value.length);
  }
  const bytes = await new Blob(chunks).arrayBuffer();
  // A browser that stores nothing loads it again.
  if (!stored) await store?.put(address, new Response(bytes)).catch(() => {});
  return bytes;
}

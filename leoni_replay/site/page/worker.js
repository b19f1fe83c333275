// Python with the rules, beside a page of the site. The first message says what has to be loaded; every further one is a
// request as JSON, which leoni_replay/site/engine.py answers.

let answer;
let store;
let kept;
let tried;

const said = (error) => String(error?.message ?? error).slice(-300);
const unzipped = (body) => body.stream().pipeThrough(new DecompressionStream("gzip"));
const whole = (stream) => new Response(stream).arrayBuffer();

addEventListener("message", async ({ data }) => {
  if (data.number === undefined) {
    try {
      answer = await start(data);
      postMessage({ ready: true });
      store?.delete(tried);
    } catch (error) {
      postMessage({ wrong: said(error) });
    }
    return;
  }
  try {
    postMessage({ number: data.number, reply: answer(data.request) });
  } catch (error) {
    console.error(error);
    // The next visit begins anew.
    store?.delete(kept);
    postMessage({ number: data.number, wrong: said(error) });
  }
});

async function start({ home, pyodide, bundle, files, lock, version }) {
  kept = `${home}engine/memory`;
  tried = `${kept}?tried`;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bodies = new Map();
  let loaded = 0;
  const more = (bytes) => postMessage({ loaded: (loaded += bytes), total });
  store = await globalThis.caches?.open(`leoni ${home} ${version}`).catch(() => undefined);
  const remembered = recall().catch(() => undefined);
  await Promise.all(
    files.map(async ({ name, size }) => {
      const address = new URL(name, home).href;
      if (!name.endsWith(".mjs")) return bodies.set(name, await load(address, more));
      await import(address);
      more(size);
    }),
  );
  // Pyodide asks for its parts by itself: it gets those that have come, whole.
  const parts = {
    "pyodide.asm.wasm": () =>
      new Response(unzipped(bodies.get(`${pyodide}/pyodide.asm.wasm.gzip`)), {
        headers: { "Content-Type": "application/wasm" },
      }),
    "python_stdlib.zip": () => new Response(bodies.get(`${pyodide}/python_stdlib.zip`)),
  };
  const network = globalThis.fetch;
  const base = new URL(`${pyodide}/`, home).href;
  const [{ loadPyodide }, { default: create }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(base + name)),
  );
  const begin = async (options) => {
    globalThis.fetch = async (address, options) =>
      (
        parts[
          String(address.url ?? address)
            .split("/")
            .pop()
        ] ?? (() => network(address, options))
      )();
    const python = await loadPyodide({ indexURL: base, lockFileContents: lock, ...options });
    globalThis.fetch = network;
    unpack(await whole(unzipped(bodies.get(bundle))), python.FS);
    return python;
  };
  const memory = await remembered;
  if (memory) {
    try {
      const createPyodideModule = async (settings) => {
        const module = await create(settings);
        module.growMemory(memory.byteLength);
        return module;
      };
      return (await begin({ _loadSnapshot: memory, createPyodideModule })).runPython(OPEN);
    } catch (error) {
      console.error(error);
    }
  }
  const python = await begin({ _makeSnapshot: true });
  python.runPython(IMPORT);
  remember(python);
  return python.runPython(OPEN);
}

const IMPORT = `
import os, random, sys
from pathlib import Path
sys.path.insert(0, "/lib/leoni")
from leoni_replay.site.engine import Engine
Engine(Path("/tmp")).answer('{"do":"open"}')
`;
const OPEN = `
os.mkdir("/games")
os.chdir("/games")
random.seed()
Engine(Path()).answer
`;

// Write the files of the archive (bundle.py).
function unpack(archive, FS) {
  const bytes = new Uint8Array(archive);
  const line = bytes.indexOf(10);
  let at = line + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)))) {
    const path = `/lib/leoni/${name}`;
    FS.mkdirTree(path.replace(/[^/]*$/, ""));
    FS.writeFile(path, bytes.subarray(at, (at += size)));
  }
}

// The memory of Python that has dealt its first game, before it knows any of the player. The next visit goes on from
// there, if it is in the same browser: that takes a tenth of the time.
const MAKER = "Made-By";
function remember(python) {
  if (!store) return;
  try {
    const memory = new Blob([python.makeMemorySnapshot()]);
    const headers = { [MAKER]: navigator.userAgent };
    // The page has its first answers first.
    setTimeout(
      () =>
        store
          .put(kept, new Response(memory.stream().pipeThrough(new CompressionStream("gzip")), { headers }))
          .catch(() => {}),
      2000,
    );
  } catch (error) {
    console.error(error);
  }
}
async function recall() {
  const found = await store?.match(kept);
  if (found?.headers.get(MAKER) !== navigator.userAgent || (await store.match(tried))) return undefined;
  // Should the page end before it has begun, the next visit begins anew.
  await store.put(tried, new Response());
  return whole(unzipped(await found.blob()));
}

// The bytes of a file, counted as they come, and stored for the next visit.
async function load(address, more) {
  const stored = await store?.match(address);
  const response = stored ?? (await fetch(address));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const chunks = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    more(value.length);
  }
  const body = new Blob(chunks);
  // A browser that stores nothing loads it again.
  if (!stored) await store?.put(address, new Response(body)).catch(() => {});
  return body;
}

// Python with the rules. It runs in a worker beside the page or, where a browser has none for it, in the page itself.
// The first message brings all that it needs, so that it loads nothing; every further one is a request as JSON, which
// leoni_replay/site/engine.py answers.

const inWorker = typeof document === "undefined";
/** @import { Answer, CreateModule, Pyodide, Question, Start } from "./types" */
/** @typedef {(answer: Answer) => void} Post */
/** @typedef {(options: object) => Promise<Pyodide>} Begin begins Python with the rules */

/** @param {unknown} error */
const words = (error) => String(error instanceof Error ? error.message : error).slice(-300);

/**
 * @param {Blob} blob
 * @param {CompressionStream | DecompressionStream} stream
 */
const through = (blob, stream) => new Response(blob.stream().pipeThrough(stream));

/**
 * Answer messages.
 *
 * @param {Post} post is given what the page is told
 * @returns what takes a message of the page
 */
export function serve(post) {
  /** @type {(request: string) => string} */
  let answer = () => "null";
  return async (/** @type {Start | Question} */ message) => {
    try {
      if (message.number === undefined) {
        answer = await start(message, post);
        post({ ready: true });
      } else post({ number: message.number, reply: answer(message.request) });
    } catch (error) {
      console.error(error);
      post({ number: message.number, wrong: words(error) });
    }
  };
}

/**
 * Start Python, from a memory if there is one.
 *
 * @param {Start} message
 * @param {Post} post
 */
async function start({ home, lock, python, stdlib, leoni, memory, keeps }, post) {
  const files = new Map(filesOf(stdlib));
  const [{ loadPyodide }, { default: create }] = await Promise.all([
    importFile(files, "pyodide.mjs"),
    importFile(files, "pyodide.asm.mjs"),
  ]);
  /** @type {Begin} */
  const begin = async (options) => {
    /** @type {Pyodide} */
    const run = await withParts(python, files.get("python_stdlib.zip"), () =>
      loadPyodide({ indexURL: home, lockFileContents: lock, createPyodideModule: create, ...options }),
    );
    writeFiles(leoni, run.FS);
    return run;
  };
  if (memory) {
    try {
      return openEngine(await resume(memory, begin, create), post);
    } catch (error) {
      console.error(error);
    }
  }
  const isKept = keeps && inWorker;
  const run = await begin({ _makeSnapshot: isKept });
  run.runPython(IMPORT);
  if (isKept) packMemory(run, post);
  return openEngine(run, post);
}

/**
 * Return what answers requests. How far a review is, it tells the page by itself.
 *
 * @param {Pyodide} run
 * @param {Post} post
 */
function openEngine(run, post) {
  run.globals.set("report", (/** @type {string} */ progress) => post({ progress }));
  return run.runPython(OPEN);
}

/**
 * Go on from a memory.
 *
 * @param {Blob} memory
 * @param {Begin} begin
 * @param {CreateModule} create
 */
async function resume(memory, begin, create) {
  const bytes = await through(memory, new DecompressionStream("gzip")).arrayBuffer();
  /** @type {CreateModule} */
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    module.growMemory(bytes.byteLength);
    return module;
  };
  return begin({ _loadSnapshot: bytes, createPyodideModule });
}

/**
 * @param {Map<string, Uint8Array<ArrayBuffer>>} files
 * @param {string} name
 */
async function importFile(files, name) {
  const bytes = files.get(name) ?? new Uint8Array();
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Pyodide asks for its parts by itself: it gets those that are here. It waits for ever if its program fails.
 *
 * @param {WebAssembly.Module} program
 * @param {Uint8Array<ArrayBuffer> | undefined} library
 * @param {() => Promise<Pyodide>} load
 */
async function withParts(program, library, load) {
  const network = globalThis.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  const parts = new Map([
    ["pyodide.asm.wasm", undefined],
    ["python_stdlib.zip", library],
  ]);
  globalThis.fetch = async (address, options) => {
    const name = String(address instanceof Request ? address.url : address).replace(/.*\//, "");
    return parts.has(name) ? new Response(parts.get(name)) : network(address, options);
  };
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const failure = new Promise((_, reject) => {
    fail = reject;
  });
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      return { module: program, instance: await WebAssembly.instantiate(program, imports) };
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  try {
    return await Promise.race([load(), failure]);
  } finally {
    globalThis.fetch = network;
    WebAssembly.instantiateStreaming = instantiate;
  }
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
Engine(Path(), report).answer
`;

/**
 * The files of an archive (site/bundle.py): a line of JSON with their names and sizes, and then the files.
 *
 * @param {ArrayBuffer} archive
 * @returns {Generator<[name: string, bytes: Uint8Array<ArrayBuffer>]>}
 */
function* filesOf(archive) {
  const bytes = new Uint8Array(archive);
  const line = bytes.indexOf(10);
  let at = line + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)))) {
    yield [name, bytes.subarray(at, (at += size))];
  }
}

/**
 * @param {ArrayBuffer} archive
 * @param {Pyodide["FS"]} FS
 */
function writeFiles(archive, FS) {
  for (const [name, bytes] of filesOf(archive)) {
    const path = `/lib/leoni/${name}`;
    FS.mkdirTree(path.replace(/[^/]*$/, ""));
    FS.writeFile(path, bytes);
  }
}

/**
 * The memory of Python that has dealt its first game, before it knows any of the player. The next visit goes on from
 * there: that takes a tenth of the time.
 *
 * @param {Pyodide} run
 * @param {Post} post
 */
function packMemory(run, post) {
  try {
    const memory = new Blob([run.makeMemorySnapshot()]);
    // The page has its first answers first.
    setTimeout(async () => post({ memory: await through(memory, new CompressionStream("gzip")).blob() }), 2000);
  } catch (error) {
    console.error(error);
  }
}

if (inWorker) {
  const hear = serve((message) => postMessage(message));
  addEventListener("message", ({ data }) => hear(data));
  postMessage({ alive: true });
}

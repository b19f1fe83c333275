// What Python needs. The page begins to load it with its first line (pages.py), and the browser stores it for the next visit.

import { allowed } from "../../show/scripts/shared/memory.js";
import { $ } from "../../show/scripts/table/dom.js";
import { Failure } from "./failures.js";

export const ENGINE = JSON.parse($("engine").textContent);
export const addressOfFile = (name) => new URL(name, document.baseURI).href;

// The parts are custom sections of WebAssembly, a type that every server knows: so many bytes stand before what is packed.
const HEAD = 20;
const SIGN = [0, 97, 115, 109];
const HOME = addressOfFile("./");
const MEMORY = `${HOME}engine/memory`;
const TRIED = `${MEMORY}?tried`;
const MAKER = "Made-By"; // the browser that a memory belongs to
const STALL = 8000; // how long nothing may come before that is said, in milliseconds

// Where this version of the site is stored; null where a browser stores nothing.
const store = Promise.resolve(allowed(() => caches.open(`leoni ${HOME} ${ENGINE.version}`))).catch(() => null);
let loading = null;

/**
 * Load all parts, once for all who ask.
 *
 * @param report is told how many bytes of how many have come, and which file is waited for
 */
export function loadParts(report) {
  loading ??= loadAll(report).catch((failure) => {
    loading = null;
    throw failure;
  });
  return loading;
}

async function loadAll(report) {
  for (const name of ["WebAssembly", "DecompressionStream"]) {
    if (!(name in globalThis)) throw new Failure("old", "", name);
  }
  const total = Object.values(ENGINE.parts).reduce((sum, { size }) => sum + size, 0);
  const due = new Set(Object.values(ENGINE.parts).map(({ name }) => name));
  let loaded = 0;
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    const [late] = due;
    timer = setTimeout(() => report({ loaded, total, late: late.replace(/\?.*/, "") }), STALL);
  };
  const more = (bytes) => {
    loaded += bytes;
    report({ loaded, total });
    wait();
  };
  wait();
  const load = async (part, read) => {
    const content = await loadPart(part, more, read);
    due.delete(part.name);
    return content;
  };
  try {
    const [python, library, leoni] = await Promise.all([
      load(ENGINE.parts.python, compile),
      load(ENGINE.parts.library, (response) => response.arrayBuffer()),
      load(ENGINE.parts.leoni, (response) => response.arrayBuffer()),
    ]);
    return { python, library, leoni };
  } finally {
    clearTimeout(timer);
  }
}

const compile = (response) =>
  WebAssembly.compileStreaming?.(response) ?? response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));

// What a part has packed, as `read` reads it.
async function loadPart({ name, size }, more, read) {
  const response = await respond(name);
  const stored = keepPart(name, size, response.clone());
  let fault = null; // what is wrong with what has come
  let at = 0;
  const reader = response.body.getReader();
  const check = (fits, kind = "changed") => {
    if (fits) return;
    fault = new Failure(kind, name);
    throw fault;
  };
  const packedBody = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => check(false, "unreachable"));
      if (done) {
        check(at === size);
        return controller.close();
      }
      check(SIGN.every((byte, i) => i < at || i - at >= value.length || value[i - at] === byte));
      // A call that passes nothing on would not be made again.
      controller.enqueue(value.subarray(Math.max(0, HEAD - at)));
      at += value.length;
      more(value.length);
    },
  });
  const unpacked = packedBody.pipeThrough(new DecompressionStream("gzip"));
  try {
    return await read(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
  } catch (error) {
    if (/Content.Security.Policy|unsafe-eval/i.test(error.message)) throw new Failure("forbidden", "", "WebAssembly");
    throw fault ?? new Failure("changed", name, error.message);
  } finally {
    stored.catch(() => {});
  }
}

// A file of the site, from the server or, without one, as it was stored.
async function respond(name) {
  const address = addressOfFile(name);
  let response;
  try {
    response = await fetch(address);
  } catch {
    response = await (await store)?.match(address);
    if (response) return response;
    if (location.protocol === "file:") throw new Failure("file");
    throw new Failure(origin === "null" ? "sandboxed" : "unreachable", name);
  }
  if (!response.ok) throw new Failure("refused", name, response.status);
  return response;
}

// Store a part. From the second visit on the service worker has it.
async function keepPart(name, size, response) {
  const cache = await store;
  if (!cache || (await cache.match(addressOfFile(name)))) return response.body.cancel();
  const blob = await response.blob();
  if (blob.size === size) await cache.put(addressOfFile(name), new Response(blob));
}

// -- the memory of Python ---------------------------------------------------------------------------------------------

export const keepsMemory = async () => Boolean(await store);

export async function storeMemory(memory) {
  await (await store)?.put(MEMORY, new Response(memory, { headers: { [MAKER]: navigator.userAgent } }));
}

// The memory that this browser has stored. Should the page end before it has begun, the next visit begins anew.
export async function recallMemory() {
  try {
    const cache = await store;
    const found = await cache?.match(MEMORY);
    if (found?.headers.get(MAKER) !== navigator.userAgent || (await cache.match(TRIED))) return null;
    await cache.put(TRIED, new Response());
    return await found.blob();
  } catch {
    return null;
  }
}

export const trustMemory = async () => (await store)?.delete(TRIED);
export const forgetMemory = async () => (await store)?.delete(MEMORY);

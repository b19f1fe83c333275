// What Python needs. The page begins to load it with its first line (pages.py), and the browser stores it for the next
// visit.

import { $ } from "../../show/scripts/table/dom.js";
import { Failure } from "./failures.js";
import { unzstd } from "./zstd.js";

/** @import { EngineSettings, Part, Parts, Report } from "./types" */

/** @type {EngineSettings} */
export const ENGINE = JSON.parse($("engine").textContent);

/** @param {string} name */
export const addressOfFile = (name) => new URL(name, document.baseURI).href;

// What unpacks the others is a program of WebAssembly. The others are custom sections of it, because every server knows
// that type: so many bytes stand before what is packed.
const HEAD = 20;
const SIGN = [0, 97, 115, 109];
const HOME = addressOfFile("./");
const MEMORY = `${HOME}engine/memory`;
const TRIED = `${MEMORY}?tried`;
/** The browser that a memory belongs to. */
const MAKER = "Made-By";
/** How long nothing may come before that is said, in milliseconds. */
const STALL = 8000;

/** Where this version of the site is stored; null where a browser stores nothing. */
const store = openStore();
/** @type {Promise<Parts> | null} */
let loading = null;

async function openStore() {
  try {
    return await caches.open(`leoni ${HOME} ${ENGINE.version}`);
  } catch {
    return null;
  }
}

/**
 * Load all parts, once for all who ask.
 *
 * @param {Report} report is told how many bytes of how many have come, and which file is waited for
 */
export function loadParts(report) {
  loading ??= loadAll(report).catch((failure) => {
    loading = null;
    throw failure;
  });
  return loading;
}

/** @param {Report} report */
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
    const [late = ""] = due;
    timer = setTimeout(() => report({ loaded, total, late: late.replace(/\?.*/, "") }), STALL);
  };
  const more = (/** @type {number} */ bytes) => {
    loaded += bytes;
    report({ loaded, total });
    wait();
  };
  wait();
  /**
   * @template Content
   * @param {Part} part
   * @param {(response: Response) => Promise<Content>} read
   */
  async function load(part, read) {
    const content = await loadPart(part, more, read);
    due.delete(part.name);
    return content;
  }
  const unpacker = load(ENGINE.parts.zstd, compile);
  /**
   * @template Content
   * @param {Part} part
   * @param {(response: Response) => Promise<Content>} read
   */
  const unpack = (part, read) => load(part, async (packed) => read(contentOf(packed, await unpacker)));
  try {
    const [python, stdlib, leoni] = await Promise.all([
      unpack(ENGINE.parts.python, compile),
      unpack(ENGINE.parts.stdlib, (response) => response.arrayBuffer()),
      unpack(ENGINE.parts.leoni, (response) => response.arrayBuffer()),
    ]);
    return { python, stdlib, leoni };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response */
const compile = (response) =>
  WebAssembly.compileStreaming?.(response) ?? response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
const asProgram = (stream) => new Response(stream, { headers: { "Content-Type": "application/wasm" } });

/**
 * What a part has packed.
 *
 * @param {Response} part
 * @param {WebAssembly.Module} unpacker
 */
function contentOf({ body }, unpacker) {
  let head = HEAD;
  /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
  const withoutHead = new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(head));
      head = Math.max(0, head - bytes.length);
    },
  });
  const bytes = body ?? new Blob().stream();
  return asProgram(bytes.pipeThrough(withoutHead).pipeThrough(unzstd(unpacker)));
}

/**
 * A part, once it has come whole.
 *
 * @template Content
 * @param {Part} part
 * @param {(bytes: number) => void} more is told how many bytes have come
 * @param {(response: Response) => Promise<Content>} read
 */
async function loadPart({ name, size }, more, read) {
  const response = await respond(name);
  const stored = keepPart(name, size, response.clone());
  const body = new PartBody(response, { name, size }, more);
  try {
    return await read(asProgram(new ReadableStream(body)));
  } catch (error) {
    // Of the part that unpacks the others.
    if (error instanceof Failure) throw error;
    const words = error instanceof Error ? error.message : String(error);
    if (/Content.Security.Policy|unsafe-eval/i.test(words)) throw new Failure("forbidden", "", "WebAssembly");
    throw body.fault ?? new Failure("changed", name, words);
  } finally {
    stored.catch(() => {});
  }
}

/** The bytes of a part, as they come. */
class PartBody {
  /** @type {Failure | null} what is wrong with what has come */
  fault = null;
  /** How many bytes have come. */
  at = 0;

  /**
   * @param {Response} response
   * @param {Part} part
   * @param {(bytes: number) => void} more is told how many bytes have come
   */
  constructor(response, part, more) {
    this.reader = (response.body ?? new Blob().stream()).getReader();
    this.part = part;
    this.more = more;
  }

  /** @param {string} kind */
  fail(kind) {
    this.fault = new Failure(kind, this.part.name);
    return this.fault;
  }

  /** @param {ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>} controller */
  async pull(controller) {
    const { at } = this;
    const { done, value } = await this.reader.read().catch(() => Promise.reject(this.fail("unreachable")));
    if (done) {
      if (at !== this.part.size) throw this.fail("changed");
      return controller.close();
    }
    if (SIGN.some((byte, i) => i >= at && i - at < value.length && value[i - at] !== byte)) throw this.fail("changed");
    controller.enqueue(value);
    this.at += value.length;
    this.more(value.length);
  }
}

/**
 * A file of the site, from the server or, without one, as it was stored.
 *
 * @param {string} name
 */
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
  if (!response.ok) throw new Failure("refused", name, String(response.status));
  return response;
}

/**
 * Store a part. From the second visit on the service worker has it.
 *
 * @param {string} name
 * @param {number} size
 * @param {Response} response
 */
async function keepPart(name, size, response) {
  const cache = await store;
  if (!cache || (await cache.match(addressOfFile(name)))) return response.body?.cancel();
  const blob = await response.blob();
  if (blob.size === size) await cache.put(addressOfFile(name), new Response(blob));
}

// -- the memory of Python ---------------------------------------------------------------------------------------------

export const keepsMemory = async () => Boolean(await store);

/** @param {Blob} memory */
export async function storeMemory(memory) {
  await (await store)?.put(MEMORY, new Response(memory, { headers: { [MAKER]: navigator.userAgent } }));
}

/** The memory that this browser has stored. Should the page end before it has begun, the next visit begins anew. */
export async function recallMemory() {
  try {
    const cache = await store;
    const memory = await cache?.match(MEMORY);
    if (!cache || memory?.headers.get(MAKER) !== navigator.userAgent || (await cache.match(TRIED))) return null;
    await cache.put(TRIED, new Response());
    return await memory.blob();
  } catch {
    return null;
  }
}

export const trustMemory = async () => (await store)?.delete(TRIED);
export const forgetMemory = async () => (await store)?.delete(MEMORY);

// Unpacks Zstandard while it comes, with the decoder of zstd itself (engine/zstd.wasm).

/** @import { ZstdDecoder } from "./types" */

/** How many bytes are unpacked at a time, and into how many at most. */
const INPUT = 1 << 17;
const OUTPUT = 1 << 18;
/** Two records of three numbers each: where the bytes are, how many, and how many of them are done. */
const RECORD = 12;

/**
 * A stream that unpacks what goes through it.
 *
 * @param {WebAssembly.Module} program
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
export function unzstd(program) {
  /** @type {Unpacker} */
  let unpacker;
  return new TransformStream({
    async start() {
      // Whenever something needs its memory, it looks where it is.
      const env = { emscripten_notify_memory_growth: () => {} };
      const { exports } = await WebAssembly.instantiate(program, { env });
      unpacker = new Unpacker(/** @type {ZstdDecoder} */ (/** @type {unknown} */ (exports)));
    },
    transform(bytes, controller) {
      for (const part of unpacker.unpack(bytes)) controller.enqueue(part);
    },
    flush: () => unpacker.end(),
  });
}

class Unpacker {
  /** What is still to come, as zstd guesses; 0 at the end. */
  due = 1;

  /** @param {ZstdDecoder} decoder */
  constructor(decoder) {
    this.decoder = decoder;
    this.context = decoder.ZSTD_createDCtx();
    this.input = decoder.malloc(INPUT);
    this.output = decoder.malloc(OUTPUT);
    this.source = decoder.malloc(2 * RECORD);
    this.target = this.source + RECORD;
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  *unpack(bytes) {
    for (let at = 0; at < bytes.length; at += INPUT) {
      const part = bytes.subarray(at, at + INPUT);
      this.memory().set(part, this.input);
      this.describe(this.source, this.input, part.length);
      do yield this.step();
      while (this.done(this.source) < part.length || this.done(this.target) === OUTPUT);
    }
  }

  /** Fill the output once. */
  step() {
    this.describe(this.target, this.output, OUTPUT);
    this.due = this.decoder.ZSTD_decompressStream(this.context, this.target, this.source);
    // Its errors are the highest numbers.
    if (this.due < 0) throw new Error("it is damaged");
    return this.memory().slice(this.output, this.output + this.done(this.target));
  }

  end() {
    if (this.due) throw new Error("its end is missing");
  }

  // The memory is another whenever it has grown.
  memory() {
    return new Uint8Array(this.decoder.memory.buffer);
  }

  /**
   * @param {number} record
   * @param {number} start
   * @param {number} size
   */
  describe(record, start, size) {
    new Uint32Array(this.decoder.memory.buffer, record, 3).set([start, size, 0]);
  }

  /** @param {number} record */
  done(record) {
    return new Uint32Array(this.decoder.memory.buffer, record, 3)[2];
  }
}

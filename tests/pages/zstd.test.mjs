// What is packed is unpacked as it comes; what is damaged or cut is refused.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { unzstd } from "../../leoni_replay/site/page/zstd.js";

const program = await WebAssembly.compile(
  await readFile(new URL("../../leoni_replay/site/zstd.wasm", import.meta.url)),
);
// 300,000 times the letter a, and the letters of a word, packed by zstandard with a checksum.
const PACKED = Buffer.from("KLUv/aTokwQATAAACGEBAPz/ORACAgAQYYUAAEBwYXRpZW5jZQEA3RMdAAFMedyE", "base64");

/** Unpack bytes that come in parts of a size. */
async function unpack(bytes, size) {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const chunks = [];
  for await (const chunk of ReadableStream.from(parts).pipeThrough(unzstd(program))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("bytes come in parts of any size", async () => {
  for (const size of [1, 7, 1000]) assert.equal(await unpack(PACKED, size), `${"a".repeat(300_000)}patience`);
});

test("what is damaged or cut is refused", async () => {
  const damaged = PACKED.with(PACKED.length - 1, PACKED.at(-1) ^ 1);
  await assert.rejects(unpack(damaged, 10), /damaged/);
  await assert.rejects(unpack(Buffer.from("<!doctype html>"), 10), /damaged/);
  await assert.rejects(unpack(PACKED.subarray(0, -3), 10), /its end is missing/);
});

// What somebody gives to the page Check: a text, a file, or a link.

/** @import { Packing } from "./types" */

/** The most characters that are checked at once, as whoever checks them has it (`board/checking.py`). */
const LONGEST = 5_000_000;
const KEPT = "leoni text to check";
/** Longer texts are put into the field without its history: that takes too long. */
const LONGEST_WITH_UNDO = 100_000;

/**
 * What begins with these characters is no text.
 *
 * @type {[start: string, what: string][]}
 */
const KINDS = [
  ["PK\x03\x04", "is a packed folder or an office document: open it, and copy the text"],
  ["PK\x05\x06", "is an empty packed folder"],
  ["\x1f\x8b", "is packed: unpack it first"],
  ["7z\xbc\xaf", "is a packed folder: unpack it first"],
  ["Rar!", "is a packed folder: unpack it first"],
  ["%PDF", "is a PDF: open it, and copy the text of the page"],
  ["\x89PNG", "is a picture: Check reads text, so type what the page says"],
  ["\xff\xd8\xff", "is a picture: Check reads text, so type what the page says"],
  ["GIF8", "is a picture: Check reads text, so type what the page says"],
  ["RIFF", "is a picture or a sound: Check reads text"],
];

/** @param {number} count */
const grouped = (count) => count.toLocaleString("en");

/**
 * Check that a text is not too long, and return it.
 *
 * @param {string} text
 */
export function checkLength(text) {
  if (text.length <= LONGEST) return text;
  const size = `it has ${grouped(text.length)} characters, and at most ${grouped(LONGEST)} are checked at once`;
  throw new Error(`${size}. Give it in parts, or type leoni verify in a terminal, which takes any number of games`);
}

/**
 * The text of a file. What is no text is refused with what it is.
 *
 * @param {File} file
 */
export async function textOf(file) {
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const letters = Array.from(start, (byte) => String.fromCharCode(byte)).join("");
  const isWide = letters.startsWith("\xff\xfe") || letters.startsWith("\xfe\xff");
  const kind = isWide ? undefined : KINDS.find(([first]) => letters.startsWith(first));
  if (kind) throw new Error(`${file.name} ${kind[1]}`);
  if (file.type.startsWith("image/")) throw new Error(`${file.name} is a picture: Check reads text`);
  if (!isWide && letters.includes("\0")) throw new Error(`${file.name} is no text`);
  // A character takes at most four bytes.
  if (file.size > 4 * LONGEST) {
    const size = `${file.name} has ${grouped(Math.round(file.size / 1e6))} MB, and a text of at most 5 MB is checked`;
    throw new Error(`${size}. Type leoni verify in a terminal, which takes any number of games`);
  }
  const bytes = await file.arrayBuffer();
  if (isWide) return new TextDecoder(letters.startsWith("\xff") ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * The records of links to games, or the text itself if it has none: a record may name a link in a tag or a comment.
 *
 * @param {string} text
 * @param {Packing | null} packing how games are packed into an address; null where they are not
 */
export async function recordsOf(text, packing) {
  if (/^[^\S\n]*\[\w+ "/m.test(text)) return text;
  const inAddress = /^\s*\S+#(?:.*&)?text=(\S+)\s*$/.exec(text);
  if (inAddress) return decodeURIComponent(inAddress[1].replace(/\+/g, "%20"));
  const links = [...text.matchAll(/#game=([\w-]+)/g)].map(([, game]) => game);
  if (!links.length) return text;
  if (!packing) {
    throw new Error(
      "this link leads to a game on a site: open it there, choose Menu, then Check, or save it as a file",
    );
  }
  try {
    return (await Promise.all(links.map(packing.unpacked))).join("\n\n");
  } catch {
    throw new Error("a link to a game is not whole; copy all of it, to its last letter");
  }
}

/**
 * The link of a text that opens a deal to be played, as *Share* makes it: there is no game in it. Null if it has none.
 *
 * @param {string} text
 */
export const dealLinkOf = (text) => /\S+#(?:\S*&)?(?:play|new|learn)=\S*/.exec(text)?.[0] ?? null;

/**
 * Put a text into a field, so that the browser's Undo brings back what stood there.
 *
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
export function fill(field, text) {
  const focused = document.activeElement;
  if (text.length > LONGEST_WITH_UNDO) field.value = text;
  if (text === field.value) return;
  field.focus({ preventScroll: true });
  field.select();
  // No other way keeps the field's history.
  if (!document.execCommand("insertText", false, text)) field.value = text;
  field.blur();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * Keep a text for a reload of the page; one that the browser has no room for is forgotten.
 *
 * @param {string} text
 */
export function keepText(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    /* then it is not kept */
  }
}

/** The text that stood in the field when the page was left. */
export function keptText() {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

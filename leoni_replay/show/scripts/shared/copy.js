// The position that is shown, copied as text and as a picture. `announce` tells what has become of it.

import { $, make } from "../table/dom.js";
import { fileOf } from "./picture.js";
import { linesOfText } from "./text.js";

/** @typedef {(words: string) => void} Announce */

/**
 * Copy a text.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser has done it
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/**
 * Copy a text as what somebody selects: files that are opened from a disk, and frames, may not use the clipboard in
 * every browser. What lies behind an open dialog can't be selected, so the field stands in it.
 *
 * @param {string} text
 */
function copySelected(text) {
  const focused = document.activeElement;
  const dialogs = document.querySelectorAll("dialog:modal");
  const field = (dialogs[dialogs.length - 1] ?? document.body).appendChild(make("textarea"));
  field.value = text;
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/**
 * @param {string} text
 * @param {string} done what is said then
 * @param {Announce} announce
 */
export async function copyText(text, done, announce) {
  announce((await copy(text)) ? done : "This browser copies nothing from here.");
}

/** @param {Announce} announce */
async function copyPicture(announce) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": fileOf() })]);
    announce("The position is copied as a picture.");
  } catch {
    announce("This browser copies no pictures from here.");
  }
}

/** @param {Announce} announce */
export function offerCopies(announce) {
  $("copy-picture").addEventListener("click", () => copyPicture(announce));
  $("copy-text").addEventListener("click", () => {
    const lines = linesOfText().map(([name, text]) => `${name}: ${text}\n`);
    copyText(lines.join(""), "The position is copied as text.", announce);
  });
}

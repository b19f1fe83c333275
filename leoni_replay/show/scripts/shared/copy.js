// The position that is shown, copied as text and as a picture. `announce` tells what has become of it.

import { $, make } from "../table/dom.js";
import { fileOf } from "./picture.js";
import { linesOfText } from "./text.js";

/** @typedef {(words: string) => void} Announce */

/**
 * @param {string} text
 * @param {string} done what is said then
 * @param {Announce} announce
 */
export async function copyText(text, done, announce) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Files that are opened from a disk may not use it in every browser.
    const area = $("options").appendChild(make("textarea"));
    area.value = text;
    area.select();
    isCopied = document.execCommand("copy");
    area.remove();
  }
  announce(isCopied ? done : "This browser copies nothing from here.");
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

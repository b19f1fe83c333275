// The position that is shown, copied as text and as a picture. `announce` tells what has become of it.

import { $, make } from "../table/dom.js";
import { fileOf } from "./picture.js";
import { linesOfText } from "./text.js";

export async function copyText(text, done, announce) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Files that are opened from a disk may not use it in every browser.
    const area = $("options").appendChild(make("textarea"));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(done);
}

const copies = (announce) => ({
  "copy-text": () =>
    copyText(
      linesOfText()
        .map((line) => `${line.join(": ")}\n`)
        .join(""),
      "The position is copied as text.",
      announce,
    ),
  "copy-picture": async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": fileOf() })]);
      announce("The position is copied as a picture.");
    } catch {
      announce("This browser copies no pictures from here.");
    }
  },
});

export function offerCopies(announce) {
  const acts = copies(announce);
  for (const id in acts) $(id).addEventListener("click", acts[id]);
}

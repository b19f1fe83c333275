// The position that is shown, copied as text and as a picture.

async function copy(text, done) {
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

const copies = {
  "copy-text": () => copy(linesOfText().map((line) => `${line.join(": ")}\n`).join(""), "The position is copied as text."),
  "copy-picture": async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": fileOf() })]);
      announce("The position is copied as a picture.");
    } catch {
      announce("This browser copies no pictures from here.");
    }
  },
};
for (const id in copies) $(id).addEventListener("click", copies[id]);

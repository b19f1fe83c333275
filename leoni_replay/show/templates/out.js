// What one can take away: the position as text, picture or link, and the record; and the whole screen.

const announce = (text) => { $("done").textContent = text; };

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

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // A slow machine takes its time until it has read all of it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  announce(`${name} is among your downloads.`);
}

const outs = {
  "copy-text": () => copy(linesOfText().map((line) => `${line.join(": ")}\n`).join(""), "The position is copied as text."),
  "copy-picture": async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": fileOf() })]);
      announce("The position is copied as a picture.");
    } catch {
      announce("This browser copies no pictures from here: save the picture instead.");
    }
  },
  "copy-link": () => copy(location.href.replace(/#.*/, "") + hashOf(line, table.at), "The link is copied."),
  "copy-record": () => copy(data.record, "The record is copied."),
  "save-record": () => download(new Blob([data.record], { type: "text/plain" }), `${data.name}.moves`),
  "save-picture": async () => {
    const name = `${data.name}-${hashOf(line, table.at).slice(1)}.png`, file = await fileOf().catch(() => null);
    if (file) download(file, name);
    else announce("This browser cannot make a picture.");
  },
  full: () => {
    $("options").close();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  },
};
for (const id in outs) $(id).addEventListener("click", outs[id]);
$("full").hidden = !document.fullscreenEnabled;
// A page in a frame has no address, and that of a board on this machine is of no use to others.
$("copy-link").hidden = location.protocol !== "file:" && !elsewhere;

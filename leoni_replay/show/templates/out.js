// What else one can take away: a link, the record, a file with the picture; and the whole screen.

const announce = (text) => { $("done").textContent = text; };

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // A slow machine takes its time until it has read all of it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  announce(`${name} is among your downloads.`);
}

const outs = {
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

// What else one can take away: a link, the record, a file with the picture; and the whole screen.

import { copyText, offerCopies } from "../shared/copy.js";
import { data, elsewhere, table } from "../shared/page.js";
import { fileOf } from "../shared/picture.js";
import { $, download } from "../table/dom.js";
import { hashOf, line } from "./lines.js";

/** @param {string} text */
function announce(text) {
  $("done").textContent = text;
}

offerCopies(announce);

$("copy-link").addEventListener("click", () =>
  copyText(location.href.replace(/#.*/, "") + hashOf(line, table.at), "The link is copied.", announce),
);
$("copy-record").addEventListener("click", () => copyText(data.record, "The record is copied.", announce));
$("save-record").addEventListener("click", () => announce(download(data.record, `${data.name}.moves`)));
$("save-picture").addEventListener("click", async () => {
  const name = `${data.name}-${hashOf(line, table.at).slice(1)}.png`;
  const file = await fileOf().catch(() => null);
  if (file) announce(download(file, name));
  else announce("This browser cannot make a picture.");
});
$("full").addEventListener("click", () => {
  $("options").close();
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
$("full").hidden = !document.fullscreenEnabled;
// A page in a frame has no address, and that of a board on this machine is of no use to others.
$("copy-link").hidden = location.protocol !== "file:" && !elsewhere;

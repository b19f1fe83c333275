// The page as it opens. Marks stand below the slider where chapters begin and comments are written.

document.body.classList.add("live");
$("player").hidden = false;
// Above the table nothing is unfolded.
if (getComputedStyle(document.body).display !== "grid") {
  for (const fold of document.querySelectorAll("header details:not(#review)")) fold.open = false;
}
for (const n of stops) {
  const kind = data.faulty && n === data.steps.length ? "fault" : data.chapters.includes(n) ? "chapter" : "comment";
  if (!n || (kind === "comment" && !data.comments.includes(n))) continue;
  $("marks").appendChild(make("i", { class: kind })).style.left = `${(100 * n) / data.steps.length}%`;
}
table.settle();
if (framed) new ResizeObserver(() => parent.postMessage(Math.ceil(document.body.offsetHeight), "*")).observe(document.body);
if (read()) play();

// How large the table is: as large as the room allows.

const CAPTION = data.captions?.every(([, caption]) => !caption) && !data.variations.length ? 0 : 21;
let bare = false;

function fit() {
  const player = $("player"), box = $("box");
  // Beside the list the player is as high as the window; above it, it takes what the header leaves.
  const beside = getComputedStyle(document.body).display === "grid";
  const top = player.getBoundingClientRect().top + scrollY;
  player.style.height = beside ? "" : `max(15rem, calc(100svh - ${Math.ceil(top) + 5}px))`;
  table.fit(box.clientWidth, box.clientHeight - CAPTION);
}

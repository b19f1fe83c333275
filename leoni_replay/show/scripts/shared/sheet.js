// Sheets: dialogs that close by their cross, and by a tap outside of them.

const STOPS = ":is(button, a[href], input, select, summary):not(.close, :disabled)";

for (const dialog of document.querySelectorAll("dialog")) {
  // A sheet that scrolls is no stop for Tab: what it offers is.
  dialog.tabIndex = -1;
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect();
    const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    // A key presses a button at 0, 0.
    const isCross = target instanceof Element && target.closest(".close");
    if (isCross || (target === dialog && !inside)) dialog.close();
  });
  // From its title a Tab leads to what a sheet offers; what closes it, which Esc does too, comes before that.
  dialog.addEventListener("keydown", (event) => {
    const isForward = event.key === "Tab" && !event.shiftKey && event.target instanceof HTMLHeadingElement;
    if (!isForward) return;
    const first = [...dialog.querySelectorAll(STOPS)].find((stop) => stop.checkVisibility());
    if (!(first instanceof HTMLElement)) return;
    event.preventDefault();
    first.focus();
  });
}

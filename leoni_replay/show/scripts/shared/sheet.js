// Sheets: dialogs that close by their cross, and by a tap outside of them.

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect();
    const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    // A key presses a button at 0, 0.
    const isCross = target instanceof Element && target.closest(".close");
    if (isCross || (target === dialog && !inside)) dialog.close();
  });
}

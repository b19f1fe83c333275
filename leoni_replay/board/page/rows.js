// Games in a list, each with a button that throws it away. It asks first, and what was thrown away can come back.

import { button, make } from "../../show/scripts/table/dom.js";

/**
 * A row: a button that opens the game, and one that throws it away.
 *
 * @param {HTMLElement} opening
 * @param {object} game
 * @param {string} game.name
 * @param {() => unknown} game.throwAway
 * @param {() => unknown} game.bringBack
 */
export function gameRow(opening, { name, throwAway, bringBack }) {
  const row = make("div", { class: "waiting" });
  /**
   * @param {string} words
   * @param {HTMLButtonElement[]} ways
   */
  function say(words, ...ways) {
    row.replaceChildren(make("p", { role: "status" }, words), ...ways);
    // Who presses Enter twice throws nothing away.
    ways.at(-1)?.focus({ preventScroll: true });
  }
  function throwIt() {
    throwAway();
    const undo = button("Undo", () => {
      bringBack();
      showGame();
    });
    say(`${name} is thrown away.`, undo);
  }
  const ask = () => say("Throw this game away?", button("Throw away", throwIt), button("Keep", showGame));
  const away = button("×", ask, { class: "quiet", title: "Throw away", "aria-label": `Throw ${name} away` });
  function showGame() {
    const hadFocus = row.contains(document.activeElement);
    row.replaceChildren(opening, away);
    if (hadFocus) away.focus({ preventScroll: true });
  }
  showGame();
  return row;
}

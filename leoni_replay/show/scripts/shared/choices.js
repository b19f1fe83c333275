// What a reader ticks stays ticked.

import { $ } from "../table/dom.js";
import { LOOKS, memory } from "./memory.js";

/**
 * Remember how the cards are to look, and what else is ticked on the page.
 *
 * @param {{ id: "rest" | "read" | "letters", act: () => void }[]} others what is done with a choice that the page has
 *     besides
 */
export function rememberChoices(others = []) {
  const looks = LOOKS.map((id) => ({ id, act: () => document.documentElement.classList.toggle(id, $(id).checked) }));
  for (const { id, act } of [...looks, ...others]) {
    const field = $(id);
    field.checked = memory.get(id, field.checked);
    act();
    field.addEventListener("change", () => {
      act();
      memory.set(id, field.checked);
    });
  }
}

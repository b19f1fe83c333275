// What a reader chooses stays chosen. `others`: what is done with a choice that the page has besides the look of cards.

import { $ } from "../table/dom.js";
import { LOOKS, memory } from "./memory.js";

const lookOf = (id) => [id, () => document.documentElement.classList.toggle(id, $(id).checked)];

export function rememberChoices(others = {}) {
  const choices = { ...Object.fromEntries(LOOKS.map(lookOf)), ...others };
  for (const id in choices) {
    const field = $(id);
    const what = field.type === "checkbox" ? "checked" : "value";
    const stored = memory.get(id, null);
    if (stored !== null) field[what] = stored;
    if (!field.value) field.value = "1";
    choices[id]();
    field.addEventListener("change", () => {
      choices[id]();
      memory.set(id, field[what]);
    });
  }
}

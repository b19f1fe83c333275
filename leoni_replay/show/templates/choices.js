// What a reader chooses stays chosen.

const look = (id) => [id, () => document.documentElement.classList.toggle(id, $(id).checked)];
const choices = {
  ...Object.fromEntries(["four", "large", "red"].map(look)),
  read: () => setList($("read").checked),
  rest: () => {},
  speed: () => {},
};
const kept = (id) => ($(id).type === "checkbox" ? "checked" : "value");
for (const id in choices) {
  if (!$(id)) continue;
  try {
    const stored = JSON.parse(localStorage.getItem(`leoni ${id}`));
    if (stored !== null) $(id)[kept(id)] = stored;
  } catch { /* nothing may be stored here, or something else is */ }
  if (!$(id).value) $(id).value = "1";
  choices[id]();
  $(id).addEventListener("change", () => {
    choices[id]();
    try {
      localStorage.setItem(`leoni ${id}`, JSON.stringify($(id)[kept(id)]));
    } catch { /* the same */ }
  });
}

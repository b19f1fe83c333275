// What a reader chooses stays chosen.

const look = (id) => [id, () => document.documentElement.classList.toggle(id, $(id).checked)];
const choices = {
  ...Object.fromEntries(LOOKS.map(look)),
  read: () => setList($("read").checked),
  rest: () => {},
  speed: () => {},
};
const kept = (id) => ($(id).type === "checkbox" ? "checked" : "value");
for (const id in choices) {
  if (!$(id)) continue;
  const stored = memory.get(id, null);
  if (stored !== null) $(id)[kept(id)] = stored;
  if (!$(id).value) $(id).value = "1";
  choices[id]();
  $(id).addEventListener("change", () => {
    choices[id]();
    memory.set(id, $(id)[kept(id)]);
  });
}

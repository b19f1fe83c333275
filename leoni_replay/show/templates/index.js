"use strict";
// The list of games: filtered by words, sorted by a column.

const rows = [...document.querySelectorAll("#games tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase().replaceAll("\ufe0e", ""));
const filter = document.getElementById("filter"), found = document.getElementById("found");

// Every word has to be there; one with a minus sign in front must not.
function choose() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  rows.forEach((row, n) => {
    row.hidden = !words.every((word) => (word.length > 1 && word[0] === "-" ? !texts[n].includes(word.slice(1)) : texts[n].includes(word)));
    if (!row.hidden) left++;
  });
  found.textContent = words.length ? `${left} of ${rows.length}` : "";
}

for (const head of document.querySelectorAll("#games th[data-by]")) {
  const column = head.cellIndex, number = head.dataset.by === "number";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[column].textContent;
    const compare = (one, other) =>
      number ? value(one) - value(other) : value(one).localeCompare(value(other), "en", { numeric: true });
    const sorted = rows.toSorted((one, other) => (down ? -1 : 1) * compare(one, other));
    document.querySelector("#games tbody").append(...sorted);
  });
}
filter.addEventListener("input", choose);
document.getElementById("choose").hidden = false;
choose();

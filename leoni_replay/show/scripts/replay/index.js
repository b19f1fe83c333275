// The list of games: filtered by words, sorted by a column.

const gameRows = [...document.querySelectorAll("#games tbody tr")];
const rowTexts = gameRows.map((row) => row.textContent.toLowerCase().replaceAll("\ufe0e", ""));
const filterField = document.getElementById("filter");
const foundCount = document.getElementById("found");

// Every word has to be there; one with a minus sign in front must not.
function filterGames() {
  const words = filterField.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  gameRows.forEach((row, n) => {
    row.hidden = !words.every((word) =>
      word.length > 1 && word[0] === "-" ? !rowTexts[n].includes(word.slice(1)) : rowTexts[n].includes(word),
    );
    if (!row.hidden) left++;
  });
  foundCount.textContent = words.length ? `${left} of ${gameRows.length}` : "";
}

for (const head of document.querySelectorAll("#games th[data-by]")) {
  const column = head.cellIndex;
  const number = head.dataset.by === "number";
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
    const sorted = gameRows.toSorted((one, other) => (down ? -1 : 1) * compare(one, other));
    document.querySelector("#games tbody").append(...sorted);
  });
}
filterField.addEventListener("input", filterGames);
document.getElementById("choose").hidden = false;
filterGames();

// The list of games: filtered by words, sorted by a column.

import { $, button } from "../table/dom.js";

/** @type {NodeListOf<HTMLTableCellElement>} */
const columnHeads = document.querySelectorAll("#games th[data-by]");
/** @type {NodeListOf<HTMLTableRowElement>} */
const gameRows = document.querySelectorAll("#games tbody tr");
const rowTexts = Array.from(gameRows, (row) => row.textContent.toLowerCase().replaceAll("\ufe0e", ""));

/** Every word has to be there; one with a minus sign in front must not. */
function filterGames() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  gameRows.forEach((row, n) => {
    row.hidden = !words.every((word) =>
      word.length > 1 && word[0] === "-" ? !rowTexts[n].includes(word.slice(1)) : rowTexts[n].includes(word),
    );
    if (!row.hidden) count++;
  });
  $("found").textContent = words.length ? `${count} of ${gameRows.length}` : "";
}

/**
 * Sort the games by a column, the other way round if they are sorted by it.
 *
 * @param {HTMLTableCellElement} head
 */
function sortBy(head) {
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of columnHeads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const texts = new Map(Array.from(gameRows, (row) => [row, row.cells[head.cellIndex].textContent]));
  const textOf = (/** @type {HTMLTableRowElement} */ row) => texts.get(row) ?? "";
  const sorted = [...gameRows].sort((row, other) => {
    const [first, second] = down ? [textOf(other), textOf(row)] : [textOf(row), textOf(other)];
    return head.dataset.by === "number"
      ? Number(first) - Number(second)
      : first.localeCompare(second, "en", { numeric: true });
  });
  gameRows[0]?.parentElement?.append(...sorted);
}

for (const head of columnHeads) head.replaceChildren(button(head.textContent, () => sortBy(head)));
$("filter").addEventListener("input", filterGames);
$("choose").hidden = false;
filterGames();

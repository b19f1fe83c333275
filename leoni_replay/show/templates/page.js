// The page: what it was given, and its table.

const data = JSON.parse($("game").textContent);
const table = $("table");

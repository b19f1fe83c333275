// The page: what it was given, and its table.

const data = JSON.parse($("game").textContent);
const table = $("table");
// Whether others can open the address of the page.
const elsewhere = /^http/.test(location.protocol) && !/^(localhost$|127\.|\[::1)/.test(location.hostname);

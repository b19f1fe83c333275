// The board's requests go to the server that gave the page.

async function send(request) {
  const response = await fetch("", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  if (!response.ok && response.status !== 400) throw new Error(String(response.status));
  return response.json();
}
const call = send; // as the page Check asks

// Where a record is, in words, and what is said when nobody answers any more.
const place = (path) => path;
function stopped({ recorded, saved, path }) {
  const stored = [`Your game is saved in ${path}.`, `To go on: leoni ${recorded ? "replay" : "play"} --web ${path}`];
  return ["leoni is not running any more.", ...(saved ? stored : [])];
}

const shareable = null; // there is no address that others could open
const preview = () => {};

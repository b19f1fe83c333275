// Requests go to the server that gave the page.

/** @param {object} request */
export async function askServer(request) {
  const response = await fetch("", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  if (!response.ok && response.status !== 400) throw new Error(String(response.status));
  return response.json();
}

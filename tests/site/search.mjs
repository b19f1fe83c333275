// Searches the built site as its pages do: node search.mjs SITE QUERY… prints the address found first for each query, with its section.
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const [site, ...queries] = process.argv.slice(2);
const workers = `${site}/assets/javascripts/workers/`;
const script = readdirSync(workers).find((name) => name.endsWith(".js"));
let receive;
let reply;
const worker = {
  addEventListener: (_, listener) => {
    receive = listener;
  },
  postMessage: (message) => reply(message.data),
  console,
};
worker.self = worker;
runInContext(readFileSync(workers + script, "utf8"), createContext(worker));

/** Send the worker a message of this type, and wait for what it answers. */
function ask(type, data) {
  return new Promise((resolve) => {
    reply = resolve;
    receive({ data: { type, data } });
  });
}

const [SETUP, QUERY] = [0, 2];
await ask(SETUP, { ...JSON.parse(readFileSync(`${site}/search/search_index.json`, "utf8")), options: {} });
const found = {};
for (const query of queries) {
  const { items } = await ask(QUERY, query);
  found[query] = items.length ? items[0][0].location : null;
}
process.stdout.write(JSON.stringify(found));

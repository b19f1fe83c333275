// What addresses ask for, and what is said of those that ask for nothing.

import assert from "node:assert/strict";
import test from "node:test";
import { readLink, settingsOf } from "../../leoni_replay/site/page/link.js";

const OFFERS = [
  { name: "Leoni's Own", slug: "leonis-own", books: [["wikipedia"], ["mcneely"]], guide: { deal: "seed:7" } },
  { name: "Martha", slug: "martha", books: [["wikipedia"]], guide: null },
];
const read = (hash) => readLink(hash, OFFERS);
const [leoni, martha] = OFFERS;

test("an address opens a deal, a guide or a game", () => {
  const deal = { opening: "new", offer: martha, deal: "seed:1884", cards: null, won: 0, rules: "wikipedia" };
  assert.deepEqual(read("#new=Martha&deal=seed:1884&rules=wikipedia"), deal);
  assert.deepEqual(read("#new=Martha"), { ...deal, deal: "", rules: "" });
  for (const name of ["Leoni's Own", "leoni’s own", "leonis-own", "Leoni%27s+Own"]) {
    assert.deepEqual(read(`#learn=${name}`), { opening: "learn", offer: leoni, deal: "seed:7", rules: "" });
  }
  const game = { opening: "game", game: "bZAx-_", watch: false, resume: false };
  assert.deepEqual(read("#game=bZAx-_.&theme=dark"), game);
  assert.deepEqual(read("#game=bZAx-_&resume"), { ...game, resume: true });
  assert.ok(read("#game=bZAx&watch").watch);
  // In how many moves a friend has won is a number, whatever somebody writes there.
  const won = ["52", "0", "-1", "1e9", "99999", "<b>"].map((text) => read(`#play=Martha&won=${text}`).won);
  assert.deepEqual(won, [52, 0, 0, 0, 0, 0]);
  // A point at the end is of the sentence in which an invitation stands.
  assert.deepEqual(read("#play=Martha&rules=wikipedia&cards=bZ&deal=seed:1."), {
    ...deal,
    opening: "play",
    deal: "seed:1",
    cards: "bZ",
  });
  for (const hash of ["", "#", "#games", "#theme=dark&bare"]) assert.deepEqual(read(hash), { opening: "" });
});

test("whatever else it says is refused in a sentence", () => {
  for (const [hash, words] of [
    ["#game=Martha", "game= takes a whole game that was played. To begin Martha, say #new=Martha."],
    ["#new=Chess", "There is no game “Chess”. There are Leoni's Own and Martha."],
    ["#new=", "This address says new= without a game, for example #new=Martha&deal=seed:1884."],
    ["#new=Martha&rules=foo", "Martha has no rules “foo”. It has wikipedia."],
    ["#learn=Martha", "Martha has no guided deal."],
    ["#learn=leonis-own&deal=seed:1", "A guide has its own deal and rules: say learn= alone."],
    ["#deal=seed:1884", "This address says deal= without a game."],
    ["#new=Martha&learn=Anna", "This address asks for two things: new= and learn=. Say one of them."],
    ["#nwe=Martha", "This address says “nwe”, which opens nothing."],
    ["#m57", "This address says “m57”, which opens nothing."],
  ]) {
    const { opening, wrong } = read(hash);
    assert.equal(opening, "");
    assert.ok(wrong.startsWith(words.replace(/\.$/, "")), `${hash}: ${wrong}`);
  }
});

test("what a page has opened is gone from its address, and its settings stay", () => {
  assert.equal(settingsOf("#new=Martha&deal=seed:1&theme=dark&--felt=navy"), "#theme=dark&--felt=navy");
  assert.equal(settingsOf("#learn=Anna"), "");
});

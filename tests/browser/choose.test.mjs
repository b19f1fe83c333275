// What a tap on a card means, without a browser: node --test tests/browser/choose.test.mjs

import assert from "node:assert/strict";
import test from "node:test";

globalThis.matchMedia = () => ({ matches: false });
globalThis.CustomEvent = class {
  constructor(_type, { detail }) {
    this.detail = detail;
  }
};
const { Chooser } = await import("../../leoni_replay/show/scripts/table/choose.js");

/** A table with a fan of five cards and a stock of five, each card 10 pixels below or right of the one before. */
function tableOf(told) {
  return {
    piles: [Array(5).fill({}), Array(5).fill({})],
    spots: [{ lie: "fan" }, { lie: "squared" }],
    plan: { spots: [{}, {}] },
    scale: 1,
    addEventListener() {},
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    getRootNode: () => null,
    frameOf: (p, i) => [200 * p, 10 * i, 200 * p + 60, i < 4 ? 10 * (i + 1) : 124],
    dispatchEvent: ({ detail }) => told.push(detail),
  };
}

function chooserOf(moves, told = []) {
  const chooser = new Chooser(tableOf(told));
  chooser.moves = moves;
  chooser.ask = (asked) => {
    chooser.asked = asked;
  };
  return chooser;
}

globalThis.document = { activeElement: null };
globalThis.ShadowRoot = class {};
globalThis.Document = class {};

const topMove = { move: "1:7H^", from: [0, 4], to: null };
const anyMove = { move: "1:4S^", from: [0, 1], to: null };
const stockMove = { move: "deal", from: [1, 4], to: null };

test("a covered card is asked about itself, and the card that lies on it stays where it is", () => {
  const told = [];
  const chooser = chooserOf([topMove], told);
  chooser.tap([0, 2]);
  assert.deepEqual(told, [{ from: [0, 2], to: null }]);
  chooser.tap([0, 4]);
  assert.deepEqual(told[1], { moves: ["1:7H^"], from: [0, 4] });
});

test("a stock is its uppermost card, wherever it is tapped", () => {
  const told = [];
  chooserOf([stockMove], told).tap([1, 0]);
  assert.deepEqual(told, [{ moves: ["deal"], from: [1, 0] }]);
});

const touch = (x, y) => ({ pointerType: "touch", clientX: x, clientY: y });

test("a finger in the strip of a covered card means that card, or one that can be played close by", () => {
  // The uppermost card begins at 40: it is large, so a finger 8 pixels above it points at another.
  assert.deepEqual(chooserOf([topMove]).near([0, 3], touch(20, 32)), [0, 3]);
  assert.deepEqual(chooserOf([topMove]).near([0, 3], touch(20, 37)), [0, 4]);
  // Of a covered card that can be played only a strip is seen, from 10 to 20.
  assert.deepEqual(chooserOf([anyMove]).near([0, 3], touch(20, 32)), [0, 1]);
});

test("a finger just beside what is lit means it, also on the felt or on a card of another pile that can't move", () => {
  const chooser = chooserOf([anyMove]);
  assert.deepEqual(chooser.near(null, touch(65, 15)), [0, 1]);
  assert.deepEqual(chooser.near([1, 4], touch(65, 15)), [0, 1]);
  assert.deepEqual(chooser.near([1, 4], touch(75, 15)), [1, 4]);
  // What is lit is 40 pixels high for a finger, and a mouse points exactly.
  assert.deepEqual(chooser.near(null, touch(30, -4)), [0, 1]);
  assert.equal(chooser.near(null, { ...touch(65, 15), pointerType: "mouse" }), null);
  // Of two that are lit, each is meant where it is seen.
  assert.deepEqual(chooserOf([topMove, anyMove]).near([0, 4], touch(20, 42)), [0, 4]);
});

test("the card of which somebody asks where it goes is lit otherwise than what can be played", () => {
  const chooser = chooserOf([topMove]);
  assert.equal(chooser.kindOf(topMove.from), "");
  chooser.ask([topMove, { ...topMove, move: "1:7H>2", to: 1 }]);
  assert.equal(chooser.kindOf(topMove.from), "chosen");
});

test("a card that can't move follows a finger a little, goes back, and it is asked why, as with a tap", () => {
  const told = [];
  const chooser = chooserOf([topMove], told);
  const names = [];
  const classList = { add: (name) => names.push(name), remove() {}, contains: () => false };
  const box = { style: { transform: "", zIndex: "3" }, classList };
  chooser.table.piles[0] = Array(5).fill({ box });
  Object.assign(chooser.table, { dataset: {}, areaOf: () => [0, 0, 60, 124], setPointerCapture() {} });
  chooser.at = () => [0, 2];
  const event = (x, y) => ({ ...touch(x, y), button: 0, isPrimary: true, pointerId: 1, target: null });
  chooser.down(event(20, 25));
  chooser.move(event(20, 125));
  assert.equal(box.style.transform, " translate(0px,10px)");
  chooser.up(event(20, 100));
  assert.equal(box.style.transform, "");
  assert.ok(names.includes("stuck"));
  assert.deepEqual(told, [{ from: [0, 2], to: null }]);
});

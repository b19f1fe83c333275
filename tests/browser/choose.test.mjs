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
    scale: 1,
    addEventListener() {},
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    getRootNode: () => null,
    cornerOf: (p, i) => [200 * p, 10 * i],
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

test("a finger in the strip of a covered card means that card, or one that can be played close by", () => {
  const touch = (y) => ({ pointerType: "touch", clientX: 20, clientY: y });
  // The uppermost card begins at 40: it is large, so a finger 8 pixels above it points at another.
  assert.deepEqual(chooserOf([topMove]).near([0, 3], touch(32)), [0, 3]);
  assert.deepEqual(chooserOf([topMove]).near([0, 3], touch(37)), [0, 4]);
  // Of a covered card that can be played only a strip is seen, from 10 to 20.
  assert.deepEqual(chooserOf([anyMove]).near([0, 3], touch(32)), [0, 1]);
});

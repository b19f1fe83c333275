// Every state of the board without a browser: node --test tests/browser/view.test.mjs

import assert from "node:assert/strict";
import test from "node:test";
import { invitationWords, replayWords } from "../../leoni_replay/board/page/invitation.js";
import { byHand, cardsHome, dealName, dealNamed } from "../../leoni_replay/board/page/known.js";
import { ask, sendTo } from "../../leoni_replay/board/page/requests.js";
import { initial, next } from "../../leoni_replay/board/page/state.js";
import { begin, listen, state as storedState, tell } from "../../leoni_replay/board/page/store.js";
import { meaningOf, modeOf, nextDealInWords, viewOf } from "../../leoni_replay/board/page/view.js";
import { cardsInOrder, frameThatWay } from "../../leoni_replay/show/scripts/table/cursor.js";

const card = { move: "4:3S^", short: "4:3♠▲", from: [1, 0], to: 2 };
const elsewhere = { move: "4:3S>3", short: "4:3♠>3", from: [1, 0], to: 3 };
const exile = { move: "exile", short: "exile", from: [0, 3], to: null };
const stock = { move: "deal", short: "deal", from: null, to: null };
const redeal = { move: "redeal", short: "redeal", from: null, to: null };
const LEGAL = [[], [card], [card, elsewhere], [exile], [stock, exile], [redeal], [card, exile]];
const STEP = { move: "1:2S^", short: "1:2♠▲", prose: "2♠ goes home", changes: [] };

const REPLY = {
  game: 1,
  version: 1,
  name: "Labyrinth",
  rules: "lnp",
  path: "g.moves",
  saved: true,
  keeps: true,
  recorded: false,
  dealt: true,
  state: "2 moves are legal",
  deal: "seed:1",
  question: "",
  answers: [],
  wanted: 0,
  has_unknown_cards: false,
  legal: [card],
  asked: [],
  finish: "",
  aloud: { foundations: [], places: [], moves: ["turn up an exile"] },
  result: "*",
  redo: false,
  over: false,
  kept: 0,
  steps: [],
  said: [],
};
const PLACES = [{ label: "stock" }, { label: "4" }, { label: "S^" }, { label: "3" }];
const OFFER = {
  name: "Labyrinth",
  slug: "labyrinth",
  line: "",
  deals: ["seed:9"],
  days: 366,
  books: [["lnp", "LNP"]],
  sheet: [],
  thumbnail: [1, 1],
  guide: { deal: "seed:guide", steps: [{ move: "4:3S^", text: "Tap it." }], closing: "That was it." },
};

const answer = (state, reply, request = { do: "play" }) =>
  next(state, { type: "answered", request, reply: { ...REPLY, ...reply }, today: 20000 });
const arrive = (state) =>
  next(next(state, { type: "shown", at: state.goal, done: true, words: "", weaving: false, held: false }), {
    type: "arrived",
  });
const laid = (reply = {}, known = {}) =>
  arrive(
    answer(
      initial({ offers: [OFFER], ...known }),
      { table: { places: PLACES, lines: [], open: false }, ...reply },
      { do: "start" },
    ),
  );

// All that can be at once: 2,688 states.
function* states() {
  for (const over of [false, true])
    for (const question of ["", "row 1?"])
      for (const result of ["*", "won", "lost", "conceded"])
        for (const legal of LEGAL)
          for (const recorded of [false, true])
            for (const count of [0, 2])
              for (const asked of [[], [card, elsewhere]])
                for (const back of [false, true]) {
                  const steps = Array(count).fill(STEP);
                  let state = laid({
                    over,
                    question,
                    result,
                    legal: question ? [] : legal,
                    recorded,
                    asked,
                    steps,
                    finish: "",
                  });
                  if (back && count) state = arrive(next(state, { type: "going", to: 0 }));
                  yield state;
                }
}

test("every state has one mode, something is said while one plays, and no button stands twice", () => {
  let count = 0;
  for (const state of states()) {
    const view = viewOf(state);
    const { reply } = state;
    const labels = view.buttons.map(({ label }) => label);
    assert.equal(typeof view.mode, "string");
    assert.equal(new Set(labels).size, labels.length, labels.join());
    if (view.mode !== "closed" && view.mode !== "looking-back" && !reply.question) {
      assert.ok(view.call || view.words || view.guide || view.mode === "reviewing", JSON.stringify(reply));
    }
    assert.ok(view.mode !== "closed" || !view.buttons.length);
    count++;
  }
  assert.ok(count > 1500);
});

test("whatever is lit can be played, and nothing is lit that cannot", () => {
  for (const state of states()) {
    const { lit, asked, hint } = viewOf(state);
    const { legal, asked: meant } = state.reply;
    assert.ok(lit.every((move) => legal.includes(move)));
    assert.ok(asked.every((move) => [...legal, ...meant].includes(move)));
    assert.ok(hint === null || [...legal, ...meant].some(({ move }) => move === hint));
  }
});

test("there is a way on from every state: a card that is lit, a button, undo, or what is asked", () => {
  for (const state of states()) {
    const view = viewOf(state);
    if (view.mode === "closed") continue;
    const ways = view.lit.length + view.buttons.length + (view.survey ? 1 : 0) + (view.disabled.undo ? 0 : 1);
    assert.ok(ways || !state.reply.legal.length, view.mode);
  }
});

// The letters of a row of buttons do nothing where these are grey or not there (keys.js).
test("undo, redo, hint and safe play can be had where the game is played on, and at its end undo alone", () => {
  const canBeHad = ({ disabled, hidden }) =>
    ["undo", "redo", "hint", "finish"].filter((id) => !disabled[id] && !hidden[id]);
  const guided = laid({ deal: "seed:guide", redo: true, finish: "safe" });
  const lost = laid({ result: "lost", legal: [], steps: [STEP, STEP], redo: true });
  const film = arrive(next(next(lost, { type: "borrowed", steps: [STEP] }), { type: "going", to: 1 }));
  for (const state of [...states(), guided, film, initial()]) {
    const { mode, ...view } = viewOf(state);
    const had = canBeHad(view);
    const most = /^(closed|loading|looking-back|reviewing)$/.test(mode) ? 0 : /^(decided|recorded|guided)$/.test(mode);
    if (most !== false) assert.ok(had.length <= Number(most) && (had[0] ?? "undo") === "undo", `${mode}: ${had}`);
    assert.ok(state.reply?.legal.length || !(had.includes("hint") || had.includes("finish")), mode);
  }
  assert.deepEqual(canBeHad(viewOf(laid({ steps: [STEP], redo: true }))), ["undo", "redo", "hint", "finish"]);
});

test("who looks back reads which move the table shows, of how many, and hears from a card how to return", () => {
  for (const result of ["*", "won"]) {
    const state = laid({ result, steps: [STEP, STEP, STEP] }, { hand: "keys" });
    const shown = (at) => next(next(state, { type: "going", to: at }), { type: "shown", at, words: "2♠ goes home" });
    const back = (at) => next(shown(at), { type: "arrived" });
    assert.equal(viewOf(back(2)).words, "Move 2 of 3: 2♠ goes home");
    assert.equal(viewOf(back(0)).words, "As dealt, before the first of 3 moves.");
    assert.equal(meaningOf(back(2), { from: [1, 0] }).act, "you look back");
    assert.notEqual(meaningOf(next(back(2), { type: "hand", hand: "touch" }), { from: [1, 0] })?.act, "you look back");
    // A card on its way to the last position is no look back.
    assert.doesNotMatch(viewOf(next(back(2), { type: "going", to: 3 })).words, /Move/);
  }
});

test("a refusal never hides what is legal", () => {
  const state = laid({ legal: [card] });
  const refused = { text: "4♠ waits for 3♠", look: [], code: "M1", rule: null, exact: ["3♠ is missing"] };
  const after = arrive(answer(state, { refused, said: ["why"], legal: [card] }, { do: "why" }));
  assert.deepEqual(viewOf(after).lit, [card]);
  assert.equal(viewOf(after).notice.lines[0], "4♠ waits for 3♠");
  assert.equal(viewOf(after).mode, modeOf(state));
});

test("why a move is refused is offered where more can be said than the refusal", () => {
  const refused = { text: "no card lies in pile 3", look: [], code: "", rule: null, exact: [] };
  const also = (more) => viewOf(answer(laid(), { refused, ...more }, { do: "why" })).notice.also;
  assert.deepEqual(also({}), []);
  assert.equal(also({ refused: { ...refused, exact: ["3♠ is missing"] } })[0].act, "why");
  assert.equal(also({ misplay: "misplay 1:2S^" })[0].act, "why");
});

test("a card that can go to two places is asked for, and the choice can be cancelled", () => {
  const state = laid({ legal: [card, elsewhere] });
  const { act, with: moves } = meaningOf(state, { moves: [card.move, elsewhere.move], from: [1, 0] });
  assert.equal(act, "choose");
  const asked = next(state, { type: "chosen", moves });
  assert.equal(modeOf(asked), "choosing");
  assert.deepEqual(
    viewOf(asked).buttons.map(({ label }) => label),
    ["♠\ufe0e ▲", "pile 3", "Cancel"],
  );
  assert.equal(modeOf(next(asked, { type: "chosen", moves: [] })), "playing");
});

test("while cards are on their way nothing can be played, and what could be done stays", () => {
  const state = laid({ legal: [card] });
  const moving = answer(state, { steps: [STEP], kept: 0, legal: [exile] });
  assert.deepEqual(viewOf(moving).lit, []);
  assert.ok(viewOf(moving).moving);
  assert.deepEqual(viewOf(arrive(moving)).lit, [exile]);
});

test("a weave that is under way can be held, and one that is held can go on", () => {
  const moving = answer(laid(), { steps: [STEP], kept: 0 });
  const shown = { type: "shown", at: 1, done: false, words: "1 of 4", weaving: true };
  const labels = (state) => viewOf(state).buttons.map(({ label }) => label);
  assert.deepEqual(labels(next(moving, { ...shown, held: false })), ["Hold"]);
  assert.deepEqual(labels(next(moving, { ...shown, held: true })), ["Go on", "Next card"]);
  assert.equal(viewOf(next(moving, { ...shown, held: true })).words, "1 of 4");
});

test("a hint among the moves of which one is asked for lights one of them, and keeps the question", () => {
  const state = laid({ asked: [card, elsewhere], legal: [exile] });
  const request = { do: "hint", among: [card.move, elsewhere.move] };
  const hinted = arrive(answer(state, { hint: card.move, said: ["Try this."], legal: [exile] }, request));
  assert.equal(modeOf(hinted), "choosing");
  assert.deepEqual(
    viewOf(hinted).buttons.map(({ hinted }) => Boolean(hinted)),
    [true, false, false],
  );
  assert.equal(viewOf(hinted).notice.lines[0], "Try this.");
  const other = arrive(answer(state, { hint: "exile", said: ["Neither yet."], legal: [exile] }, request));
  assert.equal(modeOf(other), "choosing");
  assert.deepEqual(
    viewOf(other).buttons.map(({ hinted }) => Boolean(hinted)),
    [false, false, true],
  );
  // What comes first is shown once the question is gone.
  assert.equal(viewOf(other).hint, null);
  const free = next(other, { type: "chosen", moves: [] });
  assert.equal(modeOf(free), "turning");
  assert.equal(viewOf(free).hint, "exile");
});

test("a second sentence that is short needs no sheet of its own", () => {
  const state = laid({ legal: [exile] });
  const said = (...lines) =>
    viewOf(arrive(answer(state, { hint: "exile", said: lines, legal: [exile] }, { do: "hint" }))).notice;
  assert.deepEqual(said("Try this.", "It is the only move."), {
    lines: ["Try this. It is the only move."],
    no: false,
    also: [],
  });
  assert.equal(said("Try this.", "It is the only move.", "So there.").also[0].label, "More");
});

test("where only reversals free a card they are lit, and the player can end the game", () => {
  const reversal = { move: "2S^v", short: "2♠▲▼", from: [2, 1], to: 3 };
  const state = laid({ legal: [reversal], ended_by_rules: true });
  assert.equal(modeOf(state), "ended-by-rules");
  assert.deepEqual(viewOf(state).lit, [reversal]);
  assert.deepEqual(
    viewOf(state).buttons.map(({ label }) => label),
    ["End the game"],
  );
});

test("a guide shows one step after the other, and then is over", () => {
  const state = laid({ deal: "seed:guide" });
  assert.equal(modeOf(state), "guided");
  assert.equal(viewOf(state).guide.sign, "1/1");
  assert.equal(viewOf(state).hint, card.move);
  assert.equal(meaningOf(state, { moves: [elsewhere.move], from: [1, 0] }).act, "not the guide");
  const over = arrive(answer(state, { deal: "seed:guide", steps: [{ ...STEP, move: card.move }] }));
  assert.equal(viewOf(over).guide.text, "That was it. It does not count in the statistics.");
  assert.notEqual(modeOf(next(over, { type: "guide", skipped: "seed:guide" })), "guided");
});

test("a guide that was shown to its end is over: the menu does not go on with it, and nobody is new here", () => {
  const begun = laid({ deal: "seed:guide" }, { stranger: true });
  const over = arrive(answer(begun, { deal: "seed:guide", steps: [{ ...STEP, move: card.move }] }));
  assert.deepEqual([over.learned, over.stranger], [["Labyrinth"], false]);
  const left = next(over, { type: "guide", skipped: "seed:guide" });
  const undone = arrive(answer(left, { deal: "seed:guide", kept: 0, steps: [] }, { do: "undo" }));
  assert.deepEqual([viewOf(undone).guide, viewOf(undone).hidden.guided], [null, true]);
  // A guide that was left before its end can go on.
  assert.ok(!viewOf(next(begun, { type: "guide", skipped: "seed:guide" })).hidden.guided);
  assert.equal(viewOf(next(begun, { type: "guide", skipped: "seed:guide" })).welcome, null);
  // So is nobody who has played a game to its end.
  const lost = arrive(answer(laid({}, { stranger: true }), { result: "lost", legal: [], steps: [STEP] }));
  assert.ok(!lost.stranger);
});

test("a review shows the move that would have won, and leads there", () => {
  const state = laid({ result: "lost", legal: [], steps: [STEP, STEP, STEP] });
  const film = [{ ...STEP, changes: [{ from: [1, 0], to: [2, 0] }] }];
  const review = { last_won: 1, thrown_away: true };
  const found = arrive(
    answer(state, { result: "lost", legal: [], kept: 3, review, film, found: ["…"] }, { do: "review" }),
  );
  const view = viewOf(found);
  const [more] = viewOf(answer(state, { result: "lost", kept: 3, review, film, found: ["a", "b"] })).notice.also;
  assert.deepEqual(more.with, { lines: ["a", "b"], hasPage: false });
  assert.equal(found.at, 1);
  assert.equal(view.mode, "reviewing");
  assert.deepEqual(
    view.buttons.map(({ label }) => label),
    ["Watch the win", "Result", "Play from here"],
  );
  assert.equal(meaningOf(found, { moves: [], from: [1, 0] }).act, "watch the win");
});

test("a review says in a few words where the game was lost, as far as it knows", () => {
  const lost = laid({ result: "lost", legal: [], steps: [STEP, STEP, STEP] });
  const said = (review, film = []) => {
    const reply = { result: "lost", kept: 3, review, film, found: ["a", "b"], reviewed: true };
    return viewOf(answer(lost, reply, { do: "review" })).notice.lines.join(" ");
  };
  assert.equal(
    said({ last_won: 1, first_lost: 2, thrown_away: 2 }, [STEP]),
    "Move 2 threw the game away. Before it, the purple move leads to a win.",
  );
  // The table shows another position than the sentence is about, so that one is named.
  assert.equal(
    said({ last_won: 1, first_lost: 3, thrown_away: null }, [STEP]),
    "It was lost at move 3 at the latest. Before move 2 it could still be won: the purple move leads there.",
  );
  assert.equal(
    said({ last_won: 0, first_lost: null, thrown_away: null }, [STEP]),
    "As dealt it could still be won: the purple move leads there.",
  );
  assert.equal(said({ last_won: null, first_lost: 2, thrown_away: null }), "It was lost at move 2 at the latest.");
  assert.equal(said({ last_won: 0, first_lost: 3, thrown_away: null }), "It was lost at move 3 at the latest.");
  assert.equal(said({ last_won: 0, first_lost: null, thrown_away: null }), "It could be won as dealt.");
  assert.equal(said({ last_won: null, first_lost: 0, thrown_away: null }), "It could not be won from the start.");
});

test("who was sent a game that is over sees its cards as dealt, and who was sent a guided deal plays it", () => {
  const table = { places: PLACES, lines: [], open: false };
  const sent = answer(initial({ offers: [OFFER] }), { table, steps: [STEP, STEP], result: "won", shared: true });
  assert.deepEqual([sent.goal, sent.notice], [0, null]);
  const invited = arrive(answer(initial({ offers: [OFFER] }), { table, deal: "seed:guide", invited: { won: 0 } }));
  assert.notEqual(modeOf(invited), "guided");
});

test("the button that deals again has one name, whatever else can be played", () => {
  const redeal = { move: "redeal", short: "redeal", from: null, to: null };
  for (const legal of [[redeal], [card, redeal], [{ ...redeal, move: "exile", short: "exile" }, redeal]])
    assert.equal(viewOf(laid({ legal })).buttons.at(-1).label, "Deal again");
});

test("who has to choose is asked by the name of the card", () => {
  const both = [card, { ...card, move: "4:3Sv" }];
  assert.equal(viewOf(laid({ legal: both, asked: both })).words, "3♠\ufe0e fits both: which foundation?");
  assert.equal(viewOf(laid({ legal: [card, elsewhere], asked: [card, elsewhere] })).words, "Where shall 3♠\ufe0e go?");
});

/** The buttons of the bar that do something. */
const barOf = ({ hidden, disabled }) => Object.keys(disabled).filter((id) => !hidden[id] && !disabled[id]);

test("who looks back goes on by single moves, and nothing else leaves the past", () => {
  for (const [result, borrowed] of [
    ["*", null],
    ["lost", null],
    ["won", [STEP]],
  ]) {
    const game = laid({ result, legal: [], steps: [STEP, STEP, STEP], redo: true });
    const back = arrive(next(next(game, { type: "borrowed", steps: borrowed }), { type: "going", to: 0 }));
    assert.deepEqual(barOf(viewOf(back)), ["later", "more"]);
    assert.deepEqual(barOf(viewOf(next(back, { type: "rolling", on: true }))), ["more"]);
  }
  const here = viewOf(laid({ steps: [STEP], redo: true }));
  assert.deepEqual(barOf(here), ["undo", "redo", "hint", "finish", "more"]);
});

test("while a win that was missed is watched, its end says that it is won", () => {
  const film = [{ ...STEP, changes: [{ from: [1, 0], to: [2, 0] }] }, STEP];
  const lost = laid({ result: "lost", legal: [], steps: [STEP, STEP], state: "the game is lost" });
  const review = { last_won: 1, thrown_away: true };
  const found = arrive(answer(lost, { result: "lost", legal: [], kept: 2, review, film }, { do: "review" }));
  const watched = next(next(found, { type: "borrowed", steps: film }), { type: "going", to: 3 });
  const view = viewOf(arrive(watched));
  assert.match(view.words, /^Won: /);
  assert.ok(view.won);
  assert.doesNotMatch(viewOf(found).words, /lost/);
});

test("the deal of a day is named, and keeps its name when the day is over", () => {
  const offer = { ...OFFER, deals: ["seed:9", "seed:8"], days: 2 };
  const table = { places: PLACES, lines: [], open: false };
  const state = arrive(answer(initial({ offers: [offer] }), { deal: "seed:9", table }, { do: "begin" }));
  assert.deepEqual(viewOf(state).deal, ["deal of 4 October", "4 Oct"]);
  const tomorrow = next(state, {
    type: "answered",
    request: { do: "play" },
    reply: { ...REPLY, deal: "seed:9" },
    today: 20001,
  });
  assert.deepEqual(viewOf(tomorrow).deal, ["deal of 4 October", "4 Oct"]);
  assert.deepEqual(viewOf(answer(state, { deal: "seed:7", table }, { do: "begin" })).deal, []);
});

test("what was answered on a real table comes back, all but its last card, when it is taken back", () => {
  let state = laid({ question: "row 1?", answers: [0, 1, 2], legal: [] });
  state = next(state, { type: "naming", survey: { entered: [[0, 1]] } });
  state = answer(state, { question: "row 1?", legal: [] }, { do: "undo" });
  assert.deepEqual(state.survey.chosen, [0]);
});

test("what is hidden stands in the view: what could not be saved, and the guide that was left", () => {
  assert.ok(viewOf(laid()).hidden.unsaved);
  assert.ok(!viewOf(laid({ unsaved: "the disk is full" })).hidden.unsaved);
  assert.ok(viewOf(laid({ unsaved: "the disk is full", keeps: false })).hidden.unsaved);
  const guided = laid({ deal: "seed:guide" });
  assert.ok(viewOf(guided).hidden.guided);
  assert.ok(!viewOf(next(guided, { type: "guide", skipped: "seed:guide" })).hidden.guided);
});

test("a game with cards that nobody has seen is not dealt again or reviewed: the rest can be named first", () => {
  for (const recorded of [false, true]) {
    const over = { result: "lost", legal: [], steps: [STEP], dealt: false, recorded };
    const acts = (state) => viewOf(state).buttons.map(({ act }) => act);
    const unknown = laid({ ...over, has_unknown_cards: true });
    assert.ok(acts(unknown).includes("name the rest"));
    assert.ok(!acts(unknown).includes("restart at once") && !acts(unknown).includes("review"));
    assert.deepEqual(
      ["restart", "review", "name-rest"].map((id) => viewOf(unknown).hidden[id]),
      [true, true, false],
    );
    const asked = answer(unknown, { ...over, has_unknown_cards: true, question: "the stock?" }, { do: "rest" });
    assert.equal(modeOf(arrive(asked)), "naming");
    const known = arrive(answer(asked, over, { do: "enter" }));
    assert.ok(!acts(known).includes("name the rest"));
    assert.deepEqual(
      viewOf(known).notice.also.map(({ act }) => act),
      ["review"],
    );
  }
});

test("who has played at a real table has played there, whatever cards are named", () => {
  const table = { places: PLACES, lines: [], open: false };
  const state = answer(laid({ question: "row 1?" }), { table, version: 2 }, { do: "enter" });
  assert.equal(state.touched, state.reply.game);
});

test("nobody answers: it is said, and can be tried again", () => {
  const state = next(laid(), { type: "unanswered", tried: true, time: "10:00" });
  assert.equal(modeOf(state), "gone");
  assert.match(viewOf(state).notice.lines.join(" "), /No answer at 10:00.*leoni play --web g.moves/);
  assert.equal(modeOf(arrive(answer(state, {}, { do: "look", tried: true }))), "playing");
});

test("an invitation says which game it is, what came of it, and that it is the reader's turn", () => {
  const played = { isMine: true, isLinked: true, how: "5:58, 2 hints", home: 22, away: 48 };
  const state = laid({ result: "won", deal: "seed:9", steps: [STEP, STEP] });
  assert.deepEqual(invitationWords(state, played), {
    title: "Labyrinth, a game of patience",
    lines: [
      "Labyrinth, a game of patience: a deal that can be won.",
      "I won it in 2 moves (5:58, 2 hints). Can you win it too? Same cards, your turn:",
    ],
  });
  // Without a link the deal has its name and a command; another's game is not mine.
  const lines = (reply, more) => invitationWords(laid({ steps: [STEP], ...reply }), { ...played, ...more }).lines;
  assert.deepEqual(lines({ result: "conceded" }, { isLinked: false, isMine: false }), [
    "Labyrinth, a game of patience.",
    "It was given up after 1 move, with 22 of 48 cards home. Can you do better? Same cards, your turn:",
    "Deal: seed:1",
    'leoni play --web --game "Labyrinth" --deal "seed:1"',
  ]);
  assert.deepEqual(lines({ rules: "mcneely" }, { isLinked: false }).slice(-2), [
    "Deal: seed:1, by the rules of mcneely",
    'leoni play --web --game "Labyrinth" --deal "seed:1" --rules "mcneely"',
  ]);
  assert.match(lines({ result: "lost" }, { home: 0 })[1], /^I lost it after 1 move, with no card home\./);
  assert.match(lines({}, {})[1], /^I am playing it\. Will you\? Same cards/);
  // The cards of a real table are nobody else's.
  assert.doesNotMatch(lines({ dealt: false, result: "lost" }, {}).join(), /cards, your turn/);
  // What sends it may run its lines together: each of them ends a sentence.
  for (const result of ["*", "won", "lost", "conceded"]) {
    for (const isMine of [true, false]) assert.ok(lines({ result }, { isMine }).every((line) => /[.:]$/.test(line)));
  }
});

test("a link to a whole game says what there is to see", () => {
  const words = (result, isMine) => replayWords(laid({ result }), isMine).lines[0];
  assert.equal(words("won", true), "Labyrinth, a game of patience. See how I won it, move by move:");
  assert.equal(words("won", false), "Labyrinth, a game of patience. See how it was played, move by move:");
  assert.equal(words("*", true), words("won", false));
});

test("where the game is saved it is said where it is found again, without the name of a file in a browser", () => {
  const saved = viewOf(laid({}, { inBrowser: true })).file;
  assert.deepEqual(saved, {
    text: "Every move is saved in this browser. You find the game again under Games.",
    no: false,
  });
  assert.match(viewOf(laid()).file.text, /g\.moves\. You find the game again under Games/);
  assert.ok(viewOf(laid({ saved: false }, { inBrowser: true })).file.no);
});

test("after a deal that can be won, and after a loss, the next deal can be won; not by other rules", () => {
  const words = (reply) => nextDealInWords(laid(reply));
  assert.equal(words({ deal: "seed:9" }), "one that can be won");
  assert.equal(words({ deal: "seed:1" }), "whatever comes");
  assert.equal(words({ deal: "seed:1", result: "won" }), "whatever comes");
  assert.equal(words({ deal: "seed:1", result: "lost" }), "one that can be won");
  assert.equal(words({ deal: "seed:1", result: "conceded" }), "one that can be won");
  assert.equal(words({ deal: "seed:9", result: "lost", rules: "mcneely" }), "whatever comes");
  assert.equal(words({ deal: "", dealt: false, result: "lost" }), "on a real table");
});

const ARROWS = { ArrowLeft: "ArrowRight", ArrowUp: "ArrowDown", ArrowRight: "ArrowLeft", ArrowDown: "ArrowUp" };

// A grid with a gap; columns of covered cards, of which the last is seen whole; cards that lie crosswise by turns.
const cell = (x, y) => [70 * x, 100 * y, 70 * x + 60, 100 * y + 84];
const grid = [0, 1, 2].flatMap((y) => [0, 1, 2, 3].flatMap((x) => (x === 1 && y === 1 ? [] : [cell(x, y)])));
const columns = [5, 1, 3].flatMap((count, x) =>
  Array.from({ length: count }, (_, i) => [70 * x, 24 * i, 70 * x + 60, i === count - 1 ? 24 * i + 84 : 24 * i + 24]),
);
const rug = [0, 1, 2, 3].flatMap((y) =>
  [0, 1, 2, 3].map((x) => {
    const [wide, high] = (x + y) % 2 ? [42, 30] : [30, 42];
    return [72 * x - wide, 72 * y - high, 72 * x + wide, 72 * y + high];
  }),
);

test("arrows lead from any card to every other, up and down on other ways than left and right", () => {
  for (const frames of [grid, columns, rug]) {
    const reached = new Set([0]);
    for (const here of reached) for (const key in ARROWS) reached.add(frameThatWay(frames, here, key));
    assert.equal(reached.size, frames.length);
    for (const [here, [left, top, right, bottom]] of frames.entries()) {
      const middle = ([a, b, c, d]) => [(a + c) / 2, (b + d) / 2];
      for (const key in ARROWS) {
        const there = frameThatWay(frames, here, key);
        if (there === here) continue;
        const [x, y] = middle(frames[there]).map((value, n) => value - middle([left, top, right, bottom])[n]);
        assert.ok({ ArrowLeft: -x, ArrowRight: x, ArrowUp: -y, ArrowDown: y }[key] > 0, `${here} ${key}`);
      }
    }
  }
  // In a table without gaps an arrow leads back where the opposite one came from.
  for (const here of rug.keys())
    for (const key in ARROWS) {
      const there = frameThatWay(rug, here, key);
      if (there !== here) assert.equal(frameThatWay(rug, there, ARROWS[key]), here);
    }
});

test("Home and End lead to the ends of what lies side by side", () => {
  assert.deepEqual(
    ["Home", "End"].map((key) => frameThatWay(rug, 5, key)),
    [4, 7],
  );
  assert.deepEqual(
    ["Home", "End"].map((key) => frameThatWay(grid, 5, key)),
    [4, 6],
  );
});

test("keys lead to what can be played before what turns up cards, in an order that stays", () => {
  const moves = [
    { move: "deal", from: [9, 3], to: null },
    { move: "talon", from: [12, 0], to: 1 },
    { move: "r1c2", from: [20, 0], to: 1 },
    { move: "r1c2>hand", from: [20, 0], to: 3 },
    { move: "again", from: null, to: null },
  ];
  assert.deepEqual(cardsInOrder(moves), [
    [12, 0],
    [20, 0],
    [9, 3],
  ]);
  assert.deepEqual(cardsInOrder(moves.toReversed()), [
    [12, 0],
    [20, 0],
    [9, 3],
  ]);
});

test("what is taken back is said, until something else happens", () => {
  const played = arrive(answer(laid(), { steps: [{ prose: "3♠ to the foundation" }] }));
  const undone = arrive(answer(played, { kept: 0 }, { do: "undo" }));
  assert.equal(viewOf(undone).words, "Taken back: 3♠\ufe0e to the foundation");
  // What Safe play has played goes back at once.
  const safe = arrive(answer(laid(), { steps: [STEP, STEP, STEP] }, { do: "finish" }));
  assert.equal(viewOf(arrive(answer(safe, { kept: 0 }, { do: "undo" }))).words, "Taken back: 3 moves");
  assert.doesNotMatch(viewOf(arrive(answer(undone, { steps: [] }, { do: "hint" }))).words, /Taken back/);
});

test("a text has the word of the hand that acted last", () => {
  const state = laid({ deal: "seed:guide" });
  const words = (hand) => viewOf(next(state, { type: "hand", hand })).guide.text;
  assert.match(words("touch"), /^Tap it\./);
  assert.match(words("mouse"), /^Click it\. .* what to click\./);
  assert.match(words("keys"), /^Press Enter on it\. .* what to press Enter on, and \? shows all keys\./);
  assert.equal(byHand({ hand: "keys" }, "The tape, tapped"), "The tape, tapped");
});

test("a listener that fails keeps no other from listening, and no event is lost", () => {
  /** @type {string[]} */
  const heard = [];
  listen((_before, { type }) => {
    if (type === "renewed") tell({ type: "rolling", on: true });
    if (type === "renewed") throw new Error("cannot paint");
  });
  listen((_before, { type }) => heard.push(type));
  assert.throws(() => tell({ type: "renewed" }), /cannot paint/);
  assert.deepEqual(heard, ["renewed", "rolling"]);
  assert.ok(storedState.renewed && storedState.rolling);
});

test("a game that is chosen before the first one has come is the first that is shown", async () => {
  const table = { places: PLACES, lines: [], open: false };
  const shown = [];
  let answerStart = () => {};
  const firstAnswer = new Promise((resolve) => {
    answerStart = () => resolve({ ...REPLY, table, name: "Anna", deal: "seed:2" });
  });
  sendTo(async ({ do: what, game, version }) => {
    if (what === "start") return firstAnswer;
    return { ...REPLY, table, game: 2, said: [`after ${game}.${version}`] };
  });
  begin({ offers: [OFFER] });
  listen((_before, { type, reply }) => type === "answered" && shown.push(reply.name));
  ask({ do: "start" });
  const chosen = ask({ do: "begin", name: "Labyrinth", deal: "seed:1" });
  answerStart();
  const { said } = await chosen;
  assert.deepEqual(shown, ["Labyrinth"]);
  assert.deepEqual(said, ["after 1.1"]);
  assert.equal(storedState.reply.game, 2);
});

test("cards that have come home are counted, of those that had to: no card that lay there from the start", () => {
  const places = [
    { label: "stock", cards: [1, 2, 3] },
    { label: "S^", cards: [39] },
    { label: "Sv", cards: [51] },
    { label: "3", cards: [4, 5] },
  ];
  const state = laid({ table: { places, lines: [], open: false } });
  assert.deepEqual(cardsHome(state, [3, 1, 1, 2]), { home: 0, away: 5 });
  assert.deepEqual(cardsHome(state, [0, 4, 1, 2]), { home: 3, away: 5 });
  assert.deepEqual(cardsHome(state, [0, 5, 2, 0]), { home: 5, away: 5 });
});

test("of a game that is won nobody asks whether it could be", () => {
  const isHidden = (result) => viewOf(laid({ result, legal: [], steps: [STEP] })).hidden.review;
  assert.deepEqual(["won", "lost", "conceded"].map(isHidden), [true, false, false]);
});

test("a deal has a word for its name, which leads to it again", () => {
  assert.deepEqual(["seed:w53824", "pysol:1"].map(dealName), ["w53824", "pysol:1"]);
  assert.deepEqual(["w53824", "seed:1", "pysol:1", ""].map(dealNamed), ["seed:w53824", "seed:1", "pysol:1", ""]);
});

test("keys that are switched off are named by no sentence", () => {
  const state = laid({ state: "" }, { hand: "keys" });
  assert.match(viewOf(state).words, /\? shows the keys/);
  assert.doesNotMatch(viewOf(next(state, { type: "letters", on: false })).words, /\?/);
});

test("whoever is invited reads in how many moves a friend has won", () => {
  const table = { places: PLACES, lines: [], open: false };
  const words = (won) => viewOf(arrive(answer(initial({ offers: [OFFER] }), { table, invited: { won } }))).notice.lines;
  assert.deepEqual(words(52), ["Your friend won with these cards in 52 moves: your turn."]);
  assert.deepEqual(words(0), ["The same cards as your friend had: your turn."]);
});

test("nobody asks why a card is not played when the game is over", () => {
  const asked = (reply) => meaningOf(laid({ steps: [STEP], ...reply }), { from: [1, 0], to: null });
  assert.equal(asked({}).act, "ask why");
  assert.equal(asked({ result: "won", legal: [] }), null);
});

test("whoever plays on from a position is told so, until the next move", () => {
  const back = arrive(answer(laid({ steps: [STEP, STEP] }), { kept: 1, steps: [] }, { do: "back" }));
  assert.equal(viewOf(back).words, "You play on from here.");
  assert.notEqual(viewOf(arrive(answer(back, { kept: 1, steps: [STEP] }))).words, "You play on from here.");
});

// The menu: this game, a new game, and what is rare, folded.

import { copy, offerCopies } from "../../show/scripts/shared/copy.js";
import { $, download, make, namesOf } from "../../show/scripts/table/dom.js";
import { chooser } from "./drive.js";
import { enterAt } from "./input.js";
import { choicesOf, dealName, dealNamed, fileName, gameOf, offerOf } from "./known.js";
import { informed } from "./notices.js";
import { keepText } from "./pasted.js";
import { ask } from "./requests.js";
import { reportPassed, share, shareGame } from "./sharing.js";
import { sheet } from "./sheets.js";
import { onPress, press, state, tell } from "./store.js";

const menuBox = $("options");
const folds = menuBox.querySelectorAll("details");

export const closeMenu = () => menuBox.close();

/** What is unfolded grows downward, so that nothing moves under the finger. */
export function openMenu() {
  for (const fold of folds) fold.open = false;
  paintDealHelp(state.wrongDeal);
  menuBox.showModal();
  tell({ type: "menu", open: true });
  const { top } = menuBox.getBoundingClientRect();
  menuBox.style.cssText = `margin: ${top}px auto auto; max-height: calc(100% - ${top}px)`;
  menuBox.scrollTop = 0;
  // Nothing that ends the game has the focus before somebody goes there.
  enterAt($("choices"));
}
// A fold that opens is seen: whole if there is room, else from its title on.
for (const fold of folds)
  fold.addEventListener("toggle", () => {
    if (!fold.open) return;
    const isTall = fold.offsetHeight > menuBox.clientHeight - $("choices").offsetHeight;
    fold.scrollIntoView({ block: isTall ? "start" : "nearest" });
  });
const loosen = () => menuBox.removeAttribute("style");
addEventListener("resize", loosen);
/** What stands on buttons that say in their place what they have done, until the menu opens again. */
const reporting = /** @type {const} */ (["invite", "watch-game", "copy-record"]).flatMap((id) => {
  const box = $(id);
  return box ? [{ box, words: [...box.childNodes].map((node) => node.cloneNode(true)) }] : [];
});
menuBox.addEventListener("close", () => {
  loosen();
  for (const { box, words } of reporting) box.replaceChildren(...words.map((node) => node.cloneNode(true)));
  tell({ type: "menu", open: false });
  withdrawQuestion();
});

/** How long somebody is asked whether he is sure, in milliseconds. */
const QUESTION_HOLDS = 10_000;
let questionTimer = 0;

/** Nobody is asked any more. */
function withdrawQuestion() {
  clearTimeout(questionTimer);
  $("sure").textContent = "";
  for (const sure of menuBox.querySelectorAll(".sure")) {
    sure.classList.remove("sure");
    sure.lastChild?.remove();
  }
}

/**
 * The page Check gets the game on the table along.
 *
 * @param {MouseEvent} event
 */
async function checkGame(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const reply = await ask({ do: "record" });
  if (reply?.record !== undefined) keepText(reply.record);
  location.assign(link.href);
}
$("check-game")?.addEventListener("click", checkGame);

/** When somebody was asked: a double tap is no answer. */
let timeAsked = 0;

/**
 * Whoever gives up, begins again or leaves is asked once.
 *
 * @param {"concede" | "quit" | "restart"} id
 * @param {boolean} isDear whether something would be lost
 */
function askTwice(id, isDear = true) {
  const pressed = $(id);
  const now = performance.now();
  if (!pressed || (pressed.matches(".sure") && now < timeAsked + 600)) return;
  timeAsked = now;
  if (isDear && !pressed.matches(".sure")) {
    withdrawQuestion();
    questionTimer = setTimeout(withdrawQuestion, QUESTION_HOLDS);
    pressed.classList.add("sure");
    // Who listens hears the whole question, also if it is the same again.
    $("sure").textContent = `${pressed.textContent}: sure?${id === "concede" ? " Undo goes on with the game." : ""}`;
    pressed.append(make("span", {}, ": sure?"));
    return;
  }
  closeMenu();
  ask({ do: id });
}

// -- a new game -------------------------------------------------------------------------------------------------------

function listBooks() {
  const offer = state.offers.find(({ name }) => name === $("game-name").value);
  $("game-rules").replaceChildren(...(offer?.books ?? []).map(([value, title]) => make("option", { value }, title)));
}

/** The games, and the one on the table. */
export function listGamesToBegin() {
  $("game-name").replaceChildren(...state.offers.map(({ name }) => make("option", {}, name)));
  $("game-name").value = gameOf(state);
  $("game-deal").value = "";
  listBooks();
}

/** What a deal is, and how the one on the table is called. */
const dealHelp = () =>
  "To play the same cards as a friend, write here what your friend’s deal is called. " +
  (state.reply?.dealt ? `The deal on the table is called ${dealName(state.reply.deal)}.` : "An example is 1884.");

/**
 * What is no deal is said beside its field, where it can be put right.
 *
 * @param {string[]} wrong
 */
export function paintDealHelp(wrong) {
  $("deal-help").textContent = wrong.join(" ") || dealHelp();
  $("deal-help").classList.toggle("no", wrong.length > 0);
  $("game-deal").setAttribute("aria-invalid", String(wrong.length > 0));
  if (wrong.length) $("game-deal").focus();
}

$("game-name").addEventListener("change", listBooks);
$("physical").addEventListener("change", () => {
  $("game-deal").disabled = $("physical").checked;
});
$("game-deal").addEventListener("input", () => tell({ type: "deal written" }));
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const physical = $("physical").checked;
  const deal = physical ? "" : dealNamed($("game-deal").value.trim());
  ask({ do: "begin", name: $("game-name").value, rules: $("game-rules").value, deal, physical });
});

/** A hint among the moves of which one is asked for. */
function askHint() {
  const choices = choicesOf(state).map(({ move }) => move);
  ask({ do: "hint", ...(choices.length && { among: choices }) });
}

// -- buttons ----------------------------------------------------------------------------------------------------------

async function saveRecord() {
  closeMenu();
  const reply = await ask({ do: "record" });
  if (reply?.record === undefined || !state.reply) return;
  const saved = download(reply.record, fileName(state.reply.path));
  // A frame with a sandbox may save nothing, and its browser does not say so.
  if (origin === "null") {
    press("read", { title: "The record, to copy by hand", lines: reply.record.split("\n") });
  } else tell({ type: "said", notice: informed([saved]) });
}

/** @param {HTMLButtonElement} pressed */
async function copyRecord(pressed) {
  const reply = await ask({ do: "record" });
  if (reply?.record === undefined) return;
  if (await copy(reply.record)) return reportPassed(pressed, "Copied", "the game");
  closeMenu();
  press("read", { title: "The record, to copy by hand", lines: reply.record.split("\n") });
}

/**
 * Whoever shares something stays in the menu, which says so; what is to be copied by hand stands on a sheet.
 *
 * @param {(pressed: HTMLButtonElement) => Promise<void>} pass
 * @param {HTMLButtonElement | null} pressed
 */
async function passFromMenu(pass, pressed) {
  if (!pressed) return;
  await pass(pressed);
  if (sheet.box.open) closeMenu();
}

/**
 * @typedef {"rules" | "next deal"} GameAct
 * @typedef {"name the rest" | "review" | "go on with the guide"} PlayAct
 */
/** @param {GameAct | PlayAct} act */
function afterMenu(act) {
  closeMenu();
  press(act);
}

/** From the menu, where they lead back to, or by their key. */
function openStatistics() {
  const back = menuBox.open ? "menu" : undefined;
  closeMenu();
  press("statistics", back);
}

/** What digits do in this game. */
function paintDigitKeys() {
  const { kind, most } = chooser.cursor.numbers();
  const [keys, words] = $("digit-keys").children;
  const last = make("kbd", {}, String(most));
  $("digit-keys").hidden = !most;
  keys.replaceChildren(make("kbd", {}, "1"), ...(most > 1 ? [most > 2 ? " … " : " ", last] : []));
  words.textContent = kind === "pile" ? "to the pile with that number" : "to the lowest card of that column";
}

function openGames() {
  closeMenu();
  press("games", "menu");
}

const clicks = {
  unsaved: saveRecord,
  renew: () => location.reload(),
  more: openMenu,
  keyboard: () => {
    $("weave-keys").hidden = !offerOf(state)?.weaves;
    paintDigitKeys();
    $("keys").showModal();
    enterAt($("keys").querySelector("h2"));
  },
  listed: () => press("the list"),
  list: () => press("the list", "menu"),
  concede: () => askTwice("concede"),
  quit: () => askTwice("quit"),
  rules: () => press("rules"),
  "rules-too": () => afterMenu("rules"),
  games: () => press("games"),
  "games-too": openGames,
  statistics: openStatistics,
  invite: () => passFromMenu(share, $("invite")),
  "watch-game": () => passFromMenu(shareGame, $("watch-game")),
  "copy-record": () => copyRecord($("copy-record")),
  next: () => afterMenu("next deal"),
  earlier: () => press("step", -1),
  later: () => press("step", 1),
  undo: () => ask({ do: "undo" }),
  redo: () => ask({ do: "redo" }),
  hint: askHint,
  finish: () => ask({ do: "finish" }),
  keep: () => ask({ do: "keep" }),
  restart: () => askTwice("restart", state.reply?.result === "*" && state.steps.length > 0),
  "name-rest": () => afterMenu("name the rest"),
  review: () => afterMenu("review"),
  guided: () => afterMenu("go on with the guide"),
  "save-record": saveRecord,
};
for (const id of namesOf(clicks)) $(id)?.addEventListener("click", clicks[id]);

offerCopies((text) => {
  closeMenu();
  tell({ type: "said", notice: informed([text]) });
});

onPress({
  menu: openMenu,
  undo: clicks.undo,
  review: () => ask({ do: "review" }),
  "restart at once": () => ask({ do: "restart" }),
});

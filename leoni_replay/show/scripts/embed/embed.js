// <leoni-table>: a table with its buttons, for any page. It has its style and its cards in a shadow tree of its own.
//
//   src="game.json"    the game to show, which `leoni convert --format table` writes
//   move="12"          the move that is shown
//   bare               the table without its buttons
//
//   load(game)         show a game: the table as dealt, and its `steps`, if it has any
//   append(...steps)   what was played since; truncate(n) forgets the steps after step n
//   show(n, options)   show the table after step n; cards glide to the next step and to the one before
//   play(), pause()    go from step to step, and stop
//   targets(moves)     let somebody choose among these moves
//   at, last           the step that is shown, and the last one
//
// Events: `shown` when cards have come to lie, `choose` when a move is chosen. Its `moves` are several if a place has
// to be chosen, and none to cancel; or `from` and `to` say what was dragged where, if no move begins so.

import { Chooser } from "../table/choose.js";
import { draw, make, makeDrawing } from "../table/dom.js";
import { spaced } from "../table/signs.js";
import "../table/table.js";
import { linkInWords } from "../table/words.js";

/** @import { Move, Step, TableData } from "../table/types" */
/**
 * A game as `leoni convert --format table` writes it; one without a table says only what it is.
 *
 * @typedef {Partial<TableData> & { title?: string, about?: string, steps?: Step[] }} Game
 */

const REST = 1300; // how long a table is looked at while the game plays, in milliseconds

/**
 * A part of the element with what is in it.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {Node[]} parts
 */
function partWith(tag, attributes, ...parts) {
  const part = make(tag, attributes);
  part.append(...parts);
  return part;
}

/**
 * The element with a style, the drawings of cards and the icons of its buttons.
 *
 * @param {{ style: CSSStyleSheet, drawings: Element, icons: Record<string, string> }} look
 */
const elementWith = ({ style, drawings, icons }) =>
  class LeoniTable extends HTMLElement {
    static observedAttributes = ["src", "move"];

    /** @type {Game} */
    game = {};
    loaded = false;
    /** What plays on. */
    player = 0;
    table = make("leoni-cards", { role: "group", "aria-label": "The table", "aria-describedby": "caption" });
    room = partWith("div", { id: "room" }, this.table);
    caption = make("p", { id: "caption" });
    now = make("p", { id: "now", "aria-live": "polite" });
    playIcon = makeIcon(icons.Play);
    back = this.button("Previous", makeIcon(icons.Previous), () => this.step(-1));
    playing = this.button("Play", this.playIcon, () => (this.player ? this.pause() : this.play()));
    next = this.button("Next", makeIcon(icons.Next), () => this.step(1));

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      this.table.chooser = new Chooser(this.table);
      const section = partWith(
        "section",
        { "aria-label": "Replay" },
        partWith("div", { id: "box" }, this.room, this.caption),
        partWith("div", { id: "bar" }, this.back, this.playing, this.next, this.now),
      );
      root.append(document.importNode(drawings, true), section);
      this.turn();
      new ResizeObserver(() => this.fit()).observe(this.room);
      this.table.addEventListener("shown", ({ detail }) => this.shown(detail));
      this.table.addEventListener("choose", ({ detail }) => this.dispatchEvent(new CustomEvent("choose", { detail })));
      section.addEventListener("keydown", (event) => this.key(event));
    }

    /**
     * @param {string} name
     * @param {SVGElement} icon
     * @param {() => void} act
     */
    button(name, icon, act) {
      const button = make("button", { type: "button", "aria-label": name, title: name, disabled: "" });
      button.append(icon);
      button.addEventListener("click", act);
      return button;
    }

    // -- a game -------------------------------------------------------------------------------------------------------

    /**
     * @param {string} name
     * @param {string | null} _
     * @param {string | null} value
     */
    attributeChangedCallback(name, _, value) {
      if (name === "src" && value !== null) this.fetch(value);
      if (name === "move" && this.loaded) this.show(Number(value));
    }

    /** @param {string} address */
    async fetch(address) {
      /** @type {Game} */
      let game;
      try {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(answer.statusText);
        game = await answer.json();
      } catch {
        game = { about: `${address} cannot be read` };
      }
      if (this.getAttribute("src") === address) this.load(game);
    }

    /** @param {Game} game */
    load(game) {
      this.pause();
      this.game = game;
      const { places, lines = [], open = false, steps = [], ...seen } = game;
      this.loaded = Boolean(places);
      if (!places) {
        this.table.replaceChildren();
        this.now.textContent = spaced(game.about ?? "");
        return this.turn();
      }
      this.table.load({ ...seen, places, lines, open });
      this.fit();
      this.append(...steps);
      this.show(Number(this.getAttribute("move")), { gliding: false });
    }

    /** @param {(Step | Node | string)[]} steps what every element can append is no part of this one */
    append(...steps) {
      this.table.add(...steps.filter(isStep));
      this.turn();
    }

    /** @param {number} n */
    truncate(n) {
      this.table.truncate(n);
      this.turn();
    }

    /** @param {Move[]} moves */
    targets(moves) {
      this.table.targets(moves);
    }

    get at() {
      return this.loaded ? this.table.at : 0;
    }

    get last() {
      return this.loaded ? this.table.last : 0;
    }

    // -- from step to step --------------------------------------------------------------------------------------------

    /**
     * @param {number} n
     * @param {{ gliding?: boolean }} [options]
     */
    show(n, options) {
      this.pause();
      this.table.show(n, options);
    }

    /** @param {number} by */
    step(by) {
      if (this.loaded) this.show(this.at + by);
    }

    /** Go on from step to step, after the last one from the deal. */
    play() {
      if (!this.loaded || this.player) return;
      this.player = setTimeout(() => {}, 0);
      this.turn();
      if (this.table.go()) return;
      this.table.show(this.at === this.last ? 0 : this.at + 1);
    }

    /** Stop, if need be between two cards of a weave. */
    pause() {
      clearTimeout(this.player);
      if (this.player) this.table.hold();
      this.player = 0;
      this.turn();
    }

    /** @param {{ at: number, done: boolean }} detail */
    shown(detail) {
      const { prose = "" } = this.table.steps[detail.at];
      this.caption.textContent = spaced(this.table.seen("caption") ?? "");
      const link = linkInWords(this.table);
      const words = make("span", {}, link || spaced(prose || this.game.title || ""));
      this.now.replaceChildren(...(prose ? [make("b", {}, `${detail.at}.`), " "] : []), words);
      this.turn();
      if (detail.done && this.player) {
        clearTimeout(this.player);
        if (this.at === this.last) this.pause();
        else this.player = setTimeout(() => this.table.show(this.at + 1), REST);
      }
      this.dispatchEvent(new CustomEvent("shown", { detail }));
    }

    /** What the buttons are for. */
    turn() {
      const name = this.player ? "Pause" : "Play";
      this.back.disabled = !this.at;
      this.next.disabled = this.at === this.last;
      this.playing.disabled = !this.last;
      this.playing.title = name;
      this.playing.setAttribute("aria-label", name);
      this.playIcon.firstElementChild?.setAttribute("d", icons[name]);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const steps = new Map([
        ["ArrowLeft", -1],
        ["ArrowRight", 1],
        ["Home", -this.last],
        ["End", this.last],
      ]);
      const by = steps.get(event.key);
      if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      this.step(by);
    }

    fit() {
      const { clientWidth, clientHeight } = this.room;
      if (this.loaded && clientWidth && clientHeight) this.table.fit(clientWidth, clientHeight);
    }
  };

/** @param {Step | Node | string} part */
const isStep = (part) => typeof part !== "string" && "changes" in part;

/** @param {string} path */
function makeIcon(path) {
  const icon = makeDrawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  draw(icon, "path", { d: path });
  return icon;
}

/**
 * Define the element.
 *
 * @param {{ style: string, drawings: string, icons: Record<string, string> }} look
 */
export function defineTable({ style, drawings, icons }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const symbols = new DOMParser().parseFromString(drawings, "image/svg+xml").documentElement;
  customElements.define("leoni-table", elementWith({ style: sheet, drawings: symbols, icons }));
}

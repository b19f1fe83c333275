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
// Events: `shown` when cards have come to lie, `choose` when a move is chosen. Its `moves` are several if a place has to
// be chosen, and none to cancel; or `from` and `to` say what was dragged where, if no move begins so.

import { Chooser } from "../table/choose.js";
import { draw, make } from "../table/dom.js";
import { spaced } from "../table/signs.js";
import "../table/table.js";
import { linkInWords } from "../table/words.js";

const REST = 1300; // how long a table is looked at while the game plays, in milliseconds

// The element with a style, the drawings of cards and the icons of its buttons.
const elementWith = ({ style, drawings, icons }) =>
  class LeoniTable extends HTMLElement {
    static observedAttributes = ["src", "move"];

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      const part = (tag, id, ...parts) => {
        const made = make(tag, { id });
        made.append(...parts);
        return made;
      };
      root.adoptedStyleSheets = [style];
      this.player = 0;
      this.table = make("leoni-cards", { role: "group", "aria-label": "The table", "aria-describedby": "caption" });
      this.table.chooser = new Chooser(this.table);
      this.room = part("div", "room", this.table);
      this.caption = make("p", { id: "caption" });
      this.now = make("p", { id: "now", "aria-live": "polite" });
      this.buttons = {
        back: this.button("Previous", () => this.step(-1)),
        play: this.button("Play", () => (this.player ? this.pause() : this.play())),
        next: this.button("Next", () => this.step(1)),
      };
      const section = make("section", { "aria-label": "Replay" });
      section.append(
        part("div", "box", this.room, this.caption),
        part("div", "bar", ...Object.values(this.buttons), this.now),
      );
      root.append(document.importNode(drawings, true), section);
      this.turn();
      new ResizeObserver(() => this.fit()).observe(this.room);
      this.table.addEventListener("shown", ({ detail }) => this.shown(detail));
      this.table.addEventListener("choose", ({ detail }) => this.dispatchEvent(new CustomEvent("choose", { detail })));
      section.addEventListener("keydown", (event) => this.key(event));
    }

    button(name, act) {
      const made = make("button", { type: "button", "aria-label": name, title: name, disabled: "" });
      const sign = draw(made, "svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
      draw(sign, "path", { d: icons[name] });
      made.addEventListener("click", act);
      return made;
    }

    // -- a game -----------------------------------------------------------------------------------------------------------

    attributeChangedCallback(name, _, value) {
      if (name === "src" && value !== null) this.fetch(value);
      if (name === "move" && this.loaded) this.show(Number(value));
    }

    async fetch(address) {
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

    load(game) {
      this.pause();
      this.game = game;
      this.loaded = Boolean(game.places);
      if (!this.loaded) {
        this.table.replaceChildren();
        this.now.textContent = spaced(game.about ?? "");
        return this.turn();
      }
      this.table.load(game);
      this.fit();
      this.append(...(game.steps ?? []));
      this.show(Number(this.getAttribute("move")), { gliding: false });
    }

    append(...steps) {
      this.table.add(...steps);
      this.turn();
    }

    truncate(n) {
      this.table.truncate(n);
      this.turn();
    }

    targets(moves) {
      this.table.targets(moves);
    }

    get at() {
      return this.loaded ? this.table.at : 0;
    }

    get last() {
      return this.loaded ? this.table.last : 0;
    }

    // -- from step to step ------------------------------------------------------------------------------------------------

    show(n, options) {
      this.pause();
      this.table.show(n, options);
    }

    step(by) {
      if (this.loaded) this.show(this.at + by);
    }

    // Go on from step to step, after the last one from the deal.
    play() {
      if (!this.loaded || this.player) return;
      this.player = setTimeout(() => {}, 0);
      this.turn();
      if (this.table.go()) return;
      this.table.show(this.at === this.last ? 0 : this.at + 1);
    }

    // Stop, if need be between two cards of a weave.
    pause() {
      clearTimeout(this.player);
      if (this.player) this.table.hold();
      this.player = 0;
      this.turn();
    }

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

    // What the buttons are for.
    turn() {
      const { back, play, next } = this.buttons;
      const name = this.player ? "Pause" : "Play";
      back.disabled = !this.at;
      next.disabled = this.at === this.last;
      play.disabled = !this.last;
      play.title = name;
      play.setAttribute("aria-label", name);
      play.querySelector("path").setAttribute("d", icons[name]);
    }

    key(event) {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -this.last, End: this.last }[event.key];
      if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      this.step(by);
    }

    fit() {
      const { clientWidth, clientHeight } = this.room;
      if (this.loaded && clientWidth && clientHeight) this.table.fit(clientWidth, clientHeight);
    }
  };

export function defineTable({ style, drawings, icons }) {
  const look = new CSSStyleSheet();
  look.replaceSync(style);
  const drawn = new DOMParser().parseFromString(drawings, "image/svg+xml").documentElement;
  customElements.define("leoni-table", elementWith({ style: look, drawings: drawn, icons }));
}

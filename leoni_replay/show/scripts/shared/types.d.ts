// What the page of a replay is given (leoni_replay/show/html.py), and the elements that pages have.

import type { CardTable } from "../table/table.js";
import type { Step, TableData } from "../table/types";

/** A variation: the line of play from which it parts, and the number of its first move. */
export interface Line {
  parent: number;
  first: number;
  steps: Step[];
}

/** The game of a page. The page of the board has none: its lists are empty there (page.js). */
export interface ReplayData extends TableData {
  steps: Step[];
  variations: Line[];
  /** The moves with which chapters begin, and those with a comment. */
  chapters: number[];
  comments: number[];
  won: boolean;
  /** Whether the record fails: then the last step is the fault, and `lit` are the places that it is about. */
  faulty: boolean;
  lit: number[];
  /** The text of the record, and what its files are called. */
  record: string;
  name: string;
  /** Of a review: what can be made of the table from a move on, and the move that is shown first. */
  outlooks?: [move: number, kind: string][];
  start?: number;
}

declare global {
  /** The elements of pages by their ids. Each folder of scripts adds those that it asks for. */
  interface PageElements {
    // Every page with a table.
    player: HTMLElement;
    box: HTMLElement;
    table: CardTable;
    caption: HTMLElement;
    now: HTMLElement;
    text: HTMLTableElement;
    moves: HTMLElement;
    said: HTMLElement;
    options: HTMLDialogElement;
    more: HTMLButtonElement;
    four: HTMLInputElement;
    large: HTMLInputElement;
    red: HTMLInputElement;
    game: HTMLScriptElement;
    "copy-text": HTMLButtonElement;
    "copy-picture": HTMLButtonElement;
    "copy-link": HTMLButtonElement;
    "save-record": HTMLButtonElement;
    review: HTMLElement;
    // Replays alone.
    first: HTMLButtonElement;
    back: HTMLButtonElement;
    play: HTMLButtonElement;
    next: HTMLButtonElement;
    last: HTMLButtonElement;
    slider: HTMLInputElement;
    marks: HTMLElement;
    outlooks: HTMLElement;
    speed: HTMLSelectElement;
    rest: HTMLInputElement;
    read: HTMLInputElement;
    full: HTMLButtonElement;
    done: HTMLElement;
    notes: HTMLElement;
    on: HTMLAnchorElement | null;
    solution: HTMLDetailsElement | null;
    "copy-record": HTMLButtonElement;
    "save-picture": HTMLButtonElement;
    // The list of games.
    choose: HTMLElement;
    filter: HTMLInputElement;
    found: HTMLElement;
  }

  /** What browsers keep from visit to visit, by its names (memory.js). Each folder of scripts adds what it keeps. */
  interface BrowserMemory {
    four: boolean;
    large: boolean;
    red: boolean;
    rest: boolean;
    read: boolean;
    speed: string;
  }
}

// What a table is given (leoni_replay/show/table_data.py), and what it knows of it.

import type { CardTable } from "./table.js";

/** A card: the number of its place, and its index there from the bottom. */
export type Where = [place: number, index: number];
/** A point of the table, or a size, in pixels: to the right, and downward. */
export type Point = [x: number, y: number];
/** The edges of what is seen of something on the table. */
export type Frame = [left: number, top: number, right: number, bottom: number];

/** A card goes to another place. */
export interface Shift {
  from: Where;
  to: Where;
  at?: undefined;
  card?: undefined;
  lay?: undefined;
}

/** A card is turned up; with `card`, an unknown one is named. */
export interface Turn {
  at: Where;
  card?: number;
  from?: undefined;
  to?: undefined;
  lay?: undefined;
}

/** These places now hold exactly these cards. */
export interface Relay {
  lay: Record<string, number[]>;
  at?: undefined;
  card?: undefined;
  from?: undefined;
  to?: undefined;
}

export type Change = Shift | Turn | Relay;

/** What holds of a table from a step on. */
export interface Headline {
  caption?: string;
  deal?: number;
  rows?: number;
  zones?: Zone[];
}

/** A step: what a move changes. Those of a list also have the move as written, in short, its kind and its sentence. */
export interface Step extends Headline {
  changes: Change[];
  woven?: boolean;
  move?: string;
  short?: string;
  kind?: string;
  prose?: string;
}

/** How the cards of a place lie. */
export type Lie = "top" | "squared" | "fan" | "hidden";

/** A place with its cards as dealt. One that is never drawn has no label, and nothing is said of how its cards lie. */
export interface Place {
  name: string;
  cards: number[];
  label?: string;
  /** The number of the row, left of it. */
  side?: string;
  lie?: Lie;
  /** Whether all its cards can be played. */
  free?: boolean;
  /** Whether its cards lie on their side. */
  longways?: boolean;
}

/** A line of the table as text. */
export interface TextLine {
  name: string;
  kind: "deal" | "row" | "tops" | "shut" | "all";
  places: number[];
}

/** Places that are laid out together, in rows. */
export type PlainZone = {
  [Kind in "single" | "tops" | "piles"]: { kind: Kind; places: number[]; beside: boolean };
}["single" | "tops" | "piles"];
/** Places in a shape of their own: the column and the row of each; in a letter columns are half as wide as a card. */
export type ShapedZone = {
  [Kind in "grid" | "rug" | "letter"]: { kind: Kind; places: number[]; at: Point[] };
}["grid" | "rug" | "letter"];
export type Zone = PlainZone | ShapedZone;

/** A table as dealt. */
export interface TableData extends Headline {
  places: Place[];
  lines: TextLine[];
  open: boolean;
  /** Whether it is not known what will be played. */
  grows?: boolean;
}

/** A move that can be chosen. */
export interface Move {
  move: string;
  short: string;
  /** Where its card lies; null if only a button plays it. */
  from: Where | null;
  /** Where it goes; null if the move names no card, or the player can't know. */
  to: number | null;
  card?: number | null;
  changes?: Shift[];
}

/** What somebody has chosen, or pointed at (choose.js). */
export interface Choice {
  moves?: string[];
  from?: Where;
  to?: number | null;
}

/** A card on the table. */
export interface Card {
  card: number;
  down: boolean;
  suit: string;
  box: HTMLElement;
  front: SVGElement;
}

/** What is drawn of a place besides its cards. */
export interface PlaceParts {
  outline: HTMLElement;
  over: HTMLElement;
  side: HTMLElement;
  count: HTMLElement;
}

/** Where a place lies: its corner, and how much room its cards have; `across`: whether they are fanned to the right. */
export interface Spot {
  x: number;
  y: number;
  high: number;
  wide: number;
  across?: boolean;
  lap?: Lap;
}

/**
 * How a place of a grid lies among those whose cards lie on each other: on how many, and the place below it, if there
 * is one, with how much a card there hides.
 */
export interface Lap {
  height: number;
  next: number | undefined;
  hides: number;
}

/** Where all places lie (plan.js). A place that is not drawn has no spot. */
export interface Plan {
  spots: (Spot | undefined)[];
  /** The rows that will be dealt. */
  coming: { x: number; y: number; wide: number }[];
  size: Point;
  scale: number;
  step: number;
  small: boolean;
  /** Its shape. */
  key: string;
}

/** A plan that holds: for which zones, from which deal on and in which room, and where the table lies there. */
export interface LaidPlan extends Plan {
  zones: Zone[];
  dealt: number;
  room: Point;
  left: number;
  down: number;
  /** Whether it lies where it lay before something opened beside it. */
  aside: boolean;
}

/** A card that a step has carried: where it lay, and where it lies. */
export interface Link {
  card: Card;
  source: number;
  from: number;
  dest: number;
  to: number;
}

declare global {
  interface HTMLElementTagNameMap {
    "leoni-cards": CardTable;
  }
  interface HTMLElementEventMap {
    shown: CustomEvent<{ at: number; done: boolean }>;
    choose: CustomEvent<Choice>;
  }
}

// What the board asks and is answered (docs/dev/board-protocol.md), and what it knows and shows.

/** A card: the number of its place, and its index there from the bottom. */
export type Where = [place: number, index: number];

export interface Change {
  from?: Where;
  to?: Where;
  at?: Where;
  card?: number;
  lay?: Record<string, number[]>;
}

export interface Step {
  move: string;
  short: string;
  kind?: string;
  prose?: string;
  woven?: boolean;
  caption?: string;
  changes: Change[];
}

/** A move that can be played, or that can be meant. */
export interface Move {
  move: string;
  short: string;
  from: Where | null;
  to: number | null;
  card?: number | null;
  changes?: Change[];
}

export interface Rule {
  text: string;
  label: string;
  source: string;
}

export interface Refused {
  text: string;
  look: Where[];
  code: string;
  rule: Rule | null;
}

export interface Place {
  label: string;
  lie?: string;
  /** The cards as dealt, from the bottom. */
  cards?: number[];
}

/** A reply; the state has the last one, with what older ones said that still holds. */
export interface Reply {
  error?: string;
  record?: string;
  game: number;
  version: number;
  title: string;
  path: string;
  saved: boolean;
  keeps: boolean;
  recorded: boolean;
  dealt: boolean;
  state: string;
  deal: string;
  question: string;
  answers: number[];
  wanted: number;
  legal: Move[];
  asked: Move[];
  finish: string;
  aloud: { foundations: string[]; places: string[]; moves: string[] };
  result: string;
  ended_by_rules?: boolean;
  unsaved?: string;
  stalemate?: Rule[];
  deal_key?: string;
  redo: boolean;
  over: boolean;
  kept: number;
  steps: Step[];
  said?: string[];
  stale?: boolean;
  /** Whether the game came by a link, or its deal by an invitation. */
  shared?: boolean;
  invited?: boolean;
  table?: { places: Place[]; lines: unknown[]; open: boolean };
  going?: Going[];
  sheet?: unknown[];
  clauses?: Rule[];
  refused?: Refused | null;
  misplay?: string;
  setting?: string;
  suggestions?: { text: string; question: string }[];
  hint?: string | null;
  review?: { last_won: number | null; thrown_away: boolean };
  found?: string[];
  film?: Step[];
  reviewed?: boolean;
}

export interface Request {
  do: string;
  tried?: boolean;
  move?: string;
  text?: string;
  to?: number | null;
  from?: Where;
  path?: string;
  name?: string;
  rules?: string | null;
  deal?: string | null;
  physical?: boolean;
  moves?: string[];
  among?: string[];
}

/** A game that was begun and waits. */
export interface Going {
  path: string;
  name: string;
  deal: string;
  moves: number;
}

export interface Guide {
  deal: string;
  steps: { move: string; text: string }[];
  closing: string;
}

/** What the page knows of every game. */
export interface Offer {
  name: string;
  slug: string;
  line: string;
  deals: string[];
  days: number;
  books: [string, string][];
  guide: Guide | null;
  thumbnail: [number, number, ...string[]];
  sheet: unknown[];
}

/** A button: its words, what it does (store.js), with what, and how it looks. */
export interface Button {
  label: string;
  act?: string;
  with?: unknown;
  href?: string;
  kind?: string;
  hinted?: boolean;
  to?: number | null;
  disabled?: boolean;
}

/** One sentence below the table. */
export interface Notice {
  lines: string[];
  no?: boolean;
  look?: Where[];
  also?: Button[];
  stays?: boolean;
  /** Whether something is under way that takes a while. */
  busy?: boolean;
}

/** The win that a review has found: the move after which it begins, and its steps. */
export interface Win {
  game: number;
  version: number;
  at: number;
  steps: Step[];
}

/** What is asked on a real table: the cards of this answer and of those before it, and what was refused. */
export interface Survey {
  open: boolean;
  chosen: number[];
  entered: number[][];
  refused: string[];
}

export interface State {
  /** Every game that there is. */
  offers: Offer[];
  /** Whether the games are stored in the browser, not in files. */
  inBrowser: boolean;
  /** Whether somebody plays with a mouse. */
  mouse: boolean;
  /** The last reply, and what holds of those before it; null before the first. */
  reply: Reply | null;
  /** The steps of the game. */
  steps: Step[];
  places: Place[];
  /** The step that the table shows, and the one to which the cards are on their way; whether they have come to lie. */
  at: number;
  goal: number;
  lying: boolean;
  /** Whether a weave is under way that can be held, and whether it is held. */
  weaving: boolean;
  held: boolean;
  /** What the step that is shown does, in words. */
  words: string;
  /** The moves among which a tap leaves the choice. */
  chosen: Move[] | null;
  /** The move of a hint. */
  hint: string | null;
  notice: Notice | null;
  survey: Survey;
  /** The deal whose guide is shown no more, and the request that leads back to the game before the guide. */
  skipped: string;
  back: Request | null;
  /** Whether the game is played once more by itself, and the steps that the table has borrowed for it. */
  rolling: boolean;
  borrowed: Step[] | null;
  win: Win | null;
  /** Whether nobody answers. */
  gone: boolean;
  /** The game in which somebody has played here. */
  touched: number | null;
  /** Whether the menu is open, and what it says of a deal that there is not. */
  menu: boolean;
  wrongDeal: string[];
  /** Whether there is a new version of the page. */
  renewed: boolean;
  /** The days since 1 January 1970 at the last reply, and on which day a deal was that of the day, by game and deal. */
  today: number;
  days: Record<string, number>;
  /** Whether somebody new may be offered a guide, and how many moves had been made when the page came. */
  stranger: boolean;
  first: number | null;
}

export type Event =
  | { type: "answered"; request: Request; reply: Reply; today: number }
  | { type: "unanswered"; tried: boolean; time: string }
  | { type: "going"; to: number }
  | { type: "shown"; at: number; done: boolean; words: string; weaving: boolean; held: boolean }
  | { type: "arrived" }
  | { type: "chosen"; moves: string[] }
  | { type: "said"; notice: Notice | null }
  | { type: "naming"; survey: Partial<Survey> }
  | { type: "guide"; skipped: string; back?: Request | null }
  | { type: "rolling"; on: boolean }
  | { type: "borrowed"; steps: Step[] | null }
  | { type: "menu"; open: boolean }
  | { type: "deal written" }
  | { type: "renewed" }
  | { type: "known" };

export interface View {
  mode: string;
  moving: boolean;
  title: string;
  deal: string;
  file: { text: string; no: boolean };
  call: string;
  words: string;
  lit: Move[];
  asked: Move[];
  hint: string | null;
  guided: boolean;
  turnedUp: Move | null;
  again: boolean;
  won: boolean;
  buttons: Button[];
  disabled: Record<string, boolean>;
  hidden: Record<string, boolean>;
  finish: { label: string; title: string; idle: boolean };
  notice: Notice | null;
  guide: { sign: string; text: string; buttons: Button[] } | null;
  welcome: Button[] | null;
  survey: { lines: string[]; refused: boolean; survey: Survey } | null;
  rows: Step[];
  at: number;
  stepped: boolean;
}

// What the board asks and is answered (docs/dev/board-protocol.md), and what it knows and shows.

import type { Choice, Move, Place, TableData, Step as TableStep, Where } from "../../show/scripts/table/types";

export type { Choice, Move, Place, Where };

/** A step of a game: it has its move, as written and in short, and its sentence. */
export interface Step extends TableStep {
  move: string;
  short: string;
}

/** What may have happened before a refused move, as a question, and what to enter if it has. */
export interface Suggestion {
  text: string;
  question: string;
}

/** A rule: its name, what it says, where it is from, in sentences, and its book and number. */
export interface Rule {
  name: string;
  text: string;
  source: string;
  label: string;
}

export interface Refused {
  text: string;
  look: Where[];
  code: string;
  rule: Rule | null;
  /** What the checker of records says beyond the text. */
  exact: string[];
}

/** How a weave ended in a stalemate: its links, in words, and the clause by which it did. */
export interface Stalemate {
  links: string[];
  clause: Rule;
}

/** A reply; the state has the last one, with what older ones said that still holds. */
export interface Reply {
  error?: string;
  record?: string;
  game: number;
  version: number;
  /** The game and its rule book. */
  name: string;
  rules: string;
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
  /** Whether nobody has seen some of the cards, so that the game can't be reviewed or dealt again. */
  has_unknown_cards: boolean;
  legal: Move[];
  asked: Move[];
  finish: string;
  aloud: { foundations: string[]; places: string[]; moves: string[] };
  result: string;
  ended_by_rules?: boolean;
  unsaved?: string;
  /** How a weave ended in a stalemate, if the last move did. */
  stalemate?: Stalemate | null;
  deal_key?: string;
  redo: boolean;
  over: boolean;
  kept: number;
  steps: Step[];
  said?: string[];
  /** How far a review is; only in the reply to `progress`. */
  progress?: string;
  stale?: boolean;
  /** Whether the game came by a link: it was sent, or is to be watched at once. */
  shared?: "sent" | "watch";
  /** If the deal came by an invitation: in how many moves its sender has won; 0 if that isn't known. */
  invited?: { won: number };
  table?: TableData;
  going?: Going[];
  sheet?: SheetPart[];
  clauses?: Rule[];
  refused?: Refused | null;
  misplay?: string;
  setting?: string;
  suggestions?: Suggestion[];
  hint?: string | null;
  /** Whether a hint that was to come at once takes a search. */
  searches?: boolean;
  review?: { last_won: number | null; first_lost: number | null; thrown_away: number | null };
  found?: string[];
  film?: Step[];
  reviewed?: boolean;
}

/** What can be asked (board/protocol.py). */
export type RequestWord =
  | "start"
  | "look"
  | "record"
  | "progress"
  | "play"
  | "enter"
  | "follow"
  | "why"
  | "undo"
  | "redo"
  | "back"
  | "hint"
  | "finish"
  | "review"
  | "rest"
  | "begin"
  | "open"
  | "new"
  | "restart"
  | "concede"
  | "keep"
  | "quit";

export interface Request {
  do: RequestWord;
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
  at_once?: boolean;
}

/** A part of the rules on one screen. */
export interface SheetPart {
  head: string;
  lines: string[];
}

/** Who passes requests on and brings their replies. */
export type Channel = (request: Request & { game?: number; version?: number }) => Promise<Reply>;

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
  /** Whether exiles weave their way through the piles. */
  weaves: boolean;
  guide: Guide | null;
  thumbnail: [number, number, ...string[]];
  sheet: SheetPart[];
}

/** A refused move with what is behind it. */
export interface Refusal {
  refused: Refused;
  misplay: string;
  setting: string;
  suggestions: Suggestion[];
}

/** The acts of buttons by their names, each with what it is done with (store.js). */
export interface Acts {
  // The game.
  play: string;
  choose: string[];
  "cancel the choice": undefined;
  "ask why": { from: Where; to: number | null };
  "have it so": string;
  "name the cards": undefined;
  "name the rest": undefined;
  "end the game": undefined;
  "from here": undefined;
  "back to the game": undefined;
  "you look back": undefined;
  hold: undefined;
  "next card": undefined;
  "to the move": undefined;
  undo: undefined;
  review: undefined;
  "restart at once": undefined;
  "next deal": undefined;
  "try again": undefined;
  "stop the search": undefined;
  // Games to begin, and guides.
  games: "result" | "menu" | undefined;
  welcome: Invited | undefined;
  sent: undefined;
  begin: Beginning;
  preview: { name: string; deal: string; cards?: string | null };
  learn: string;
  "not now": undefined;
  "show the guide": Offer;
  "leave the guide": boolean | undefined;
  "go on with the guide": undefined;
  "not the guide": string;
  "back to the other game": Request;
  // What can be read.
  read: { title: string; lines: string[] };
  rules: Offer | undefined;
  why: Refusal;
  "what was found": { lines: string[]; hasPage: boolean };
  "why the deal is over": Stalemate;
  result: undefined;
  statistics: "result" | "menu" | undefined;
  "the list": "menu" | undefined;
  menu: undefined;
  "to type": string;
  // The game once more.
  watch: undefined;
  "watch the win": undefined;
  pause: undefined;
  faster: undefined;
  "roll on": undefined;
  step: -1 | 1;
  "end the film": undefined;
}
export type ActName = keyof Acts;
/** What is handed over with an act: nothing, if it can do without. */
export type With<Name extends ActName> = undefined extends Acts[Name] ? [Acts[Name]?] : [Acts[Name]];
/** Who does the acts. */
export type Handlers = { [Name in ActName]?: (argument: Acts[Name]) => unknown };
/** An act with what it is done with. */
export type Action = {
  [Name in ActName]: undefined extends Acts[Name] ? { act: Name; with?: Acts[Name] } : { act: Name; with: Acts[Name] };
}[ActName];

/** The cards to which somebody is invited. */
export interface Invited {
  offer: Offer;
  deal: string;
  rules: string;
  /** In how many moves its sender has won; 0 if that isn't known. */
  won: number;
}

/** A game to begin, and the request that leads back to the one before. */
export interface Beginning {
  offer: Offer;
  deal?: string;
  back?: Request | null;
}

/** A button: its words, how it looks, and what it does; or where it leads; or nothing, for now. */
export type Button = {
  label: string;
  /** What it is called where its label is a sign. */
  name?: string;
  kind?: string;
  hinted?: boolean;
  to?: number | null;
  disabled?: boolean;
} & (
  | Action
  | { href: string; act?: undefined; with?: undefined }
  | { href?: undefined; act?: undefined; with?: undefined }
);

/** One sentence below the table. */
export interface Notice {
  lines: string[];
  no?: boolean;
  look?: Where[];
  also?: Button[];
  stays?: boolean;
  /** Whether something is under way that takes a while. */
  busy?: boolean;
  /** Since when it is busy, by the clock of the page. */
  since?: number;
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

/** With what somebody acted last. */
export type Hand = "touch" | "mouse" | "keys";

export interface State {
  /** Every game that there is. */
  offers: Offer[];
  /** Whether the games are stored in the browser, not in files. */
  inBrowser: boolean;
  /** Whether there are links to games: only where the board runs in a browser, with no program behind it. */
  hasLinks: boolean;
  /** With what somebody plays. */
  hand: Hand;
  /** Whether letters, digits and ? are commands. */
  letters: boolean;
  /** The last reply, and what holds of those before it; null before the first. */
  reply: Reply | null;
  /** The game whose cards lie on the table before its rules run; empty if there are none. */
  preview: string;
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
  /** The step that was taken back last, in words; empty if anything has happened since. */
  undone: string;
  /** Whether the game goes on from a position to which somebody has just gone back. */
  resumed: boolean;
  /** The moves among which a tap leaves the choice. */
  chosen: Move[] | null;
  /** The move of a hint. */
  hint: string | null;
  notice: Notice | null;
  survey: Survey;
  /** The games whose guides were shown to their ends. */
  learned: string[];
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
  | { type: "previewed"; name: string }
  | { type: "renewed" }
  | { type: "letters"; on: boolean }
  | { type: "hand"; hand: Hand }
  | { type: "known" };

export interface View {
  /** The game on the table. */
  game: number | null;
  mode: string;
  moving: boolean;
  title: string;
  /** The deal of a day, in words and in short. */
  deal: string[];
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
  disabled: Record<"earlier" | "later" | "undo" | "redo" | "hint" | "finish" | "more", boolean>;
  hidden: Record<
    | "earlier"
    | "later"
    | "undo"
    | "redo"
    | "hint"
    | "finish"
    | "unsaved"
    | "renew"
    | "tried"
    | "guided"
    | "new-game"
    | "games"
    | "restart"
    | "keep"
    | "concede"
    | "name-rest"
    | "review",
    boolean
  >;
  finish: { label: string; title: string };
  notice: Notice | null;
  guide: { sign: string; text: string; buttons: Button[] } | null;
  welcome: Button[] | null;
  survey: { lines: string[]; refused: boolean; survey: Survey } | null;
  rows: Step[];
  at: number;
  stepped: boolean;
}

/** A table as it lay, for the next visit: its game, and what could be continued. */
export interface KeptView {
  path: string;
  name: string;
  caption?: string;
  others?: Going[];
  going: { name: string; words: string } | null;
  table: TableData;
}

/** What came of a game here, and how it was played. */
export interface Result {
  game: string;
  deal: string;
  result: string;
  moves: number;
  seconds: number;
  /** The file of the game. */
  path?: string;
  hints?: number;
  day: string;
}

/** Makes links for others: to the same cards, and to the game. */
export interface Links {
  /** `moves`: in how many the sender has won; 0 otherwise. */
  invitation: (moves: number) => Promise<string>;
  shareable: () => Promise<string>;
}

/** How a game was played, for those who are invited to its cards. */
export interface Played {
  /** Whether it was played here, and whether a link to its cards is sent along. */
  isMine: boolean;
  isLinked: boolean;
  /** How long it took and how many hints were taken, in words. */
  how: string;
  /** How many cards have come to the foundations, and how many had to. */
  home: number;
  away: number;
}

/** What has become of what was to be passed on. */
export type Passed = "Sent" | "Copied" | "Not sent" | "To copy by hand";

// -- the page Check ---------------------------------------------------------------------------------------------------

/** A text that was cut into records: its number, and how many there are, or whether it looks like a page of a book. */
export interface CheckedText {
  check: number;
  games: number;
  page?: boolean;
  game?: string;
  /** What to do with a text that is neither a record nor a page. */
  advice?: string;
  error?: string;
}

export interface Finding {
  severity: string;
  text: string;
  line: number;
  move: number | null;
  rule: Rule | null;
  /** What would have been right. */
  help: string[];
}

/** A correction that makes a game right: what it does, and the line that it writes. */
export interface Correction {
  text: string;
  line: string;
}

export interface Verdict {
  number: number;
  status: "verified" | "consistent" | "irregular" | "doubtful" | "rejected";
  game: string | null;
  rules: string | null;
  result: string;
  empty: boolean;
  /** Whether the game has come to an end. */
  over: boolean;
  moves: string;
  unknown: string;
  digest: string | null;
  record_digest: string | null;
  findings: Finding[];
  /** The lines of the text that stand beside the record and have no part in the verdict. */
  not_read: string[];
  report: string;
  /** The likeliest first; only one if it is certain. */
  corrections: Correction[];
  dealt: boolean;
  record: string;
}

/** A part of a page of a book, and what it was read as. */
export interface PagePart {
  line: number;
  text: string;
  kind: string;
  read: string;
  why: string;
}

export interface Chapter {
  /** Where it begins, and the lines that tell its moves. */
  line: number;
  move_lines: number[];
  title: string;
  kind: "main" | "variation" | "mistake";
  verdict: string;
}

/** A page of a book that was read; its chapters are the records of a text. */
export interface BookPage {
  check: number;
  games: number;
  game: string;
  record: string | null;
  parts: PagePart[];
  /** What was not read or is wrong, each cause once, and what to do about what was not read. */
  to_put_right: PagePart[];
  advice: string;
  chapters: Chapter[];
  error?: string;
}

/** What comes of the requests of the page Check. */
export interface CheckReplies {
  check: CheckedText;
  read: BookPage;
  verdict: Verdict;
  correct: { text: string };
  replay: { html: string };
}
export type CheckChannel = <Name extends keyof CheckReplies>(
  request: { do: Name } & Record<string, unknown>,
) => Promise<CheckReplies[Name]>;

/** Packs records into letters for an address, and unpacks them. */
export interface Packing {
  packed: (text: string) => Promise<string>;
  unpacked: (letters: string) => Promise<string>;
}

declare global {
  interface PageElements {
    title: HTMLElement;
    unsaved: HTMLButtonElement;
    renew: HTMLButtonElement;
    tried: HTMLElement;
    keep: HTMLButtonElement;
    games: HTMLButtonElement;
    rules: HTMLButtonElement;
    listed: HTMLButtonElement;
    survey: HTMLElement;
    told: HTMLElement;
    heard: HTMLElement;
    sure: HTMLElement;
    welcome: HTMLElement;
    guide: HTMLElement;
    asks: HTMLElement;
    desk: HTMLElement;
    "check-game": HTMLAnchorElement | null;
    earlier: HTMLButtonElement;
    later: HTMLButtonElement;
    undo: HTMLButtonElement;
    redo: HTMLButtonElement;
    hint: HTMLButtonElement;
    finish: HTMLButtonElement;
    side: HTMLDialogElement;
    typing: HTMLDetailsElement;
    type: HTMLFormElement;
    typed: HTMLInputElement;
    guided: HTMLButtonElement;
    restart: HTMLButtonElement;
    concede: HTMLButtonElement;
    choices: HTMLElement;
    keyboard: HTMLButtonElement;
    keys: HTMLDialogElement;
    letters: HTMLInputElement;
    "digit-keys": HTMLElement;
    "weave-keys": HTMLElement;
    "name-rest": HTMLButtonElement;
    list: HTMLButtonElement;
    invite: HTMLButtonElement;
    statistics: HTMLButtonElement;
    "rules-too": HTMLButtonElement;
    "new-game": HTMLElement;
    "games-too": HTMLButtonElement;
    new: HTMLFormElement;
    "game-name": HTMLSelectElement;
    "game-rules": HTMLSelectElement;
    "game-deal": HTMLInputElement;
    "deal-help": HTMLElement;
    physical: HTMLInputElement;
    how: HTMLDetailsElement;
    /** Only where a server can be ended. */
    quit: HTMLButtonElement | null;
    "watch-game": HTMLButtonElement | null;
    "copy-record": HTMLButtonElement;
    file: HTMLElement;
    sheet: HTMLDialogElement;
    "sheet-title": HTMLElement;
    "sheet-body": HTMLElement;
    home: HTMLDialogElement;
    "home-title": HTMLElement;
    "home-body": HTMLElement;
    /** Only where the browser stores games. */
    yours: HTMLDetailsElement | null;
    aloud: HTMLElement;
    offers: HTMLScriptElement;
    /** On the sheet of a result. */
    shared: HTMLElement;
    // The page Check.
    given: HTMLFormElement;
    record: HTMLTextAreaElement;
    "record-file": HTMLInputElement;
    examples: HTMLElement;
    "book-game": HTMLSelectElement;
    "top-first": HTMLInputElement;
    begun: HTMLTextAreaElement;
    summary: HTMLElement;
    again: HTMLElement;
    verdicts: HTMLElement;
    sample: HTMLScriptElement;
  }
  interface BrowserMemory {
    results: Record<string, Result>;
    /** The seconds for which games were played, and how many hints were taken. */
    times: Record<string, number>;
    hints: Record<string, number>;
    /** The days of deals, and on which games were played. */
    days: Record<string, number>;
    played: Record<string, number>;
    /** The guides that are known, and the deal whose guide was skipped last. */
    guides: Record<string, boolean>;
    /** The games whose guides were shown to their ends. */
    learned: string[];
    skipped: string;
    welcomed: boolean;
    "safe play": boolean;
    favourite: string | null;
    "thrown away": string[];
    /** Whether somebody played by keys, and whether letters are commands. */
    keys: boolean;
    letters: boolean;
    /** The table as it lay when the page was left. */
    view: KeptView | null;
  }
}

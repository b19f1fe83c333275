// What a site loads, and what its pages and Python tell each other (leoni_replay/site/engine.py answers the requests).

import type { Offer } from "../../board/page/types";
import type { TableData } from "../../show/scripts/table/types";

/** A file of the site. */
export interface Part {
  name: string;
  size: number;
}

/** What a page knows of its engine (leoni_replay/site/pages.py). */
export interface EngineSettings {
  version: string;
  /** The program that runs Python (python.js), and the address of the service worker. */
  program: string;
  service: string;
  lock: string;
  parts: Record<"zstd" | "python" | "stdlib" | "leoni", Part>;
}

/** How many bytes of how many have come, and which file is waited for. */
export interface Progress {
  loaded: number;
  total: number;
  late?: string;
}
export type Report = (progress: Progress) => void;

/** Python, compiled; an archive with its scripts and its library; and one with the rules. */
export interface Parts {
  python: WebAssembly.Module;
  stdlib: ArrayBuffer;
  leoni: ArrayBuffer;
}

/** The decoder of zstd, as it is exported. */
export interface ZstdDecoder {
  memory: WebAssembly.Memory;
  malloc: (size: number) => number;
  ZSTD_createDCtx: () => number;
  ZSTD_decompressStream: (context: number, target: number, source: number) => number;
}

/** The first message to Python: all that it needs, a memory to go on from, and whether the page stores one. */
export interface Start extends Parts {
  home: string;
  lock: string;
  memory: Blob | null;
  keeps: boolean;
  number?: undefined;
}

/** Every further message: a request as JSON. */
export interface Question {
  number: number;
  request: string;
}

/**
 * What Python tells the page: that it can answer, how far a review is, a memory to store, a reply as JSON, or what is
 * wrong.
 */
export type Answer =
  | { ready: true; memory?: undefined; progress?: undefined }
  | { progress: string; ready?: undefined; memory?: undefined }
  | { memory: Blob; ready?: undefined; progress?: undefined }
  | {
      number: number;
      reply: string;
      wrong?: undefined;
      ready?: undefined;
      memory?: undefined;
      progress?: undefined;
    }
  | { number?: number; wrong: string; ready?: undefined; memory?: undefined; progress?: undefined };

/** The way to Python and its end. */
export interface PythonChannel {
  post: (message: Start | Question) => void;
  close: () => void;
}

/** Python that answers: when it is ready, and how to ask and to end it. */
export interface Engine {
  ready: Promise<void>;
  /** Each request has a reply of its own (board/page/types.d.ts). */
  ask: <Reply>(request: object) => Promise<Reply>;
  stop: () => void;
}

/** What is used of Pyodide. */
export interface Pyodide {
  FS: { mkdirTree: (path: string) => void; writeFile: (path: string, bytes: Uint8Array) => void };
  globals: { set: (name: string, value: (text: string) => void) => void };
  runPython: (program: string) => (request: string) => string;
  makeMemorySnapshot: () => Uint8Array<ArrayBuffer>;
}
export interface PyodideModule {
  growMemory: (bytes: number) => void;
}
export type CreateModule = (settings: object) => Promise<PyodideModule>;

/** What an address asks for (link.js). */
export interface Link {
  /** What is opened: `game`, `play`, `new` or `learn`; empty for nothing. */
  opening: string;
  /** The game that is named, its deal, its rules, and the packed table of the deal. */
  offer?: Offer;
  deal?: string;
  rules?: string;
  cards?: string | null;
  /** In how many moves the sender of an invitation has won; 0 if that isn't known. */
  won?: number;
  /** The packed record of a game, and whether it is shown as a film, or goes on, at once. */
  game?: string;
  watch?: boolean;
  resume?: boolean;
  /** What is wrong with the address, in a sentence. */
  wrong?: string;
}

/** What came of games that were taken from a file: how many, how many were here already, and their records. */
export interface TakenGames {
  taken: number;
  repeated: number;
  stored: Record<string, string | null>;
  saved?: boolean;
  error?: string;
}

/** The table of a game, and the cards of its deals (leoni_replay/board/offers.py). */
export interface Deals {
  table: TableData;
  deals: string[];
}

declare global {
  interface PageElements {
    loading: HTMLElement;
    "loading-text": HTMLElement;
    "loading-remedy": HTMLElement;
    loaded: HTMLProgressElement;
    stuck: HTMLElement;
    engine: HTMLScriptElement;
    stored: HTMLElement;
    played: HTMLElement;
    reviewed: HTMLDialogElement;
    "save-all": HTMLButtonElement;
    "take-games": HTMLInputElement;
    keeping: HTMLElement;
  }
}

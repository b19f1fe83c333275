// What keeps Python from starting, in words: what is wrong, and what the server's owner can do about it.

/** What is wrong (`kind`), with which file, and what was found there. */
export class Failure extends Error {
  /** @param {string} kind */
  constructor(kind, file = "", found = "") {
    super(`${kind} ${file} ${found}`.trim());
    this.kind = kind;
    this.file = file.replace(/\?.*/, "");
    this.found = found;
  }
}

const COPY_AGAIN =
  "Please tell the owner of this site: the folder that leoni site wrote has to be copied once more, with every file " +
  "as it is";

/** @type {Record<string, (failure: Failure) => [what: string, remedy: string]>} */
const REASONS = {
  unreachable: ({ file }) => [
    `${file} cannot be loaded, because the server does not answer.`,
    "Load the page again when there is a network.",
  ],
  sandboxed: () => [
    "This page cannot load the program, because it stands in a frame with a sandbox.",
    "Whoever wrote the frame can add allow-same-origin to its sandbox. Or the owner of this server can send the " +
      "header Access-Control-Allow-Origin: * with every file of the site.",
  ],
  refused: ({ file, found }) => [
    `The server does not send ${file} (status ${found}).`,
    `${COPY_AGAIN}, and let it be read.`,
  ],
  changed: ({ file }) => [
    `The server sends another ${file} than the one that belongs to this page.`,
    `${COPY_AGAIN} (in binary mode), and empty the caches in front of the server.`,
  ],
  forbidden: ({ found }) => [
    `The server forbids what this page needs (${found}), by its header Content-Security-Policy.`,
    "Please tell the owner of this site: these pages have to be sent without that header, because each has a policy " +
      "of its own.",
  ],
  old: ({ found }) => [
    `This browser cannot run the program: it has no ${found}.`,
    "Chrome and Edge from 89 on, Firefox from 114 on and Safari from 16.4 on can.",
  ],
  file: () => ["Open this page through a web server.", "For example, run python3 -m http.server in its folder."],
};

/**
 * Say what a failure means.
 *
 * @param {Error} failure
 * @returns two paragraphs: what is wrong, and what can be done
 */
export function failureInWords(failure) {
  if (failure instanceof Failure && failure.kind in REASONS) return REASONS[failure.kind](failure);
  return [`The program could not be started: ${failure.message}.`, "Load the page again."];
}

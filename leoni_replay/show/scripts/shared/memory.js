// What the browser keeps from visit to visit; it may forbid that.

export const memory = {
  /**
   * @template {keyof BrowserMemory & string} Name
   * @param {Name} name
   * @param {BrowserMemory[Name]} none what stands for it until it is kept
   * @returns {BrowserMemory[Name]}
   */
  get(name, none) {
    try {
      return JSON.parse(localStorage.getItem(`leoni ${name}`) ?? "null") ?? none;
    } catch {
      return none;
    }
  },

  /**
   * Whether something is kept.
   *
   * @param {keyof BrowserMemory & string} name
   */
  has(name) {
    try {
      return localStorage.getItem(`leoni ${name}`) !== null;
    } catch {
      return false;
    }
  },

  /**
   * @template {keyof BrowserMemory & string} Name
   * @param {Name} name
   * @param {BrowserMemory[Name]} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`leoni ${name}`, JSON.stringify(value));
    } catch {
      /* then it is forgotten */
    }
  },
};

/**
 * What was set last, so that it does not grow for ever.
 *
 * @template Value
 * @param {Record<string, Value>} entries
 * @param {number} most
 */
export const newest = (entries, most) => Object.fromEntries(Object.entries(entries).slice(-most));

/**
 * What a function gives, or `none` where the browser forbids it.
 *
 * @template Value
 * @template None
 * @param {() => Value | null | undefined} get
 * @param {None} none
 * @returns {Value | None}
 */
export function allowed(get, none) {
  try {
    return get() ?? none;
  } catch {
    return none;
  }
}

/** @type {("four" | "large" | "red")[]} how the cards are to look */
export const LOOKS = ["four", "large", "red"];

/**
 * The text of a page for a frame, which may not look here: it is told how the cards are to look.
 *
 * @param {string} html
 */
export const dressed = (html) =>
  LOOKS.filter((id) => memory.get(id, false)).reduce((page, id) => page.replace(`id="${id}"`, "$& checked"), html);

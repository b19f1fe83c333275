// Texts as a page shows them.

/**
 * A text whose suits are signs, never little pictures (emoji).
 *
 * @param {string} text
 */
export const spaced = (text) => text.replace(/[♣♦♥♠]/g, "$&\ufe0e");

/**
 * A number with its noun: `1 move`, `3 moves`.
 *
 * @param {number} count
 * @param {string} noun
 */
export const pluralize = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @param {string} words */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

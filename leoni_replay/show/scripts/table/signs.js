// Texts as a page shows them.

/**
 * A text whose suits are signs, never little pictures (emoji).
 *
 * @param {string} text
 */
export const spaced = (text) => text.replace(/[♣♦♥♠]/g, "$&\ufe0e");

/** @param {string} words */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

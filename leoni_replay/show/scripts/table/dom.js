// Elements of the page. Nothing here makes markup or code out of text: the page has a policy against foreign scripts
// and styles.

/** @typedef {Record<string, string | number>} Attributes */

/**
 * The element of the page that has an id.
 *
 * @template {keyof PageElements & string} Id
 * @param {Id} id
 */
export const $ = (id) => /** @type {PageElements[Id]} */ (document.getElementById(id));

/**
 * The names in a table of things by their names.
 *
 * @template {string} Name
 * @param {Partial<Record<Name, unknown>>} table
 */
export const namesOf = (table) => /** @type {Name[]} */ (Object.keys(table));

export const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Make an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {string} [text]
 */
export function make(tag, attributes = {}, text = undefined) {
  return filled(document.createElement(tag), attributes, text);
}

/**
 * Make an element of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {string} [text]
 */
export function makeDrawing(tag, attributes = {}, text = undefined) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, text);
}

/**
 * Make an element of a drawing inside another element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Element} parent
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {string} [text]
 */
export function draw(parent, tag, attributes = {}, text = undefined) {
  return parent.appendChild(makeDrawing(tag, attributes, text));
}

/**
 * Give an element its attributes and its text.
 *
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {string | undefined} text
 */
function filled(element, attributes, text) {
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * Make a button.
 *
 * @param {string} text
 * @param {(pressed: HTMLButtonElement) => unknown} act
 * @param {Attributes} attributes
 */
export function button(text, act, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", () => act(element));
  return element;
}

/**
 * Where an element stands, moved from the corner of the table.
 *
 * @param {number} x
 * @param {number} y
 */
export const put = (x, y) => `translate(${x}px,${y}px)`;

/**
 * Save a file among the downloads.
 *
 * @param {string | Blob} content
 * @param {string} name
 * @returns what to say of it
 */
export function download(content, name, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // A slow machine takes its time until it has read all of it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `${name} is among your downloads.`;
}

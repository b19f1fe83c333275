// Elements of the page. Nothing here makes markup or code out of text: the page has a policy against foreign scripts and
// styles.

export const $ = (id) => document.getElementById(id);

export const SVG = "http://www.w3.org/2000/svg";
export const quiet = matchMedia("(prefers-reduced-motion: reduce)");

export function make(tag, names = {}, text = undefined, space = "http://www.w3.org/1999/xhtml") {
  const element = document.createElementNS(space, tag);
  for (const name in names) element.setAttribute(name, names[name]);
  if (text !== undefined) element.textContent = text;
  return element;
}
export const draw = (parent, tag, names, text) => parent.appendChild(make(tag, names, text, SVG));

export function button(text, act, names = {}) {
  const element = make("button", { type: "button", ...names }, text);
  element.addEventListener("click", act);
  return element;
}

// Where an element stands, moved from the corner of the table.
export const put = (x, y) => `translate(${x}px,${y}px)`;

export function download(content, name, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // A slow machine takes its time until it has read all of it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `${name} is among your downloads.`;
}

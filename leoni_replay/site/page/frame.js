// A page of the site inside of somebody else's page: how it looks there, and what it tells the page around it
// (docs/program/your-site.md).

import { allowed } from "../../show/scripts/shared/memory.js";

const VERSION = 1;
/** @type {string[]} */
const COLOURS = [
  ...["felt", "rim", "felt-ink", "felt-line", "paper", "back", "back-line", "back-edge", "lit"],
  ...["page", "ink", "soft", "line", "panel", "link", "good", "bad"],
];
/** The variables that an address may set, each with the property whose values it takes. */
const VARIABLES = new Map(COLOURS.map((name) => [`--${name}`, "color"]));
VARIABLES.set("--radius", "border-radius").set("--font", "font-family");
// Settings stand behind the ?, or behind the # with what is opened.
const settings = new URLSearchParams([
  ...new URLSearchParams(location.search),
  ...new URLSearchParams(location.hash.slice(1)),
]);
/** @type {string[]} */
const wrongSettings = [];

/** @param {string} address */
function originOf(address) {
  const itsOrigin = allowed(() => new URL(address).origin, "");
  if (itsOrigin === address && itsOrigin !== "null") return itsOrigin;
  wrongSettings.push(`origin=${address} is no origin. Say for example origin=https://example.org.`);
  return "";
}
const pageName = document.body.classList.contains("board") ? "play" : "check";
const parentOrigin = settings.has("origin") ? originOf(settings.get("origin") ?? "") : "";

/** What an address sets that cannot be, in sentences. */
export const settingFaults = () => wrongSettings;

/**
 * Tell the page around this one, if it has named its origin.
 *
 * @param {string} type what has come about: `ready`, `height`, `moved`, `result`, `refused` or `failed`
 * @param {Record<string, unknown>} [content]
 */
export function tellParent(type, content = {}) {
  if (parentOrigin && parent !== window)
    parent.postMessage({ type: `leoni:${type}`, version: VERSION, page: pageName, ...content }, parentOrigin);
}

/**
 * Tell the page around this one what of the address was refused.
 *
 * @param {string[]} faults in sentences
 */
export function tellRefused(faults) {
  if (faults.length) tellParent("refused", { what: faults.join(" ") });
}

let toldHeight = 0;
/** @param {number} height */
export function tellHeight(height) {
  if (Math.ceil(height) !== toldHeight) tellParent("height", { height: (toldHeight = Math.ceil(height)) });
}

/**
 * Light or dark, whatever the browser prefers.
 *
 * @param {string} theme
 */
function setTheme(theme) {
  if (!["light", "dark"].includes(theme)) {
    if (theme !== "auto") wrongSettings.push(`There is no theme=${theme}. Say light, dark or auto.`);
    return;
  }
  document.documentElement.style.colorScheme = theme;
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme"))
      rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function setVariable(name, value) {
  const property = VARIABLES.get(name);
  if (property && CSS.supports(property, value)) document.documentElement.style.setProperty(name, value);
  else wrongSettings.push(property ? `${name}=${value} is no ${property}.` : `There is no variable ${name}.`);
}

if (settings.has("theme")) setTheme(settings.get("theme") ?? "");
document.body.classList.toggle("bare", settings.has("bare"));
for (const [name, value] of settings) if (name.startsWith("--")) setVariable(name, value);

// What leads to another page of the site looks as this one does; About, which has no script, opens beside it.
if (parent !== window) {
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.pathname.endsWith(".html") || link.origin !== location.origin) return;
    if (link.pathname.endsWith("/about.html")) link.target = "_blank";
    else link.search ||= location.search;
  });
}

// A frame with a sandbox sends no forms, and its browser does not say so to the page.
if (origin === "null") {
  addEventListener("click", (event) => {
    const submitter = event.target instanceof Element ? event.target.closest("button") : null;
    if (!submitter?.form || submitter.getAttribute("type") === "button") return;
    event.preventDefault();
    submitter.form.dispatchEvent(new SubmitEvent("submit", { cancelable: true, submitter }));
  });
}

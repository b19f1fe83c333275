// A picture of the table: a copy of it in an SVG image, with the style and the drawings of the page. Nothing is loaded.

import { $, draw, make, SVG } from "../table/dom.js";
import { table } from "./page.js";

const TWICE = 2;
const FOOT = 26;

async function pictureOf() {
  const [width, height] = table.plan.size;
  const copy = table.cloneNode(true);
  const { className } = document.documentElement;
  const size = { width: TWICE * width, height: TWICE * (height + FOOT) };
  const svg = make("svg", { ...size, viewBox: `0 0 ${width} ${height + FOOT}`, class: className }, undefined, SVG);
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules]);
  draw(svg, "style", {}, sheets.map(({ cssText }) => cssText).join("\n"));
  svg.append(document.querySelector("symbol").closest("defs").cloneNode(true));
  const cloth = draw(svg, "foreignObject", { width, height: height + FOOT }).appendChild(make("div"));
  cloth.style.cssText =
    "height: 100%; background: var(--felt); color: var(--felt-ink); font: 13px/26px system-ui, sans-serif";
  copy.style.transform = "";
  copy.classList.add("still");
  const caption = make("div", {}, $("caption").textContent);
  caption.style.paddingLeft = "10px";
  cloth.append(copy, caption);
  const image = make("img", {
    src: `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`,
  });
  await image.decode();
  const canvas = make("canvas", size);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

export async function fileOf() {
  const canvas = await pictureOf();
  return new Promise((done) => canvas.toBlob(done));
}

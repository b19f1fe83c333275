// A picture of the table: a copy of it in an SVG image, with the style and the drawings of the page. Nothing is loaded.

import { $, draw, make, makeDrawing } from "../table/dom.js";
import { table } from "./page.js";

const TWICE = 2;
const FOOT = 26;

async function pictureOf() {
  const [width, height] = table.plan.size;
  const copy = table.copy();
  const { className } = document.documentElement;
  const size = { width: TWICE * width, height: TWICE * (height + FOOT) };
  const svg = makeDrawing("svg", { ...size, viewBox: `0 0 ${width} ${height + FOOT}`, class: className });
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules]);
  draw(svg, "style", {}, sheets.map(({ cssText }) => cssText).join("\n"));
  const drawings = document.querySelector("symbol")?.closest("defs");
  if (drawings) svg.append(drawings.cloneNode(true));
  const cloth = draw(svg, "foreignObject", { width, height: height + FOOT }).appendChild(make("div"));
  cloth.style.cssText =
    "height: 100%; background: var(--felt); color: var(--felt-ink); font: 13px/26px system-ui, sans-serif";
  copy.style.transform = "";
  copy.classList.add("still");
  const caption = make("div", {}, $("caption").textContent ?? "");
  caption.style.paddingLeft = "10px";
  cloth.append(copy, caption);
  const text = encodeURIComponent(new XMLSerializer().serializeToString(svg));
  const image = make("img", { src: `data:image/svg+xml,${text}` });
  await image.decode();
  const canvas = make("canvas", size);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas;
}

/**
 * The picture as a file.
 *
 * @returns {Promise<Blob>}
 */
export async function fileOf() {
  const canvas = await pictureOf();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture can be made"))));
  });
}

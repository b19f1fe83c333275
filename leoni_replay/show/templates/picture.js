// A picture of the table, painted from the drawings of the page: nothing is loaded for it.

const colours = getComputedStyle(document.documentElement);
// The colour that an attribute names, maybe by a variable of the style sheet.
const colourOf = (value) => value.replace(/var\((--[\w-]+)\)/g, (_, name) => colours.getPropertyValue(name).trim());

function outlineOf(element) {
  const number = (name) => Number(element.getAttribute(name) || 0), outline = new Path2D();
  if (element.tagName === "path") return new Path2D(element.getAttribute("d"));
  if (element.tagName === "rect") {
    outline.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  } else {
    outline.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
  }
  return outline;
}

// Paint a drawing; what it does not say of its colours it takes from where it is used.
function paintDrawing(pen, element, from) {
  const ink = { ...from };
  for (const name of ["fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-linejoin"]) {
    if (element.hasAttribute(name)) ink[name] = colourOf(element.getAttribute(name));
  }
  pen.save();
  const moved = element.transform?.baseVal.consolidate();
  if (moved) pen.transform(...["a", "b", "c", "d", "e", "f"].map((part) => moved.matrix[part]));
  if (element.tagName === "use") {
    const symbol = document.querySelector(element.getAttribute("href")), box = symbol.viewBox?.baseVal;
    const size = Number(element.getAttribute("width") || 0);
    pen.translate(Number(element.getAttribute("x") || 0), Number(element.getAttribute("y") || 0));
    if (box && size) pen.scale(size / box.width, size / box.height);
    for (const child of symbol.children) paintDrawing(pen, child, ink);
  } else if (element.tagName === "g") {
    for (const child of element.children) paintDrawing(pen, child, ink);
  } else if (element.tagName === "text") {
    const [x, y, size, wide] = ["x", "y", "font-size", "textLength"].map((name) => Number(element.getAttribute(name)));
    paintText(pen, element.textContent, x, y, size, ink.fill, "center", wide || undefined);
  } else {
    const outline = outlineOf(element);
    for (const [what, act] of [["fill", "fill"], ["stroke", "stroke"]]) {
      if (!ink[what] || ink[what] === "none") continue;
      pen[`${what}Style`] = ink[what];
      pen.globalAlpha = Number(ink[`${what}-opacity`] ?? 1);
      if (what === "stroke") {
        pen.lineWidth = Number(ink["stroke-width"] ?? 1);
        pen.lineJoin = ink["stroke-linejoin"] ?? "miter";
      }
      pen[act](outline);
    }
  }
  pen.restore();
}

const symbolNamed = (name) => document.getElementById(`lr-${name}`);

function paintText(pen, text, x, y, size, colour, align = "left", widest = undefined) {
  pen.font = `700 ${size}px Arial, "Liberation Sans", sans-serif`;
  pen.textAlign = align;
  pen.fillStyle = colour;
  pen.fillText(text, x, y, widest);
}

function paintCard(pen, { box }) {
  const shown = (element) => getComputedStyle(element).visibility === "visible";
  const ink = { fill: getComputedStyle(box.firstChild).fill };
  for (const element of box.querySelectorAll("use, text")) {
    if (!shown(element)) continue;
    pen.save();
    const style = getComputedStyle(element);
    if (style.transform !== "none") {
      const [x, y] = style.transformOrigin.split(" ").map(parseFloat), { a, b, c, d, e, f } = new DOMMatrix(style.transform);
      pen.translate(x, y);
      pen.transform(a, b, c, d, e, f);
      pen.translate(-x, -y);
    }
    if (element.tagName === "use") paintDrawing(pen, element, ink);
    else paintText(pen, element.textContent, 4, 20, parseFloat(style.fontSize), ink.fill, "left", 24);
    pen.restore();
  }
}

// The table that is shown, on a canvas twice as large as its plan.
function pictureOf() {
  const { plan, piles } = table, [width, height] = plan.size, canvas = make("canvas", { width: 2 * width, height: 2 * height + 52 });
  const pen = canvas.getContext("2d", { willReadFrequently: true }), felt = colourOf("var(--felt-ink)");
  pen.scale(2, 2);
  pen.fillStyle = colourOf("var(--felt)");
  pen.fillRect(0, 0, width, height + 26);
  const laid = [];
  piles.forEach((pile, p) => {
    if (!plan.spots[p]) return;
    const [label, side, lie, longways] = table.spots[p], [x, y, dx] = plan.spots[p];
    pen.save();
    pen.translate(x, y);
    if (longways) pen.transform(0, 1, -1, 0, 72, 12);
    if (!pile.length) for (const child of symbolNamed("gap").children) paintDrawing(pen, child, {});
    pen.restore();
    const way = /^([CDHS])([v^])$/.exec(label);
    const words = way ? `${"♣♦♥♠"[SUITS.indexOf(way[1])]}\ufe0e ${way[2] === "^" ? "▲" : "▼"}` : label;
    paintText(pen, words, dx > 0 ? x : x + WIDTH / 2, y - 5, 14, felt, dx > 0 ? "left" : "center");
    if (side) paintText(pen, side, x - table.over - 4, y + HEIGHT / 2 + 5, 14, felt, "right");
    pile.forEach((card, i) => {
      if (card.box.style.visibility === "visible") laid.push([i, table.cornerOf(p, i), card]);
    });
    if (lie === "squared" && pile.length) laid.push([1000, [x, y], null, pile.length]);
  });
  // What lies higher is painted later.
  for (const [, [x, y], card, count] of laid.sort((one, other) => one[0] - other[0])) {
    pen.save();
    pen.translate(x, y);
    if (card) paintCard(pen, card);
    else {
      pen.fillStyle = "#fff";
      pen.fillRect(10, 29, 40, 26);
      paintText(pen, String(count), 30, 48, 17, "#16191c", "center");
    }
    pen.restore();
  }
  paintText(pen, $("caption").textContent.trim(), 10, height + 14, 13, felt);
  return canvas;
}

// The same as a file. A browser with too much to do may lose what is on a canvas (then nothing is on it, not even felt):
// it is painted again. Null if that does not help.
async function fileOf() {
  for (let wait = 0; wait < 2000; wait += 400) {
    await new Promise((done) => setTimeout(done, wait));
    const canvas = pictureOf(), file = await new Promise((done) => canvas.toBlob(done));
    if (file && canvas.getContext("2d").getImageData(0, 0, 1, 1).data[3]) return file;
  }
  return null;
}

// For print: the first and the last table, and those at chapters and comments; the moves in words.

addEventListener("beforeprint", () => {
  const here = table.at, on = line;
  table.fit(900, 700);
  setList(true);
  $("print").replaceChildren(...[...new Set([0, ...stops])].slice(0, 40).map((n) => {
    show(n, { gliding: false, remembered: false, on: 0 });
    const figure = make("figure"), sheet = make("div", { class: "sheet" }), copy = table.cloneNode(true);
    const [width, height] = table.plan.size, scale = Math.min(0.7, 680 / width);
    for (const name of ["id", "aria-describedby"]) copy.removeAttribute(name);
    copy.style.transform = `scale(${scale})`;
    copy.style.width = `${width}px`;
    copy.style.height = `${height}px`;
    sheet.style.height = `${height * scale}px`;
    sheet.append(copy);
    const item = items.get(hashOf(0, n));
    figure.append(make("figcaption", {}, wordsOf(item).join(" ")), sheet, ...notesOf(item));
    return figure;
  }));
  show(here, { gliding: false, remembered: false, on });
  $("print").hidden = false;
});
addEventListener("afterprint", () => {
  $("print").replaceChildren();
  $("print").hidden = true;
  setList($("read").checked);
  fit();
});

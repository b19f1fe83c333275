// For print: the table as dealt, the moves in columns, the final table.

addEventListener("beforeprint", () => {
  const here = table.at, on = line;
  table.fit(700, 460);
  const figure = (n, words) => {
    show(n, { gliding: false, remembered: false, on: 0 });
    const made = make("figure", { class: "printed" }), paper = make("div", { class: "paper" }), copy = table.cloneNode(true);
    for (const name of ["id", "aria-describedby"]) copy.removeAttribute(name);
    copy.style.transform = `scale(${table.scale})`;
    paper.style.height = `${table.plan.size[1] * table.scale}px`;
    paper.append(copy);
    made.append(make("figcaption", {}, words), paper);
    return made;
  };
  $("side").prepend(figure(0, "As dealt"));
  if (last() || line) $("side").append(figure(data.steps.length - data.faulty, "At the end"));
  show(here, { gliding: false, remembered: false, on });
  // The sentences of a long game would fill pages.
  list.classList.toggle("brief", data.steps.length > 100 && !$("read").checked);
});
addEventListener("afterprint", () => {
  for (const figure of document.querySelectorAll(".printed")) figure.remove();
  list.classList.remove("brief");
  fit();
});

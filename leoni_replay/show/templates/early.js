// The page without a server, before its rules run: the table at once, and what can be chosen already.

const preview = (() => {
  function showEarly(name, caption, given) {
    Object.assign(data, given);
    table.load(given);
    $("title").textContent = name;
    setCaption(caption);
    fit();
    table.targets([]);
    table.dataset.idle = "loading";
  }

  // The table of a deal, from a file of the site.
  async function preview(name, deal) {
    const offer = offers.find((one) => one.name === name);
    if (now.game || !offer) return;
    const { table: given, deals } = await (await fetch(`deals/${offer.slug}.json`)).json().catch(() => ({ deals: [] }));
    const found = deals[[...(offer.guide ? [offer.guide.deal] : []), ...offer.deals].indexOf(deal)];
    if (now.game || !found) return;
    const cards = found.split(",").map((pile) => [...pile].map((letter) => letter.charCodeAt(0) - 48));
    showEarly(name, given.caption, { ...given, places: given.places.map((place, p) => ({ ...place, cards: cards[p] })) });
  }

  // The next visit begins with the table as it lies.
  function keepView() {
    if (!now.game || !atEnd()) return;
    const { spots, piles } = table, places = spots.map((spot, p) => ({ ...spot, cards: piles[p].map(({ card, down }) => card + (down ? DOWN : 0)) }));
    const { lines, open } = data;
    memory.set("view", { path: now.path, name: gameOf(), caption: table.seen("caption"), going: now.result === "*" && count > 0 && { name: gameOf(), words: home.shown(count) }, others: now.going,
      table: { places, lines, open, zones: table.seen("zones"), rows: table.seen("rows"), deal: table.seen("deal"), grows: true } });
  }
  addEventListener("pagehide", keepView);

  const view = memory.get("view", null), named = location.hash.length > 1;
  if (!named) {
    if (view) showEarly(view.name, view.caption, view.table);
    else preview(offers[0].name, offers[0].guide?.deal ?? offers[0].deals[0]);
    // A page that is loaded again goes on where it was.
    if (!read(() => sessionStorage.getItem(CURRENT), null)) home.show();
  }
  return preview;
})();

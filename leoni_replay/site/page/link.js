// What an address asks for behind its #: a game that was played, a deal to begin, a guide (docs/program/your-site.md).

const OPENINGS = ["game", "play", "new", "learn"];
// `cards`: the packed table of a deal, which is seen before any rules run. `won`: in how many moves the sender of an
// invitation has won. `watch`: a game that is over is shown as a film at once. `resume`: one that is not goes on.
const DETAILS = ["deal", "rules", "cards", "won", "watch", "resume"];
// How the page looks, and whom it tells (frame.js).
const SETTINGS = ["theme", "bare", "origin"];
const EXAMPLE = "for example #new=Martha&deal=seed:1884";

/** @import { Offer } from "../../board/page/types" */
/** @import { Link } from "./types" */

/** @param {string} name */
export const isSetting = (name) => SETTINGS.includes(name) || name.startsWith("--");

/**
 * Read what an address asks for.
 *
 * @param {string} hash with its #
 * @param {Offer[]} offers the games that there are
 * @returns {Link} `opening` (one of the above, or "" for none) with the `offer`, `deal`, `cards` and `rules` that it
 *   names, or with the packed `game`; or what is `wrong`, in a sentence, with the `offer` if a game is named whose
 *   rules there are not
 */
export function readLink(hash, offers) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const names = [...asked.keys()].filter((name) => !isSetting(name));
  const openings = names.filter((name) => OPENINGS.includes(name));
  const [opening = ""] = openings;
  const value = (asked.get(opening) ?? "").trim();
  const nothing = { opening: "" };
  const refuse = (/** @type {string} */ wrong) => ({ opening: "", wrong });
  if (!names.length || hash === "#games") return nothing;
  const unknown = names.find((name) => ![...OPENINGS, ...DETAILS].includes(name));
  if (unknown !== undefined)
    return refuse(`This address says “${unknown}”, which opens nothing. Say new=, ${EXAMPLE}.`);
  if (openings.length > 1)
    return refuse(`This address asks for two things: ${openings.join("= and ")}=. Say one of them.`);
  if (!opening) return refuse(`This address says ${names[0]}= without a game. Say new= before it, ${EXAMPLE}.`);
  if (!value) return refuse(`This address says ${opening}= without a game, ${EXAMPLE}.`);
  const offer = offers.find(({ name, slug }) => [plain(name), slug].includes(plain(value)));
  if (opening === "game") {
    if (!offer) {
      const game = value.replace(/[^\w-].*$/s, "");
      return { opening, game, watch: asked.has("watch"), resume: asked.has("resume") };
    }
    return refuse(`game= takes a whole game that was played. To begin ${offer.name}, say #new=${value}.`);
  }
  if (!offer) return refuse(`There is no game “${value}”. There are ${wordsOf(offers.map(({ name }) => name))}.`);
  if (opening === "learn") {
    if (!offer.guide) return refuse(`${offer.name} has no guided deal.`);
    if (names.length > 1) return refuse("A guide has its own deal and rules: say learn= alone.");
    return { opening, offer, deal: offer.guide.deal, rules: "" };
  }
  const rules = (asked.get("rules") ?? "").trim();
  const books = offer.books.map(([book]) => book);
  const [book] = rules.split(";");
  if (rules && !books.includes(book.trim()))
    return { ...refuse(`${offer.name} has no rules “${book.trim()}”. It has ${wordsOf(books)}.`), offer };
  return {
    opening,
    offer,
    cards: asked.get("cards"),
    won: Number(/^[1-9]\d{0,3}$/.exec(asked.get("won") ?? "")?.[0] ?? 0),
    deal: (asked.get("deal") ?? "").trim().replace(/[.,;!?]+$/, ""),
    rules,
  };
}

/**
 * A name as somebody may write it.
 *
 * @param {string} name
 */
const plain = (name) => name.toLowerCase().replaceAll("’", "'");

/** @param {string[]} words */
const wordsOf = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

/**
 * The address without what it asks for: a page that is loaded again goes on where it was.
 *
 * @param {string} hash
 */
export function settingsOf(hash) {
  const settings = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(([name]) => isSetting(name));
  return settings.length ? `#${new URLSearchParams(settings)}` : "";
}

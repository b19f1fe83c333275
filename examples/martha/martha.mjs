// Verifies one record of the patience Martha, read from standard input. Written from docs/reference/notation.md,
// docs/dev/formats.md, docs/games/martha.md and docs/dev/cases.md alone, without a look at the code of leoni.
// Exit status 0 and "verified RESULT N moves DIGEST RECORD_DIGEST" (or "irregular …"), or 1 and "rejected: REASON".

import { createHash } from 'node:crypto';
import fs from 'node:fs';

const RANKS = 'A23456789TJQK', SUITS = 'CDHS';
// The readings of Martha's points, of which a record digest leaves out the first, and those that the rule books take.
const READINGS = { MA1: ['single-card', 'any'], MA2: ['run', 'one-card'], MA4: ['stay', 'return'] };
const BOOKS = {
  mcneely: {}, wikipedia: {}, gemsolitaire: { MA1: 'any' }, pysolfc: { MA4: 'return' }, stewart: { MA2: 'one-card' },
};
const FOUNDATION = 'foundation';
const MIB = 1 << 20;

class Rejected extends Error {}
const reject = (reason) => { throw new Rejected(reason); };
const hash = (text) => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);

// ------- syntax

// JavaScript's own \s takes U+FEFF for white space and leaves out U+0085, so the Unicode property stands for \s.
const WS = '\\p{White_Space}';
const CARD = '(?:10|[2-9ATJQKatjqk])[CDHScdhs♣♦♥♠]';
const FIELD = 'r[1-9][0-9]?c[1-9][0-9]?';
const END = `(?=[${WS}(){};]|$)`;
const MARK = '(?:!!|\\?\\?|!\\?|\\?!|!|\\?)?';
const MOVE = `(?:(?<alone>exile|deal|redeal|talon|dropped|aside|${FIELD})(?=[+!?${WS}(){};]|$)`
  + `|(?!:)(?<source>(?:1[0-3]|[1-9]|exile|deal|talon|dropped|aside|foundation|${FIELD})(?=:))?`
  + `(?::(?=[>v^↑↓])|:?(?<card>${CARD})(?<path>(?:(?:~${CARD})+#?|#)(?=[+!?${WS}(){};]|$))?)`
  + `(?<dest>[\\^↑][v↓]?|[v↓][\\^↑]?|>(?:${CARD}|1[0-3]|[1-9]|talon|dropped|aside|${FIELD}))?)`
  + `(?:\\+(?<shown>${CARD}(?:,${CARD})*))?${MARK}${END}`;
// A comment or value stops before a line that opens a game or tag: one missing sign must not swallow the rest.
const BODY = `[^}\\n]*(?:\\n(?![^\\S\\n]*\\[[^\\S\\n]*Game[^\\S\\n]*")[^}\\n]*)*\\}`;
const VALUE = `"(?<value>[^"\\\\\\n]*(?:(?:\\\\["\\\\]|\\n(?![^\\S\\n]*\\[[^\\S\\n]*[A-Za-z]\\w*[^\\S\\n]*"))[^"\\\\\\n]*)*)"`;
const TOKENS = [
  ['space', `${WS}+`],
  ['tag', `\\[${WS}*(?<name>[A-Za-z][A-Za-z0-9_]*)${WS}*${VALUE}${WS}*\\]`],
  ['claim', `\\{=${BODY}`],
  ['comment', `\\{(?!=)${BODY}|;[^\\n]*`],
  ['open', '\\('],
  ['close', '\\)'],
  ['time', `@(?:[1-9][0-9]{0,2}:[0-5][0-9]|[1-5]?[0-9]):[0-5][0-9]${END}`],
  ['number', '[1-9][0-9]{0,6}\\.'],
  ['result', `(?:won|lost|conceded|\\*)${END}`],
  ['set', `set${WS}*\\{(?!=)(?<placed>${BODY})`],
  ['misplay', `misplay${WS}+${MOVE}`],
  ['move', MOVE],
].map(([kind, source]) => [kind, new RegExp(source, 'uy')]);
const WHOLE_CARD = new RegExp(`^${CARD}$`, 'u');
const WHOLE_MOVE = new RegExp(`^${MOVE}$`, 'u');

function* tokens(text) {
  for (let at = 0; at < text.length;) {
    let match;
    const found = TOKENS.find(([, pattern]) => {
      pattern.lastIndex = at;
      return (match = pattern.exec(text));
    });
    if (!found) reject(`no move, whole tag or closed comment: "${text.slice(at, at + 20).split('\n')[0]}"`);
    at += match[0].length;
    if (found[0] === 'space') continue;
    if (longer(match[0], MIB)) reject('a token is longer than 1 MiB of characters');
    yield { kind: found[0], text: match[0], groups: match.groups };
  }
}

// Characters are code points; JavaScript counts UTF-16 units, of which a text never has fewer.
const longer = (text, limit) => text.length > limit && [...text].length > limit;

const words = (text) => text.split(new RegExp(`${WS}+`, 'u')).filter((word) => word);
const trim = (text) => text.replace(new RegExp(`^${WS}+|${WS}+$`, 'gu'), '');

// A card in its canonical spelling, or null.
function readCard(word) {
  if (!WHOLE_CARD.test(word)) return null;
  return word.slice(0, -1).replace('10', 'T').toUpperCase() + readSuit(word.slice(-1));
}
const readSuit = (letter) => '♣♦♥♠'.includes(letter) ? SUITS['♣♦♥♠'.indexOf(letter)] : letter.toUpperCase();

// ------- table and its moves

// A position is { top: { C: 1, ... }, piles: [[{ card, down }]] }: how high each foundation is (1 is the ace), and the
// piles, bottom first. Positions are never changed, so that a variation can go back to an earlier one.
const rank = (card) => RANKS.indexOf(card[0]) + 1;
const isRed = (card) => 'DH'.includes(card[1]);
const builds = (card, on) => rank(card) === rank(on) - 1 && isRed(card) !== isRed(on);
const topOf = (pile) => pile[pile.length - 1];
const fits = (position, card) => rank(card) === position.top[card[1]] + 1;
const available = (position) => position.piles.filter((pile) => pile.length && !topOf(pile).down)
  .map((pile) => topOf(pile).card);
const isWon = (position) => [...SUITS].every((suit) => position.top[suit] === 13);
const isLost = (position, rules) => !isWon(position) && !legalMoves(position, rules).length;
const rankSum = (position) => [...SUITS].reduce((sum, suit) => sum + position.top[suit], 0);
const standsAt = (position, suit) => RANKS[position.top[suit] - 1] + suit;

function legalMoves(position, rules) {
  const moves = [];
  if (isWon(position)) return moves;
  position.piles.forEach((pile, from) => {
    for (let at = pile.length - 1; at >= 0; at--) {
      const card = pile[at].card, single = at === pile.length - 1;
      if (pile[at].down || (!single && (rules.MA2 === 'one-card' || !builds(pile[at + 1].card, card)))) break;
      if (single && fits(position, card)) moves.push({ from, at, card, to: '^' });
      position.piles.forEach((other, to) => {
        const allowed = other.length ? !topOf(other).down && builds(card, topOf(other).card)
          : single || rules.MA1 === 'any';
        if (to !== from && allowed) moves.push({ from, at, card, to });
      });
    }
  });
  for (const suit of rules.MA4 === 'return' ? SUITS : '') {
    if (position.top[suit] === 1) continue;
    const card = standsAt(position, suit);
    position.piles.forEach((other, to) => {
      if (!other.length || (!topOf(other).down && builds(card, topOf(other).card))) {
        moves.push({ from: FOUNDATION, card, to });
      }
    });
  }
  return moves;
}

// The position after a move, and the card that was turned up (or null).
function play(position, move) {
  const piles = [...position.piles], top = { ...position.top };
  if (move.from === FOUNDATION) {
    top[move.card[1]]--;
    piles[move.to] = [...piles[move.to], { card: move.card, down: false }];
    return { position: { piles, top }, shown: null };
  }
  let rest = piles[move.from].slice(0, move.at), shown = null;
  if (move.to === '^') top[move.card[1]]++;
  else piles[move.to] = [...piles[move.to], ...piles[move.from].slice(move.at)];
  if (rest.length && topOf(rest).down) {
    shown = topOf(rest).card;
    rest = [...rest.slice(0, -1), { card: shown, down: false }];
  }
  piles[move.from] = rest;
  return { position: { piles, top }, shown };
}

// The legal moves that a written move can mean. The cards after "+" are left to the caller.
function meanings(groups, position, rules) {
  const { alone, source, card, path, dest } = groups;
  return alone || path ? [] : legalMoves(position, rules).filter((move) => {
    if (source && source !== sourceOf(move)) return false;
    if (card && readCard(card) !== move.card) return false;
    if (!dest) return true;
    if (move.to === '^') return dest === '^' || dest === '↑';
    if (dest[0] !== '>') return false;
    const target = readCard(dest.slice(1)), on = position.piles[move.to];
    return target ? on.length > 0 && topOf(on).card === target : dest.slice(1) === String(move.to + 1);
  });
}

// The position after a move against the rules that was made (docs/reference/notation.md, "What happened at the table"), the card
// that was turned up (or null), and the move as the record digest has it.
function misplay({ source, card, dest, path }, position, rules) {
  if (!source || !card || !dest || path) reject('a misplay is written with source, card and destination');
  if (source === FOUNDATION) return misplayedReturn(readCard(card), dest, position);
  const from = Number(source) - 1, name = readCard(card), pile = position.piles[from];
  if (!pile) reject(`Martha takes no card from ${source}`);
  const at = pile.findLastIndex((one) => one.card === name && !one.down);
  if (at < 0) reject(`${name} does not lie face up in pile ${source}`);
  const up = dest === '^' || dest === '↑', target = readCard(dest.slice(1));
  const to = up ? null : dest[0] === '>' && (target
    ? position.piles.findIndex((other) => topOf(other)?.card === target) : Number(dest.slice(1)) - 1);
  if (up ? !fits(position, name) : !position.piles[to]) reject(`${name} cannot be put there`);
  if (to === from) reject(`${name} lies there already`);
  const moved = pile.slice(at, up || rules.MA2 === 'one-card' ? at + 1 : undefined);
  if (moved.some(({ down }) => down)) reject(`a card lies face down on ${name}`);
  const piles = [...position.piles], top = { ...position.top };
  if (up) top[name[1]]++;
  else piles[to] = [...piles[to], ...moved];
  piles[from] = [...pile.slice(0, at), ...pile.slice(at + moved.length)];
  const last = topOf(piles[from]), shown = last?.down ? last.card : null;
  if (shown) piles[from] = [...piles[from].slice(0, -1), { card: shown, down: false }];
  return { position: { piles, top }, shown, written: `misplay ${longForm({ from, card: name, to: up ? '^' : to })}` };
}

// A card that came back from a foundation against the rules: its top card, never the ace.
function misplayedReturn(card, dest, position) {
  const target = readCard(dest.slice(1));
  const to = dest[0] !== '>' ? -1 : target
    ? position.piles.findIndex((other) => topOf(other)?.card === target) : Number(dest.slice(1)) - 1;
  if (!position.piles[to]) reject(`${card} cannot be put there`);
  if (rank(card) === 1 || standsAt(position, card[1]) !== card) reject(`${card} is not on top of its foundation`);
  const move = { from: FOUNDATION, card, to };
  return { ...play(position, move), written: `misplay ${longForm(move)}` };
}

const PLACES = [...[...SUITS].map((suit) => `${suit}^`), ...Array.from({ length: 12 }, (_, i) => `${i + 1}`)];
const placeText = (position, place) => place[1] === '^' ? standsAt(position, place[0])
  : pileText(position.piles[place - 1]);
const allCards = ({ piles, top }) => [...piles.flat().map(({ card }) => card),
  ...[...SUITS].flatMap((suit) => [...RANKS].slice(0, top[suit]).map((r) => r + suit))];

// The position after cards were put right by hand, and the setting as the record digest has it.
function putRight(text, position) {
  const parts = text.split(new RegExp(`([^\\s:]+)${WS}*:`, 'u'));
  if (trim(parts[0]) || parts.length < 3) reject('a setting lists places with their cards');
  let gone = [];
  const made = { piles: [...position.piles], top: { ...position.top } }, said = new Set();
  for (let i = 1; i < parts.length; i += 2) {
    const place = parts[i], list = words(parts[i + 1]);
    if (said.has(place) || !list.length) reject(`set: ${place} is listed twice, or without cards`);
    said.add(place);
    if (place === 'gone') gone = list.map((word) => readCard(word) ?? reject(`set: "${word}" is not a card`));
    else lay(made, place, list, 'set');
  }
  const before = allCards(position).sort(), after = allCards(made).sort();
  if (new Set(after).size < after.length) reject('set: a card is there twice');
  const lost = before.filter((card) => !after.includes(card));
  if (lost.join() !== [...gone].sort().join()) reject('set: a card is nowhere, or said to be gone and is not');
  const parted = PLACES.filter((place) => placeText(made, place) !== placeText(position, place))
    .map((place) => `${place}: ${placeText(made, place)}`);
  if (!parted.length) reject('set: nothing changes');
  if (lost.length) parted.push(`gone: ${PACK.filter((card) => lost.includes(card)).join(' ')}`);
  return { position: made, shown: null, written: `set {${parted.join('  ')}}` };
}

const shownAgrees = (groups, shown) =>
  !groups.shown || groups.shown.split(',').map(readCard).join() === (shown ?? '');
const sourceOf = ({ from }) => from === FOUNDATION ? from : String(from + 1);
const longForm = (move) => `${sourceOf(move)}:${move.card}${move.to === '^' ? '^' : `>${move.to + 1}`}`;

// Why no legal move is meant, in words.
function whyIllegal({ alone, source, card, path, dest }, position) {
  const target = dest?.[0] === '>' && !readCard(dest.slice(1)) ? dest.slice(1) : '1';
  if (isWon(position)) return 'the game is already won';
  if (alone || path || /[v↓]/u.test(dest ?? '')) return 'Martha has no such move';
  if (!(Number(source ?? 1) <= 12 && Number(target) <= 12)) return 'Martha has no such place';
  const name = card && readCard(card);
  const isIn = (pile, i) => (!source || i + 1 === Number(source)) && pile.some((one) => one.card === name);
  if (card && !position.piles.some(isIn)) return `${name} is not there`;
  return 'the card is covered, or does not fit there';
}

// ------- what is hashed

const pileText = (pile) => pile.map(({ card, down }) => (down ? '#' : '') + card).join(' ') || '-';
const positionText = (position) => [...SUITS].map((suit) => `${suit}^: ${standsAt(position, suit)}\n`).join('')
  + position.piles.map((pile, i) => `${i + 1}: ${pileText(pile)}\n`).join('');
const digest = (position) => hash(positionText(position));

// ------- the deal

const BASES = [...SUITS].map((suit) => `A${suit}`);
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((r) => r + suit));

function shuffle(cards, below) {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

function seeded(text) {
  const M = (1n << 64n) - 1n;
  let state = createHash('sha256').update(text, 'utf8').digest().readBigUInt64BE(0);
  const next = () => {                                                      // SplitMix64
    state = (state + 0x9e3779b97f4a7c15n) & M;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & M;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & M;
    return z ^ (z >> 31n);
  };
  return shuffle(PACK.filter((card) => !BASES.includes(card)), (n) => {
    const size = BigInt(n), limit = (1n << 64n) - (1n << 64n) % size;
    let x = next();
    while (x >= limit) x = next();
    return Number(x % size);
  });
}

// PySolFC's small game numbers. The specification names the generator only; its numbers are those of Microsoft's.
function fromPySol(name) {
  const digits = /^(?:ms)?([1-9][0-9]{0,99})$/.exec(name)?.[1] ?? reject(`"pysol:${name}" is not a deal`);
  if (Number(digits) > 31999) reject('this program knows the game numbers of PySolFC up to 31999 only');
  let state = Number(digits);
  const order = [...RANKS].flatMap((r) => [...SUITS].map((suit) => r + suit));
  return shuffle(order, (n) => {
    state = (Math.imul(state, 214013) + 2531011) & 0x7fffffff;
    return (state >> 16) % n;
  }).reverse().filter((card) => !BASES.includes(card));
}

function dealt(tags) {
  const deal = tags.Deal;
  if (deal === undefined) reject('no Deal tag: this program does not derive the deal from the moves');
  if ('Layout' in tags !== (deal === 'layout')) reject('a Layout belongs to Deal "layout", and to no other');
  if (deal === 'layout') {
    for (const name of ['Pack', 'DealHash']) if (name in tags) reject(`with a layout there is no ${name}`);
    return readLayout(tags.Layout);
  }
  let cards = null;
  if (tags.Pack !== undefined) {
    cards = words(tags.Pack).map((word) => readCard(word) ?? reject(`Pack: "${word}" is not a card`));
    const whole = PACK.filter((card) => !BASES.includes(card)).sort().join();
    if ([...cards].sort().join() !== whole) reject('Pack: not the 48 cards of Martha');
  }
  if (deal === 'pack') {
    if (!cards) reject('Deal "pack" needs a Pack');
  } else if (deal === trim(deal) && /^(seed|pysol):\P{White_Space}/u.test(deal)) {
    const order = deal[0] === 's' ? seeded(deal.slice(5)) : fromPySol(deal.slice(6));
    if (cards && cards.join() !== order.join()) reject('Pack is not the order of this seed');
    cards = order;
  } else reject(`"${deal}" is not a deal`);
  if (tags.DealHash !== undefined && tags.DealHash !== hash(cards.join(' '))) reject('the deal has another hash');
  const piles = Array.from({ length: 12 }, (_, i) => [0, 1, 2, 3].map((row) =>
    ({ card: cards[12 * row + i], down: row % 2 === 0 })));
  return { piles, top: { C: 1, D: 1, H: 1, S: 1 } };
}

function readLayout(text) {
  const position = { piles: Array.from({ length: 12 }, () => []), top: { C: 1, D: 1, H: 1, S: 1 } }, seen = new Set();
  for (const line of text.split('\n').map(trim).filter((one) => one)) {
    const [, written, content] = line.match(/^([^:]*):(.*)$/u) ?? reject(`Layout: "${line}" is not a place`);
    const place = trim(written);
    if (place === 'deal' && trim(content) === '1') continue;
    if (seen.has(place)) reject(`Layout: ${place} is listed twice`);
    seen.add(place);
    const list = words(content);
    if (!list.length) reject(`Layout: nothing is said of ${place}`);
    lay(position, place, list, 'Layout');
  }
  // Missing or repeated cards are only worth a warning, but there cannot be more than a pack.
  const count = position.piles.flat().length + rankSum(position);
  if (count > 52) reject(`Layout: ${count} cards are more than a pack`);
  return position;
}

// Puts cards into a place, as a layout or a setting lists them.
function lay(position, place, list, what) {
  if (!PLACES.includes(place)) reject(`${what}: Martha has no place ${place}`);
  const cards = list.join() === '-' ? [] : list.map((word) => {
    const down = word[0] === '#', card = readCard(down ? word.slice(1) : word);
    if (/^#?\?\?$/.test(word)) reject(`${what}: this program cannot follow unknown cards`);
    return { card: card ?? reject(`${what}: "${word}" is not a card`), down };
  });
  if (place[1] === '^') {
    if (cards.length !== 1 || cards[0].down || cards[0].card[1] !== place[0]) reject(`${what}: ${place} needs one card`);
    position.top[place[0]] = rank(cards[0].card);
  } else position.piles[place - 1] = cards;
}

// ------- tags

const READ = ['Game', 'Deal', 'Rules', 'Pack', 'Layout', 'DealHash', 'Result', 'RecordDigest'];
const SLIPS = ['seed', 'rulebook', 'rule', ...READ.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}s`])];

function readTag(tags, { name, value }) {
  if (READ.includes(name)) {
    if (name in tags) reject(`the tag ${name} is given twice`);
    tags[name] = value.replace(/\\(["\\])/g, '$1');
  } else if (/^Pack[0-9]+$/.test(name)) reject(`${name}: Martha has no shuffled redeal`);
  else if (SLIPS.includes(name.toLowerCase().replace(/_/g, ''))) reject(`the tag ${name} looks misspelled`);
}

function checkedRules(tags) {
  if (tags.Game === undefined) reject('the tag Game is missing');
  if (trim(tags.Game).toLowerCase().replace(/^the\s+/, '') !== 'martha') {
    reject(`this program knows Martha only, not "${tags.Game}"`);
  }
  const [book, ...overrides] = (tags.Rules ?? 'mcneely').split(';').map(trim);
  const taken = BOOKS[book.toLowerCase()] ?? reject(`no such rule book: "${book}"`);
  const rules = Object.fromEntries(Object.entries(READINGS).map(([point, [first]]) => [point, taken[point] ?? first]));
  const letter = overrides.findIndex((one) => one.toLowerCase() === 'letter');  // it changes nothing in Martha
  if (letter >= 0) overrides.splice(letter, 1);
  const named = new Set();
  for (const override of overrides) {
    const [point, reading] = override.split('=').map(trim);
    if (!READINGS[point]?.includes(reading)) reject(`no such point or reading: "${override}"`);
    if (named.has(point)) reject(`${point} is named twice`);
    named.add(point);
    rules[point] = reading;
  }
  return rules;
}

// ------- claims

const PLACE = '([CDHScdhs♣♦♥♠][\\^v↑↓]|1[0-3]|[1-9]|r[1-9][0-9]?(?:c[1-9][0-9]?)?|exile|talon|dropped|hand|stock)';

// What a claim can say of a place of Martha.
function placeOf(name, position) {
  if (/[\^↑]$/u.test(name)) {
    const card = standsAt(position, readSuit(name[0]));
    return { size: 1, top: card, text: card };
  }
  const pile = position.piles[Number(name) - 1] ?? reject(`a claim names a place that Martha does not have: ${name}`);
  return { size: pile.length, top: topOf(pile)?.card, text: pileText(pile) };
}

// Whether a claim is true of a position; a text that is not a claim, or names a place that Martha lacks, is rejected.
function claimHolds(inside, position, rules) {
  const colon = inside.indexOf(':');
  const text = words(inside).join(' ');
  const head = words(colon < 0 ? inside : inside.slice(0, colon)).join(' ');
  const list = colon < 0 ? [] : words(inside.slice(colon + 1)), none = list.join() === '-';
  const noClaim = () => reject(`not a claim: "${text}"`);
  const cards = () => list.map((word) => readCard(word) ?? noClaim());
  const legal = legalMoves(position, rules), open = available(position);
  const number = '(0|[1-9][0-9]{0,6})';
  let match;
  if (colon < 0) {
    switch (text) {
      case 'standstill': return !open.some((card) => fits(position, card));
      case 'not standstill': return open.some((card) => fits(position, card));
      case 'deal over': return isLost(position, rules);         // there is nothing to deal again
      case 'won': return isWon(position);
      case 'lost': return isLost(position, rules);
      case '*': return legal.length > 0;
    }
    if ((match = /^digest ([0-9A-Fa-f]{16})$/.exec(text))) return match[1].toLowerCase() === digest(position);
    if ((match = new RegExp(`^left ${number}$`).exec(text))) return Number(match[1]) === 52 - rankSum(position);
    if ((match = new RegExp(`^legal ${number}$`).exec(text))) return Number(match[1]) === legal.length;
    match = new RegExp(`^${PLACE} ${number}$`, 'u').exec(text) ?? noClaim();
    return Number(match[2]) === placeOf(match[1], position).size;
  }
  if (!list.length) noClaim();
  switch (head) {
    case 'available': return cards().every((card) => open.includes(card));
    case 'not available': return cards().every((card) => !open.includes(card));
    case 'available only': return (none ? [] : cards()).sort().join() === open.sort().join();
    case 'deal': return reject('Martha has one deal, and does not number it');
    case 'legal': case 'illegal': case 'legal set': {
      const found = (none && head === 'legal set' ? [] : list).map((word) => {
        const { groups } = WHOLE_MOVE.exec(word) ?? reject(`not a move in a claim: "${word}"`);
        return meanings(groups, position, rules).filter((move) => shownAgrees(groups, play(position, move).shown));
      });
      if (head === 'illegal') return found.every((moves) => !moves.length);
      if (head === 'legal') return found.every((moves) => moves.length);
      return found.every((moves) => moves.length === 1) && new Set(found.flat().map(longForm)).size === legal.length;
    }
  }
  match = new RegExp(`^(top )?${PLACE}$`, 'u').exec(head) ?? noClaim();
  if (match[1] && (list.length > 1 || !readCard(list[0]))) noClaim();
  const place = placeOf(match[2], position);
  if (match[1]) return readCard(list[0]) === place.top;
  const written = none ? list : list.map((word) => word === '--' ? word
    : word.startsWith('#') ? `#${readCard(word.slice(1)) ?? noClaim()}` : readCard(word) ?? noClaim());
  return written.join(' ') === place.text;
}

// ------- the record

function verify(bytes) {
  let text;
  try { text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { reject('this is not UTF-8 text'); }
  text = text.replace(/\r\n?/g, '\n');                          // the decoder has taken away a byte order mark
  if (longer(text, 8 * MIB)) reject('the game is longer than 8 MiB of characters');

  const tags = {}, moves = [], outer = [];
  let tagSeen = false, rules = null, first = null, result = null, numbered = false, clock = 0, verdict = 'verified';
  let line = null;          // the line being played: { position, before the last move, count }; `outer` has those around it

  const begin = () => {
    if (line) return;
    if (!tagSeen) reject('there is no game in this text');
    rules = checkedRules(tags);
    first = dealt(tags);
    line = { position: first, before: null, count: 0 };
  };

  // What the rules do not have: no variation has it, and none follows it.
  const happen = (word, groups, { position, shown, written }) => {
    if (outer.length) reject(`${word} cannot stand in a variation`);
    if (!shownAgrees(groups, shown)) reject(`${word}: ${shown ?? 'no card'} comes to light`);
    line = { position, before: null, count: line.count + 1 };
    numbered = false;
    verdict = 'irregular';
    moves.push(written);
  };

  const take = {
    tag(token) {
      if (line) reject('a tag after the moves began, or a second game: one game is read at a time');
      tagSeen = true;
      readTag(tags, token.groups);
    },
    comment() {},
    claim(token) {
      if (!claimHolds(token.text.slice(2, -1), line.position, rules)) reject(`the claim ${token.text} is false`);
    },
    time({ text: word }) {
      if (outer.length) reject(`${word}: a variation has no times`);
      const seconds = word.slice(1).split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
      if (seconds < clock) reject(`the time ${word} is earlier than the one before it`);
      clock = seconds;
    },
    number(token) {
      if (numbered) reject(`a move is expected, not ${token.text}`);
      if (Number(token.text.slice(0, -1)) !== line.count + 1) reject(`the number ${token.text} is wrong`);
      numbered = true;
    },
    move({ text: word, groups }) {
      const found = meanings(groups, line.position, rules);
      if (!found.length) reject(`${word}: ${whyIllegal(groups, line.position)}`);
      if (found.length > 1) reject(`${word} can mean ${found.map(longForm).join(' or ')}`);
      const { position, shown } = play(line.position, found[0]);
      if (!shownAgrees(groups, shown)) reject(`${word}: ${shown ?? 'no card'} comes to light`);
      line = { position, before: line.position, count: line.count + 1 };
      numbered = false;
      if (!outer.length) moves.push(longForm(found[0]));
    },
    misplay({ text: word, groups }) {
      if (meanings(groups, line.position, rules).length) reject(`${word}: it is legal`);
      happen(word, groups, misplay(groups, line.position, rules));
    },
    set({ text: word, groups }) {
      happen(word, {}, putRight(groups.placed.slice(0, -1), line.position));
    },
    open() {
      if (!line.before || numbered) reject('a variation follows a move');
      if (outer.length === 64) reject('variations are nested too deeply');
      outer.push(line);
      line = { position: line.before, before: null, count: line.count - 1 };
    },
    close() {
      if (!outer.length || !line.before || numbered) reject('this parenthesis no variation for with moves');
      line = outer.pop();
    },
    result(token) {
      if (outer.length || numbered) reject(`${token.text} cannot stand here`);
      result = token.text;
      if (result === 'won' && !isWon(line.position)) reject('the game is not won');
      if (result === 'lost' && !isLost(line.position, rules)) reject('the game is not lost');
      if (result === 'conceded' && (isWon(line.position) || isLost(line.position, rules))) reject('the game is over');
    },
  };
  try {
    for (const token of tokens(text)) {
      if (result && !['comment', 'claim', 'time'].includes(token.kind)) reject('something stands after the result');
      if (!['comment', 'tag'].includes(token.kind)) begin();
      take[token.kind](token);
    }
  } catch (error) {
    if (line) error.message = `move ${line.count + 1}${outer.length ? ' of a variation' : ''}: ${error.message}`;
    throw error;
  }
  begin();
  if (outer.length) reject('a variation is not closed');
  if (numbered) reject('a number without its move');
  result ??= '*';                                               // a draft
  if ((tags.Result ?? result) !== result) reject(`the tag says ${tags.Result}, the record ${result}`);

  const others = Object.keys(READINGS).filter((point) => rules[point] !== READINGS[point][0]);
  const readings = others.map((point) => `${point}=${rules[point]}`).join('; ') || '-';
  const recordDigest = hash(`game: Martha\nrules: ${readings}\n${positionText(first)}`
    + `moves: ${moves.join(' ') || '-'}\nresult: ${result}\n`);
  if ((tags.RecordDigest ?? recordDigest) !== recordDigest) reject(`the record digest is ${recordDigest}`);
  return `${verdict} ${result} ${moves.length} moves ${digest(line.position)} ${recordDigest}`;
}

try {
  console.log(verify(fs.readFileSync(0)));
} catch (error) {
  if (!(error instanceof Rejected)) throw error;
  console.log(`rejected: ${error.message}`);
  process.exitCode = 1;
}

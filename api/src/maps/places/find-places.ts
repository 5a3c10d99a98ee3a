import { normalizeText } from '../../kernel/normalize-text.ts';
import { BREAK } from './layout.ts';
import type { Places, Spot } from './places.ts';
import { lowerBound } from './places.ts';
import { kilometres } from './nearest.ts';
import { isAllowed, rulesOf, type Rules } from './allowed-areas.ts';

/** What a search found, the best first. */
export type Hit = { kind: 'city' | 'state' | 'country'; index: number; score: number };

export interface PlaceQuery {
  text: string;
  limit: number;
  /** Prefers what is close to it. */
  near?: Spot | undefined;
  /** Takes whole names only. */
  whole?: boolean;
}

const BEGINS = 1;
const WHOLE_WORD = 0.5;
const WHOLE_NAME = 1.5;
/** A city goes before the state that has its name. */
const STATE = -0.7;
/** Half of the weight of a place is lost at this distance, a tenth is left at nine times that. */
const NEAR_KM = 50;
/** `austin tx us`: words that tell where it is. */
const TRAILING = 3;
const SPACE = 0x20;

const size = (population: number) => Math.log10(population + 10);

/** Best hits by inserting: there are a few thousand candidates and twenty places at most. */
class Best {
  readonly hits: Hit[] = [];
  readonly #limit: number;
  constructor(limit: number) {
    this.#limit = limit;
  }
  get least(): number {
    return this.hits.length < this.#limit ? -Infinity : this.hits.at(-1)!.score;
  }
  add(hit: Hit): void {
    if (hit.score <= this.least) return;
    const twin = this.hits.findIndex(({ kind, index }) => kind === hit.kind && index === hit.index);
    if (twin >= 0) {
      if (this.hits[twin]!.score >= hit.score) return;
      this.hits.splice(twin, 1);
    }
    this.hits.splice(
      lowerBound(this.hits.length, (i) => this.hits[i]!.score >= hit.score),
      0,
      hit,
    );
    if (this.hits.length > this.#limit) this.hits.pop();
  }
}

/** Places whose names have a word that begins with a text, the larger and better matching first. */
export function findPlaces(places: Places, query: PlaceQuery): Hit[] {
  for (const { name, within } of readings(query.text)) {
    const { begin, end } = rangeOf(places, name);
    const rules = rulesOf(places, within);
    if (!rules) continue;
    const best = new Best(query.limit);
    matchCities(places, { name, rules, query, best, begin, end });
    matchGroups(name, rules, query, best);
    if (best.hits.length > 0) return best.hits;
  }
  return [];
}

/** How a text may be meant: all of it a name, or the end telling where that is; the likeliest first. */
function* readings(text: string): Generator<{ name: string; within: string[] }> {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 1) {
    // A name may have a comma itself: Washington, D.C.
    for (let own = 1; own <= Math.min(parts.length, TRAILING); own++) {
      const within = parts.slice(own).map((part) => normalizeText(part));
      const name = normalizeText(parts.slice(0, own).join(' '), { typing: within.every((part) => !part) });
      if (name) yield { name, within: within.filter(Boolean) };
    }
    return;
  }
  const words = normalizeText(text, { typing: true }).split(' ').filter(Boolean);
  for (let trailing = 0; trailing <= Math.min(TRAILING, words.length - 1); trailing++) {
    const name = words.slice(0, words.length - trailing).join(' ');
    const tail = words.slice(words.length - trailing);
    if (!trailing) yield { name, within: [] };
    else yield { name, within: [tail.join(' ')] };
    if (trailing > 1) yield { name, within: tail };
  }
}

function matchGroups(name: string, rules: Rules, query: PlaceQuery, best: Best): void {
  for (const [kind, list] of [
    ['state', rules.states],
    ['country', rules.countries],
  ] as const)
    for (const [index, { padded, population, spot }] of list.entries()) {
      const at = padded.indexOf(` ${name}`);
      if (at < 0 || !isAllowed(rules, kind, index)) continue;
      const end = at + 1 + name.length;
      const isBegin = at === 0 || padded[at - 1] === '\n';
      const isWhole = isBegin && padded[end] === ' ' && (padded[end + 1] ?? '\n') === '\n';
      if (query.whole && !isWhole) continue;
      const fit = isWhole ? WHOLE_NAME : padded[end] === ' ' ? WHOLE_WORD : 0;
      const base = size(population) + (isBegin ? BEGINS : 0) + (kind === 'state' ? STATE : 0);
      best.add({ kind, index, score: base + fit - distant(query.near, spot) });
    }
}

const distant = (near: Spot | undefined, spot: Spot) =>
  near ? Math.log10(1 + kilometres(near, spot) / NEAR_KM) : 0;

/** The words that begin with a name. */
function rangeOf({ data: { words, wordCity, foldStart, folds } }: Places, name: string) {
  const prefix = Buffer.from(name);
  /** Below zero when what stands at a word comes before everything that begins with the prefix. */
  const compare = (word: number) => {
    const from = words[word]!;
    const length = Math.min(prefix.length, foldStart[wordCity[word]! + 1]! - from);
    for (let i = 0; i < length; i++) if (folds[from + i] !== prefix[i]) return folds[from + i]! - prefix[i]!;
    return length - prefix.length;
  };
  const begin = lowerBound(words.length, (word) => compare(word) < 0);
  return { begin, end: begin + lowerBound(words.length - begin, (i) => compare(begin + i) <= 0) };
}

function matchCities(
  places: Places,
  matched: { name: string; rules: Rules; query: PlaceQuery; best: Best; begin: number; end: number },
): void {
  const { words, wordCity, foldStart, folds, population } = places.data;
  const { name, rules, query, best, begin, end } = matched;
  const length = Buffer.byteLength(name);
  for (let word = begin; word < end; word++) {
    const city = wordCity[word]!;
    const after = words[word]! + length;
    const isBegin = words[word] === foldStart[city] || folds[words[word]! - 1] === BREAK;
    const isEnd = after === foldStart[city + 1] || folds[after] === BREAK;
    if (query.whole && !(isBegin && isEnd)) continue;
    const fit = isBegin && isEnd ? WHOLE_NAME : isEnd || folds[after] === SPACE ? WHOLE_WORD : 0;
    let score = size(population[city]!) + (isBegin ? BEGINS : 0) + fit;
    if (score <= best.least || !isAllowed(rules, 'city', city)) continue;
    if (query.near) score -= distant(query.near, places.spot(city));
    best.add({ kind: 'city', index: city, score });
  }
}

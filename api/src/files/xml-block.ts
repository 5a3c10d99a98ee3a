import type { Seen, Word, Words } from './xml-words.ts';

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;
const NO_ATTRIBUTES: Record<string, string> = {};

/** An opening (attributes) or closing (text) of an element, in the order of the file. */
type Step<W> = { word: W; attributes: Record<string, string> | null; text: string };

/** As startsWith, but inlined by the compiler; names are short. */
function stands(name: string, text: string, at: number): boolean {
  for (let i = 0; i < name.length; i++) if (text.charCodeAt(at + i) !== name.charCodeAt(i)) return false;
  return true;
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/**
 * Reads one well-formed, plain block of a track, such as `<trkpt …>…</trkpt>`, three times as fast as a
 * parser that must be ready for anything. Entities, comments, CDATA, other quotes, unknown characters,
 * crossed tags: at the first thing that is not plain it gives up and the whole block goes to saxes, which
 * alone decides what is right. A test holds both against each other.
 */
export class BlockScanner<W extends Word> {
  #words: Words<W>;
  #steps: Step<W>[] = [];
  #open: Seen<W>[] = [];
  #after = 0;
  #attributes: Record<string, string> = NO_ATTRIBUTES;
  /** How many of `steps` are of the last block. */
  length = 0;
  /** Deepest nesting of the last block. */
  depth = 0;

  constructor(words: Words<W>) {
    this.#words = words;
  }

  step(index: number): Step<W> {
    return this.#steps[index]!;
  }

  /** True when text[from, to) is a plain block; its steps are then to be had. */
  scan(text: string, from: number, to: number): boolean {
    this.length = 0;
    this.depth = 0;
    let level = 0;
    let at = from;
    let leaf = false;
    let textFrom = from;
    for (;;) {
      if (text.charCodeAt(at + 1) === 47) {
        const { name, word } = this.#open[--level]!;
        const end = at + 2 + name.length;
        if (!stands(name, text, at + 2) || text.charCodeAt(end) !== 62) return false;
        if (!leaf && word.text) return false;
        this.#add(word, null, leaf && word.text ? text.slice(textFrom, at) : '');
        leaf = false;
        at = end + 1;
        if (level === 0) return at === to;
      } else {
        const seen = this.#name(text, at + 1);
        if (seen === null || !this.#readAttributes(text, this.#after, to)) return false;
        this.#add(seen.word, this.#attributes, '');
        at = this.#after;
        // `/>` would be a leaf without a closing tag: rare enough to leave to saxes.
        if (text.charCodeAt(at - 2) === 47) return false;
        this.#open[level++] = seen;
        if (level > this.depth) this.depth = level;
        leaf = true;
        textFrom = at;
      }
      while (at < to && text.charCodeAt(at) !== 60) at++;
      if (at === to) return false;
    }
  }

  #add(word: W, attributes: Step<W>['attributes'], text: string): void {
    const step = this.#steps[this.length];
    if (step) {
      step.word = word;
      step.attributes = attributes;
      step.text = text;
    } else this.#steps.push({ word, attributes, text });
    this.length++;
  }

  /** The name at `at`; `#after` is then where it ends. */
  #name(text: string, at: number): Seen<W> | null {
    const { guess } = this.#words;
    if (guess !== null && stands(guess.name, text, at)) {
      const end = at + guess.name.length;
      const code = text.charCodeAt(end);
      if (code === 62 || isBlank(code)) {
        this.#after = end;
        this.#words.follow(guess);
        return guess;
      }
    }
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (!name) return null;
    this.#after = at + name.length;
    const code = text.charCodeAt(this.#after);
    return code === 62 || isBlank(code) ? this.#words.meaning(name) : null;
  }

  /** From after the name to after the `>`. */
  #readAttributes(text: string, from: number, to: number): boolean {
    let at = from;
    this.#attributes = NO_ATTRIBUTES;
    for (;;) {
      const start = at;
      while (isBlank(text.charCodeAt(at))) at++;
      if (text.charCodeAt(at) === 62) {
        this.#after = at + 1;
        return true;
      }
      if (at === start) return false;
      const equals = text.indexOf('="', at);
      if (equals < 0 || equals >= to) return false;
      NAME.lastIndex = at;
      const name = NAME.exec(text)?.[0];
      if (!name || at + name.length !== equals) return false;
      const end = text.indexOf('"', equals + 2);
      if (end < 0 || end >= to) return false;
      const value = text.slice(equals + 2, end);
      if (value.includes('<')) return false;
      if (this.#attributes === NO_ATTRIBUTES) this.#attributes = {};
      else if (name in this.#attributes) return false;
      this.#attributes[name] = value;
      at = end + 1;
    }
  }
}

import { parseDecimalBytes } from './decimal.ts';
import { parseTimeBytes } from './iso-time.ts';
import type { KnownName, ElementMeaning, ElementNames, XmlFormat } from './element-words.ts';

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;
const NO_ATTRIBUTES: Record<string, string> = {};

/** Characters of a text or an attribute that stand for themselves; all others are left to saxes. */
const PLAIN = new Uint8Array(256);
/** Characters a name can be made of. */
const IN_NAME = new Uint8Array(256);
for (let code = 32; code < 127; code++) {
  PLAIN[code] = 1;
  IN_NAME[code] = /[\w.:-]/.test(String.fromCharCode(code)) ? 1 : 0;
}
for (const code of [9, 10, 13]) PLAIN[code] = 1;
for (const mark of '<&') PLAIN[mark.charCodeAt(0)] = 0;

const isBlank = (code: number | undefined) => code === 32 || code === 10 || code === 13 || code === 9;

/** Whether bytes[at...] begins with a name; names are short. */
export function startsWithAt(name: Buffer, bytes: Buffer, at: number): boolean {
  if (at + name.length > bytes.length) return false;
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
  return true;
}

/** One step of a block: an opening (with attributes), a value that was read, or a closing. */
const OPEN = 0;
const VALUE = 1;
const CLOSE = 2;
const PAIR = 3;

/**
 * Reads well-formed, plain blocks of a track, such as `<trkpt …>…</trkpt>`, directly from the bytes, many times as fast
 * as a general parser. At the first entity, comment, CDATA section, other quote, unknown character or crossed tag it
 * gives up, and the whole block goes to saxes. A test compares the two.
 */
export class BlockScanner<W extends ElementMeaning> {
  #format: XmlFormat<W>;
  #words: ElementNames<W>;
  #pair: readonly Buffer[];
  #open: KnownName<W>[] = [];
  #after = 0;
  #attributes: Record<string, string> = NO_ATTRIBUTES;
  #first = 0;
  #second = 0;
  // The steps of the last block in the order of the file; numbers and objects in separate arrays, so that a point allocates nothing.
  #steps = 0;
  #kinds = new Uint8Array(64);
  #numbers = new Float64Array(64);
  #of: W[] = [];
  #texts: (string | Record<string, string>)[] = [];
  /** Deepest nesting of the last block. */
  depth = 0;

  constructor(format: XmlFormat<W>, words: ElementNames<W>) {
    this.#format = format;
    this.#words = words;
    this.#pair = format.numberPair?.names.map((name) => Buffer.from(name)) ?? [];
  }

  /** Where the plain block that begins at `from` ends; -1 when it is not plain or not all there. */
  scan(bytes: Buffer, from: number): number {
    this.#steps = 0;
    this.depth = 0;
    const to = bytes.length;
    let level = 0;
    let at = from;
    let leaf = false;
    let textFrom = from;
    for (;;) {
      if (bytes[at + 1] === 47) {
        const seen = this.#open[--level]!;
        const end = at + 2 + seen.bytes.length;
        if (bytes[end] !== 62 || !startsWithAt(seen.bytes, bytes, at + 2)) return -1;
        if (!this.#close(seen.word, leaf, bytes, textFrom, at)) return -1;
        if (level === 0) return end + 1;
        leaf = false;
        at = end + 1;
      } else {
        const seen = this.#name(bytes, at + 1);
        // A nested block is not plain.
        if (seen === null || (level > 0 && seen === this.#open[0])) return -1;
        const paired = level === 0 && this.#readPair(bytes, this.#after);
        if (!paired && !this.#readAttributes(bytes, this.#after)) return -1;
        this.#add(paired ? PAIR : OPEN, seen.word, 0, this.#attributes);
        at = this.#after;
        // `/>` is rare enough to leave to saxes.
        if (bytes[at - 2] === 47) return -1;
        this.#open[level++] = seen;
        if (level > this.depth) this.depth = level;
        leaf = true;
        textFrom = at;
      }
      while (at < to && PLAIN[bytes[at]!] === 1) at++;
      // A tag has three characters at least.
      if (at + 2 >= to || bytes[at] !== 60) return -1;
    }
  }

  /** Passes the steps of the last block to the format. */
  emit(): void {
    const { open, close, value, numberPair: pair } = this.#format;
    for (let i = 0; i < this.#steps; i++) {
      const kind = this.#kinds[i];
      if (kind === VALUE) value!(this.#of[i]!, this.#numbers[i]!);
      else if (kind === CLOSE) close(this.#of[i]!, this.#texts[i] as string);
      else if (kind === OPEN) open(this.#of[i]!, this.#texts[i] as Record<string, string>);
      else pair!.open(this.#first, this.#second);
    }
  }

  #close(word: W, leaf: boolean, bytes: Buffer, from: number, to: number): boolean {
    if (!word.text) this.#add(CLOSE, word, 0, '');
    else if (!leaf) return false;
    else if (word.reads === undefined || !this.#format.value) {
      this.#add(CLOSE, word, 0, bytes.toString('latin1', from, to));
    } else {
      // An empty element is left to saxes.
      if (from === to) return false;
      const value =
        word.reads === 'time' ? parseTimeBytes(bytes, from, to) : parseDecimalBytes(bytes, from, to);
      this.#add(VALUE, word, value, '');
    }
    return true;
  }

  #add(kind: number, word: W, number: number, text: string | Record<string, string>): void {
    const at = this.#steps++;
    if (at === this.#kinds.length) this.#grow();
    this.#kinds[at] = kind;
    this.#numbers[at] = number;
    this.#of[at] = word;
    this.#texts[at] = text;
  }

  #grow(): void {
    const kinds = new Uint8Array(this.#kinds.length * 2);
    kinds.set(this.#kinds);
    const numbers = new Float64Array(kinds.length);
    numbers.set(this.#numbers);
    this.#kinds = kinds;
    this.#numbers = numbers;
  }

  /** The name at `at`; `#after` is then where it ends. */
  #name(bytes: Buffer, at: number): KnownName<W> | null {
    const { guess } = this.#words;
    if (guess !== null && startsWithAt(guess.bytes, bytes, at)) {
      const end = at + guess.bytes.length;
      if (bytes[end] === 62 || isBlank(bytes[end])) {
        this.#after = end;
        this.#words.follow(guess);
        return guess;
      }
    }
    const name = this.#text(bytes, at);
    if (name === null) return null;
    const code = bytes[this.#after];
    return code === 62 || isBlank(code) ? this.#words.meaning(name) : null;
  }

  /** A name as a text; `#after` is then where it ends. */
  #text(bytes: Buffer, at: number): string | null {
    let end = at;
    while (end < bytes.length && IN_NAME[bytes[end]!] === 1) end++;
    this.#after = end;
    const name = bytes.toString('latin1', at, end);
    return NAME.test(name) ? name : null;
  }

  /** ` lat="1" lon="2">` and nothing else. */
  #readPair(bytes: Buffer, from: number): boolean {
    let at = from;
    for (let i = 0; i < this.#pair.length; i++) {
      const name = this.#pair[i]!;
      const value = at + name.length + 3;
      if (bytes[at] !== 32 || !startsWithAt(name, bytes, at + 1)) return false;
      if (bytes[value - 2] !== 61 || bytes[value - 1] !== 34) return false;
      const end = endOfValue(bytes, value);
      if (end < 0) return false;
      const number = parseDecimalBytes(bytes, value, end);
      if (i === 0) this.#first = number;
      else this.#second = number;
      at = end + 1;
    }
    if (this.#pair.length === 0 || bytes[at] !== 62) return false;
    this.#after = at + 1;
    return true;
  }

  /** From after the name to after the `>`. */
  #readAttributes(bytes: Buffer, from: number): boolean {
    let at = from;
    this.#attributes = NO_ATTRIBUTES;
    for (;;) {
      const start = at;
      while (isBlank(bytes[at])) at++;
      if (bytes[at] === 62) {
        this.#after = at + 1;
        return true;
      }
      if (at === start) return false;
      const name = this.#text(bytes, at);
      const value = this.#after + 2;
      if (name === null || bytes[value - 2] !== 61 || bytes[value - 1] !== 34) return false;
      const end = endOfValue(bytes, value);
      if (end < 0) return false;
      if (this.#attributes === NO_ATTRIBUTES) this.#attributes = {};
      else if (name in this.#attributes) return false;
      this.#attributes[name] = bytes.toString('latin1', value, end);
      at = end + 1;
    }
  }
}

/** Where the quote is that ends an attribute; -1 when it is not plain until there. */
function endOfValue(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 34) return at;
    if (PLAIN[bytes[at]!] !== 1) return -1;
  }
  return -1;
}

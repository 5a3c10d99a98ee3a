/** What an element name means to a format; `text` asks for its text: collecting white space costs a tenth. */
export type Word = {
  readonly text: boolean;
  /** Its text is this and nothing else: in plain blocks a format with `value` is given the number alone. */
  readonly reads?: 'number' | 'time';
};

export type XmlFormat<W extends Word> = {
  /** By local name; prefixes are taken off, declared or not. */
  words: Readonly<Record<string, W>>;
  /** What every other name means. */
  other: W;
  /** The element that nearly all of a file consists of, as it is written without a prefix. */
  block: string;
  open: (word: W, attributes: Record<string, string>) => void;
  /**
   * `text` is what stood directly inside, up to the cap and not trimmed; empty unless asked for. `parent` is the
   * element around it, none for the root and for what stands in a block.
   */
  close: (word: W, text: string, parent?: W) => void;
  /** Of words that read something, in place of `close`: a decimal or ms since 1970, NaN where the text is none. */
  value?: (word: W, value: number) => void;
  /** Where the block's opening has these two attributes alone, as plain decimals; else `open` has them as texts. */
  pair?: { names: readonly [string, string]; open: (first: number, second: number) => void };
};

/** `next` is what came after it last time: elements repeat, and comparing is cheaper than hashing. */
export type Seen<W> = { name: string; bytes: Buffer; word: W; next: Seen<W> | null };

/** Names are fresh strings for every element, so what they mean is looked up as seldom as can be. */
export class Words<W extends Word> {
  #format: XmlFormat<W>;
  #seen = new Map<string, Seen<W>>();
  #last: Seen<W>;

  constructor(format: XmlFormat<W>) {
    this.#format = format;
    this.#last = { name: '', bytes: Buffer.alloc(0), word: format.other, next: null };
  }

  /** What most likely comes next. */
  get guess(): Seen<W> | null {
    return this.#last.next;
  }

  /** The guess was right. */
  follow(seen: Seen<W>): W {
    this.#last = seen;
    return seen.word;
  }

  meaning(name: string): Seen<W> {
    const guess = this.#last.next;
    const seen = guess !== null && guess.name === name ? guess : this.#look(name);
    this.#last.next = seen;
    this.#last = seen;
    return seen;
  }

  #look(name: string): Seen<W> {
    const known = this.#seen.get(name);
    if (known) return known;
    const { words, other } = this.#format;
    const local = name.slice(name.indexOf(':') + 1);
    const word = Object.hasOwn(words, local) ? words[local]! : other;
    const seen: Seen<W> = { name, bytes: Buffer.from(name), word, next: null };
    if (this.#seen.size < 500) this.#seen.set(name, seen);
    return seen;
  }
}

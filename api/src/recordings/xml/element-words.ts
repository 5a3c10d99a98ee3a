/** What an element name means to a format. `text`: its text is collected, which costs a tenth of the time where it is not needed. */
export type ElementMeaning = {
  readonly text: boolean;
  /** Its text is this and nothing else: in plain blocks a format with `value` is given the number alone. */
  readonly reads?: 'number' | 'time';
};

export type XmlFormat<W extends ElementMeaning> = {
  /** By local name; prefixes are taken off, declared or not. */
  elements: Readonly<Record<string, W>>;
  /** What every other name means. */
  otherElement: W;
  /** The element that nearly all of a file consists of, as it is written without a prefix. */
  block: string;
  open: (word: W, attributes: Record<string, string>) => void;
  /**
   * `text` is what stood directly inside, up to the cap and not trimmed; empty unless asked for. `parent` is the
   * enclosing element, none for the root and inside a block.
   */
  close: (word: W, text: string, parent?: W) => void;
  /** Of words that read something, in place of `close`: a decimal or ms since 1970, NaN where the text is none. */
  value?: (word: W, value: number) => void;
  /** Where the block's opening has these two attributes alone, as plain decimals; else `open` has them as texts. */
  numberPair?: { names: readonly [string, string]; open: (first: number, second: number) => void };
};

/** `next` is the name that followed last time: elements repeat, and comparing is cheaper than hashing. */
export type KnownName<W> = { name: string; bytes: Buffer; word: W; next: KnownName<W> | null };

/** Names in the spelling of a format, by what they are in lower case. */
const spellings = new WeakMap<object, ReadonlyMap<string, string>>();

function spellingOf(elements: Readonly<Record<string, unknown>>, name: string): string {
  let names = spellings.get(elements);
  if (!names) {
    names = new Map(Object.keys(elements).map((known) => [known.toLowerCase(), known]));
    spellings.set(elements, names);
  }
  return names.get(name.toLowerCase()) ?? name;
}

/** An attribute, whatever the case of its name; undefined where it is missing. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const found = Object.keys(attributes).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : attributes[found];
}

/** Looks up what element names mean to a format, as seldom as possible: every element has a new string for its name. */
export class ElementNames<W extends ElementMeaning> {
  #format: XmlFormat<W>;
  #seen = new Map<string, KnownName<W>>();
  #last: KnownName<W>;

  constructor(format: XmlFormat<W>) {
    this.#format = format;
    this.#last = { name: '', bytes: Buffer.alloc(0), word: format.otherElement, next: null };
  }

  /** The name that most likely follows. */
  get guess(): KnownName<W> | null {
    return this.#last.next;
  }

  /** The guess was right. */
  follow(seen: KnownName<W>): W {
    this.#last = seen;
    return seen.word;
  }

  meaning(name: string): KnownName<W> {
    const guess = this.#last.next;
    const seen = guess !== null && guess.name === name ? guess : this.#look(name);
    this.#last.next = seen;
    this.#last = seen;
    return seen;
  }

  #look(name: string): KnownName<W> {
    const known = this.#seen.get(name);
    if (known) return known;
    const { elements: words, otherElement: other } = this.#format;
    const written = name.slice(name.indexOf(':') + 1);
    // Some exporters shout. Other differences in case tell elements apart.
    const local = written === written.toUpperCase() ? spellingOf(words, written) : written;
    const word = Object.hasOwn(words, local) ? words[local]! : other;
    const seen: KnownName<W> = { name, bytes: Buffer.from(name), word, next: null };
    if (this.#seen.size < 500) this.#seen.set(name, seen);
    return seen;
  }
}

/** The words that begin with what is searched for: those whose mark is `stamp`. */
export interface Match {
  marks: Uint32Array;
  stamp: number;
  /** The word that is nothing but what is searched for; -1 where no name has it. */
  whole: number;
}

/** The words of the names that search knows, as numbers: names that share words share what they weigh. */
export class Vocabulary {
  #ids = new Map<string, number>();
  #byLetter = new Map<string, { word: string; id: number }[]>();
  #marks = new Uint32Array(1024);
  #stamp = 0;

  get size(): number {
    return this.#ids.size;
  }

  /** @param name words, a blank before each */
  idsOf(name: string): number[] {
    return name.split(' ').slice(1).map(this.#idOf);
  }

  #idOf = (word: string): number => {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(word, id);
    const alike = this.#byLetter.get(word[0]!);
    if (alike) alike.push({ word, id });
    else this.#byLetter.set(word[0]!, [{ word, id }]);
    if (id >= this.#marks.length) {
      const more = new Uint32Array(this.#marks.length * 2);
      more.set(this.#marks);
      this.#marks = more;
    }
    return id;
  };

  /** Words by their beginning. What it gives holds until the next call. */
  matching(start: string): Match {
    const stamp = ++this.#stamp;
    for (const { word, id } of this.#byLetter.get(start[0]!) ?? [])
      if (word.startsWith(start)) this.#marks[id] = stamp;
    return { marks: this.#marks, stamp, whole: this.#ids.get(start) ?? -1 };
  }
}

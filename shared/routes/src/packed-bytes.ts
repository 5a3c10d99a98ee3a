/** Numbers as they are, and whole ones in as few bytes as they need. */
export class Writer {
  #doubles = new Float64Array(64);
  #bytes = new Uint8Array(256);
  #n = 0;
  #at = 0;

  /** A number as it is. Nought has no sign: JSON knows none either. */
  double(value: number): void {
    if (this.#n === this.#doubles.length) {
      const wider = new Float64Array(this.#n * 2);
      wider.set(this.#doubles);
      this.#doubles = wider;
    }
    this.#doubles[this.#n++] = value + 0;
  }

  /** From 0 to 2^32: seven bits in each byte, the lowest first; the eighth says that there are more. */
  whole(value: number): void {
    if (this.#at + 5 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128;
    this.#bytes[this.#at++] = rest;
  }

  done(): { doubles: Float64Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> } {
    return { doubles: this.#doubles.slice(0, this.#n), bytes: this.#bytes.slice(0, this.#at) };
  }
}

/** Reads what a `Writer` wrote. Behind the end there are zeros, and `isOver` says so. */
export class Reader {
  readonly #doubles: Float64Array;
  readonly #bytes: Uint8Array;
  #n = 0;
  #at = 0;

  constructor(doubles: Float64Array, bytes: Uint8Array) {
    this.#doubles = doubles;
    this.#bytes = bytes;
  }

  double(): number {
    return this.#doubles[this.#n++] ?? 0;
  }

  whole(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++]!;
    if (byte < 128) return byte;
    let value = 0;
    let unit = 1;
    for (; byte > 127; byte = bytes[this.#at++]!) {
      value += (byte & 127) * unit;
      unit *= 128;
    }
    return value + (byte || 0) * unit;
  }

  /** Something was read that is not there. */
  get isOver(): boolean {
    return this.#at > this.#bytes.length || this.#n > this.#doubles.length;
  }
}

/** A difference of two numbers of 32 bits as a whole number: small ones, up or down, are small. */
export const folded = (step: number): number => ((step << 1) ^ (step >> 31)) >>> 0;
export const unfolded = (whole: number): number => (whole >>> 1) ^ -(whole & 1);

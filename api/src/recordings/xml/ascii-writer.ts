const DAY_MS = 86_400_000;
/** `00:00:00.000Z` at the end of a time. */
const CLOCK_LENGTH = 13;
/** Longer than any number or time. */
const MAX_VALUE_BYTES = 40;
const [ZERO, MINUS, POINT, COLON, UPPER_Z] = [0x30, 0x2d, 0x2e, 0x3a, 0x5a];

/** ASCII text that is written again and again. */
export const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/**
 * Writes numbers and times as text straight into bytes: as strings, the values of a file's points would each be an
 * object that is joined, flattened, encoded and collected again, which takes several times as long.
 */
export class AsciiWriter {
  #bytes: Buffer;
  #length = 0;
  #day = Number.NaN;
  #dayText: Uint8Array = ascii('');

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  text(text: Uint8Array): this {
    this.#makeRoom(text.length);
    let at = this.#length;
    for (let i = 0; i < text.length; i++) this.#bytes[at++] = text[i]!;
    this.#length = at;
    return this;
  }

  integer(value: number): this {
    return this.decimal(value, 0);
  }

  /** An integer as a decimal with so many places: 523400012 and 7 give 52.3400012. */
  decimal(value: number, places: number): this {
    this.#makeRoom(MAX_VALUE_BYTES);
    const bytes = this.#bytes;
    let rest = Math.abs(value);
    if (value < 0) bytes[this.#length++] = MINUS;
    let width = places + 1;
    for (let limit = 10 ** width; rest >= limit; limit *= 10) width++;
    let at = this.#length + width + (places > 0 ? 1 : 0);
    this.#length = at;
    for (let i = 0; i < width; i++) {
      if (i === places && places > 0) bytes[--at] = POINT;
      const tenth = Math.floor(rest / 10);
      bytes[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    return this;
  }

  /** As `Date.prototype.toISOString`. @throws RangeError for what is no time */
  time(ms: number): this {
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.#day) {
      this.#dayText = ascii(new Date(ms).toISOString().slice(0, -CLOCK_LENGTH));
      this.#day = day;
    }
    this.text(this.#dayText);
    this.#makeRoom(CLOCK_LENGTH);
    const inDay = ms - day * DAY_MS;
    const seconds = Math.floor(inDay / 1000);
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    this.#digits(hours, 2, COLON);
    this.#digits(minutes - hours * 60, 2, COLON);
    this.#digits(seconds - minutes * 60, 2, POINT);
    this.#digits(inDay - seconds * 1000, 3, UPPER_Z);
    return this;
  }

  /** What was written since the last call. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  #digits(value: number, width: number, after: number): void {
    let rest = value;
    for (let at = this.#length + width - 1; at >= this.#length; at--) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += width;
    this.#bytes[this.#length++] = after;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

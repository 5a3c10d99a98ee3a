import { STREAM_KINDS, type StreamKind } from './parsed-workout.ts';

/**
 * What our exports write besides the fields of a format, so that an import restores the same workout: details as JSON,
 * and series that the format cannot hold exactly in stored form. Collected while a file is read, used by
 * `restoreWorkout`.
 */
export class RoundTripParts {
  #details: string[] = [];
  #series = new Map<StreamKind, Buffer[]>();
  #bytes = 0;

  /** Parts beyond this are ignored: no workout of ours has more. */
  static readonly MAX_BYTES = 96 * 1024 * 1024;

  addDetails(text: string): void {
    if (this.#room(text.length)) this.#details.push(text);
  }

  addSeries(kind: string, bytes: Buffer): void {
    if (!isKind(kind) || !this.#room(bytes.length)) return;
    const parts = this.#series.get(kind);
    if (parts) parts.push(bytes);
    else this.#series.set(kind, [bytes]);
  }

  get details(): string {
    return this.#details.join('');
  }

  get kinds(): StreamKind[] {
    return [...this.#series.keys()];
  }

  series(kind: StreamKind): Buffer {
    return Buffer.concat(this.#series.get(kind) ?? []);
  }

  #room(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= RoundTripParts.MAX_BYTES;
  }
}

const KINDS: ReadonlySet<string> = new Set(STREAM_KINDS);
const isKind = (kind: string): kind is StreamKind => KINDS.has(kind);

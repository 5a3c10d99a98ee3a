import { STREAM_KINDS, type StreamKind } from './parsed-workout.ts';

/**
 * What the exports of this product write beside the fields of the format, so that importing a file again gives
 * the very same workout: the details as JSON and the series that the format cannot hold exactly, as they are
 * stored. Collected piece by piece while a file is read; `restored` makes use of it.
 */
export class KeptParts {
  #details: string[] = [];
  #series = new Map<StreamKind, Buffer[]>();
  #bytes = 0;

  /** More than this is no workout of ours; what comes after it is not kept. */
  static readonly most = 96 * 1024 * 1024;

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
    return this.#bytes <= KeptParts.most;
  }
}

const KINDS: ReadonlySet<string> = new Set(STREAM_KINDS);
const isKind = (kind: string): kind is StreamKind => KINDS.has(kind);

import { ApiError, type CallOptions } from '@waymark/contract';
import { createIdempotencyKey } from '@waymark/remote';
import { createStore, type ReadableStore } from '@waymark/store';

/** A file on its way to the server. It leaves the queue when the server has it. */
export interface Upload {
  key: string;
  name: string;
  size: number;
  state: 'waiting' | 'sending' | 'refused';
  /** Bytes sent. */
  sent: number;
  /** Bytes a second of late; null until it can be told. */
  rate: number | null;
  problem: { code: string; description: string } | null;
}

export interface QueueOptions<Answer> {
  /** Sends one file, under one idempotency key until the server has it. */
  send: (
    body: FormData,
    options: Pick<CallOptions, 'signal' | 'onUploadProgress' | 'idempotencyKey'>,
  ) => Promise<Answer>;
  /** Name of the form's field that carries the file. */
  field: string;
  /** Code of why a file is not sent at all; null to send it. */
  refusalOf: (file: File) => string | null;
  /** Files sent at the same time. Default 3. */
  parallel?: number;
}

/** How much a new measure counts against the rate so far. */
const FRESH = 0.3;
const MEASURE_MS = 250;

/**
 * Sends files one request each, a few at a time. It outlives the page: going elsewhere in the site does not stop it.
 * `onAccepted` gets the server's answer to each file.
 */
export class UploadQueue<Answer> implements ReadableStore<readonly Upload[]> {
  readonly #options: QueueOptions<Answer>;
  readonly #uploads = createStore<readonly Upload[]>([]);
  readonly #accepted = new Set<(answer: Answer) => void>();
  readonly #files = new Map<string, File>();
  readonly #idempotencyKeys = new Map<string, string>();
  readonly #running = new Map<string, AbortController>();
  #waiting: string[] = [];
  #next = 0;

  constructor(options: QueueOptions<Answer>) {
    this.#options = options;
  }

  readonly get = this.#uploads.get;
  readonly subscribe = this.#uploads.subscribe;

  onAccepted(listener: (answer: Answer) => void): () => void {
    this.#accepted.add(listener);
    return () => this.#accepted.delete(listener);
  }

  add(files: readonly File[]): void {
    const added = files.map((file): Upload => {
      const key = `upload-${this.#next++}`;
      const refusal = this.#options.refusalOf(file);
      if (!refusal) {
        this.#files.set(key, file);
        this.#idempotencyKeys.set(key, createIdempotencyKey().keyFor(key));
        this.#waiting.push(key);
      }
      return {
        key,
        name: file.name,
        size: file.size,
        sent: 0,
        rate: null,
        state: refusal ? 'refused' : 'waiting',
        problem: refusal === null ? null : { code: refusal, description: '' },
      };
    });
    this.#uploads.set((uploads) => [...added, ...uploads]);
    this.#pump();
  }

  /** Sends a refused file again, when sending it is what failed. */
  retry(key: string): void {
    if (!this.#files.has(key)) return;
    this.#waiting.push(key);
    this.#change(key, { state: 'waiting', problem: null, sent: 0, rate: null });
    this.#pump();
  }

  /** Sends every file again whose sending failed, such as after the connection is back. */
  retryAll(): void {
    for (const { key, state } of this.get()) if (state === 'refused') this.retry(key);
  }

  /** The bytes are here still, so it can be sent again. */
  canRetry = (key: string): boolean => this.#files.has(key);

  /** The file itself while it is here, for a preview. */
  file = (key: string): File | undefined => this.#files.get(key);

  /** Takes a file off the list; one that is being sent stops. */
  dismiss(key: string): void {
    this.#files.delete(key);
    this.#idempotencyKeys.delete(key);
    this.#waiting = this.#waiting.filter((one) => one !== key);
    this.#uploads.set((uploads) => uploads.filter((u) => u.key !== key));
    this.#running.get(key)?.abort();
  }

  /** True while bytes are still here that the server does not have. */
  get busy(): boolean {
    return this.get().some((u) => u.state !== 'refused');
  }

  #pump(): void {
    while (this.#running.size < (this.#options.parallel ?? 3) && this.#waiting.length > 0)
      void this.#send(this.#waiting.shift()!);
  }

  async #send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    const stop = new AbortController();
    this.#running.set(key, stop);
    this.#change(key, { state: 'sending' });
    const measure = rateMeter();
    try {
      const body = new FormData();
      body.append(this.#options.field, file, file.name);
      const answer = await this.#options.send(body, {
        signal: stop.signal,
        idempotencyKey: this.#idempotencyKeys.get(key),
        onUploadProgress: ({ loaded }) => {
          const sent = Math.min(loaded, file.size);
          this.#change(key, { sent, rate: measure(sent) });
        },
      });
      this.dismiss(key);
      for (const listener of this.#accepted) listener(answer);
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      this.#change(key, {
        state: 'refused',
        problem: {
          code: known?.status === 0 ? 'offline' : (known?.code ?? 'unknown_error'),
          description: known?.description ?? '',
        },
      });
    } finally {
      this.#running.delete(key);
      this.#pump();
    }
  }

  #change(key: string, change: Partial<Upload>): void {
    this.#uploads.set((uploads) => uploads.map((u) => (u.key === key ? { ...u, ...change } : u)));
  }
}

/** Bytes a second, evened out so that the figure can be read. @returns what takes each new count of bytes */
export function rateMeter(now: () => number = () => performance.now()): (sent: number) => number | null {
  let last = { at: now(), sent: 0 };
  let rate: number | null = null;
  return (sent) => {
    const passed = now() - last.at;
    if (passed < MEASURE_MS) return rate;
    const fresh = ((sent - last.sent) / passed) * 1000;
    rate = rate === null ? fresh : rate + (fresh - rate) * FRESH;
    last = { at: now(), sent };
    return rate;
  };
}

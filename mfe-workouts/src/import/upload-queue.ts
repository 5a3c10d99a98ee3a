import type { FileImportList } from '@waymark/api-contract';
import { UPLOAD_MAX_BYTES } from '@waymark/api-contract/limits';
import { ApiError, http } from '@waymark/contract';

/** A file on its way to the server. It leaves the queue when the server has it. */
export interface Upload {
  key: string;
  name: string;
  size: number;
  state: 'waiting' | 'sending' | 'refused';
  /** Bytes sent. */
  sent: number;
  problem: { code: string; description: string } | null;
}

export type Refusal = 'empty' | 'too-big';

/** Files sent at the same time. */
const PARALLEL = 3;

/**
 * Sends files one request each, a few at a time. It outlives the page: going elsewhere in the site does not stop it.
 * `onAccepted` gets the rows the server made of a file.
 */
export class UploadQueue {
  readonly #listeners = new Set<() => void>();
  readonly #accepted = new Set<(list: FileImportList) => void>();
  readonly #files = new Map<string, File>();
  #uploads: readonly Upload[] = [];
  #running = 0;
  #next = 0;

  get = (): readonly Upload[] => this.#uploads;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onAccepted(listener: (list: FileImportList) => void): () => void {
    this.#accepted.add(listener);
    return () => this.#accepted.delete(listener);
  }

  add(files: readonly File[]): void {
    const added = files.map((file): Upload => {
      const key = `upload-${this.#next++}`;
      const refusal = refusalOf(file);
      if (!refusal) this.#files.set(key, file);
      return {
        key,
        name: file.name,
        size: file.size,
        sent: 0,
        state: refusal ? 'refused' : 'waiting',
        problem: refusal && { code: refusal, description: '' },
      };
    });
    this.#set([...added, ...this.#uploads]);
    this.#pump();
  }

  /** Sends a refused file again, when sending it is what failed. */
  retry(key: string): void {
    if (!this.#files.has(key)) return;
    this.#change(key, { state: 'waiting', problem: null, sent: 0 });
    this.#pump();
  }

  canRetry = (key: string): boolean => this.#files.has(key);

  dismiss(key: string): void {
    this.#files.delete(key);
    this.#set(this.#uploads.filter((u) => u.key !== key));
  }

  /** True while bytes are still here that the server does not have. */
  get busy(): boolean {
    return this.#uploads.some((u) => u.state !== 'refused');
  }

  #pump(): void {
    // The list shows the newest first; what was dropped first is sent first.
    const order = [...this.#files.keys()];
    const waiting = this.#uploads
      .filter((u) => u.state === 'waiting')
      .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
    for (const upload of waiting.slice(0, Math.max(0, PARALLEL - this.#running))) void this.#send(upload.key);
  }

  async #send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    this.#running++;
    this.#change(key, { state: 'sending' });
    try {
      const body = new FormData();
      body.append('file', file, file.name);
      const list = await http.service('main').post<FileImportList>('/device/file_import/', body, {
        onUploadProgress: ({ loaded }) => this.#change(key, { sent: Math.min(loaded, file.size) }),
      });
      this.dismiss(key);
      for (const listener of this.#accepted) listener(list);
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
      this.#running--;
      this.#pump();
    }
  }

  #change(key: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((u) => (u.key === key ? { ...u, ...change } : u)));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

function refusalOf(file: File): Refusal | null {
  if (file.size === 0) return 'empty';
  return file.size > UPLOAD_MAX_BYTES ? 'too-big' : null;
}

/** The one queue of this browser tab. */
export const uploads = new UploadQueue();

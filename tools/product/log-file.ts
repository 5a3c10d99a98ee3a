import { closeSync, openSync, writeSync } from 'node:fs';

/** How long lines are dropped before the file is tried again. */
const RETRY_MS = 5000;

export interface LogFile {
  write(data: Uint8Array): void;
  close(): void;
}

/**
 * A file that servers log to. On a full disk lines are lost and nothing else: the servers' output is read on, so that
 * they never wait for their log.
 */
export function openLogFile(file: string): LogFile {
  let descriptor: number | null = null;
  let retryAt = 0;
  return {
    write(data) {
      if (Date.now() < retryAt) return;
      try {
        descriptor ??= openSync(file, 'a');
        writeSync(descriptor, data);
      } catch {
        retryAt = Date.now() + RETRY_MS;
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Where the bytes of a file are: at a path, or in memory when they are few. */
export type Source = string | Buffer;

export interface Opened {
  size: number;
  /** Fills `into` from `at` on with what lies at `position` of the file; tells how many bytes that were. */
  read(into: Buffer, at: number, position: number): number;
  close(): void;
}

export function opened(source: Source): Opened {
  if (typeof source !== 'string') {
    return {
      size: source.length,
      read: (into, at, position) => source.copy(into, at, Math.min(position, source.length)),
      close: () => {},
    };
  }
  const fd = openSync(source, 'r');
  return {
    size: fstatSync(fd).size,
    read: (into, at, position) => readSync(fd, into, at, into.length - at, position),
    close: () => closeSync(fd),
  };
}

export const bytesOf = (source: Source): Buffer =>
  typeof source === 'string' ? readFileSync(source) : source;

export const sizeOf = (source: Source): number =>
  typeof source === 'string' ? statSync(source).size : source.length;

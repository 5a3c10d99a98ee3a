import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** A file: its path, or its bytes where they are few. */
export type FileSource = string | Buffer;

export interface OpenFile {
  size: number;
  /** Fills `into` from `at` on with what lies at `position` of the file. @returns the number of bytes */
  read(into: Buffer, at: number, position: number): number;
  close(): void;
}

export function openFile(source: FileSource): OpenFile {
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

export const readAll = (source: FileSource): Buffer =>
  typeof source === 'string' ? readFileSync(source) : source;

export const fileSize = (source: FileSource): number =>
  typeof source === 'string' ? statSync(source).size : source.length;

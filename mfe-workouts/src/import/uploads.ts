import type { FileImportList } from '@waymark/api-contract';
import { ARCHIVE_MAX_BYTES, UPLOAD_MAX_BYTES } from '@waymark/api-contract/limits';
import { importCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { UploadQueue } from './upload-queue.ts';

/** Why a file is not sent: 'empty', 'too-big' or, for an archive, 'archive-too-big'. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size === 0) return 'empty';
  if (/\.zip$/i.test(name)) return size > ARCHIVE_MAX_BYTES ? 'archive-too-big' : null;
  return size > UPLOAD_MAX_BYTES ? 'too-big' : null;
}

export const createUploads = () =>
  new UploadQueue<FileImportList>({
    send: (body, options) => call(importCalls.upload, { body, ...options }),
    field: 'file',
    refusalOf,
  });

/** The one queue of this browser tab. */
export const uploads = createUploads();

// What the lost connection stopped goes on by itself when the browser is online again.
globalThis.addEventListener?.('online', () => uploads.retryAll());

import { ApiError } from '@waymark/contract';

/** Has the browser save bytes under a name. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  Object.assign(link, { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** A refusal of a call for bytes comes as bytes too: its sentence is read out of them. */
export async function problemIn(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || !(error.body instanceof Blob)) return error;
  try {
    return new ApiError(error.status, '', JSON.parse(await error.body.text()));
  } catch {
    return error;
  }
}

/** What file systems refuse. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;

/** A name that every file system takes, of at most 80 characters; empty where nothing is left of it. */
export const fileWords = (name: string): string =>
  Array.from(name.replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' ')).slice(0, 80).join('').trim();

import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LIMITS } from '../limits.ts';
import { FileProblem } from '../file-problem.ts';
import { zipBombProblem } from './gunzip.ts';

const damaged = (): FileProblem =>
  new FileProblem('zip_damaged', 'This zip archive is damaged or incomplete. Download it again.');

/** Extra files of operating systems, not worth a word. */
const isClutter = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/.test(name);

/** yauzl refuses bad names by itself; its messages tell which kind. */
function zipProblem(error: unknown): Error {
  if (error instanceof FileProblem) return error;
  const message = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters in fileName/.test(message)) {
    return new FileProblem(
      'zip_path',
      'This zip archive holds a file whose name points outside of it. That can do harm, so nothing was taken from it.',
    );
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^(ENOSPC|EIO|EDQUOT|EMFILE|EACCES|ENOENT)$/.test(code) ? (error as Error) : damaged();
}

/** Archives within the archive are read by themselves, if at all, and weighed then. */
const isArchive = (name: string) => /\.zip$/i.test(name);

function checkEntry(entry: Entry, total: number): void {
  if (entry.isEncrypted()) {
    throw new FileProblem('zip_encrypted', 'This zip archive is locked with a password. Unpack it first.');
  }
  // The upper half of the attributes is the Unix mode; 0o120000 is a symbolic link.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) {
    throw new FileProblem(
      'zip_link',
      'This zip archive holds a link to another file. That can do harm, so nothing was taken from it.',
    );
  }
  const { uncompressedSize: size, compressedSize, fileName } = entry;
  const wild = size > LIMITS.zipRatioFrom && size > compressedSize * LIMITS.zipRatio;
  const large = size > LIMITS.zipEntryBytes && /\.(fit|gpx|tcx)(\.gz)?$/i.test(fileName);
  if (wild || large || (isArchive(fileName) && size > LIMITS.zipInnerBytes) || total > LIMITS.zipTotalBytes) {
    throw zipBombProblem();
  }
}

const NO_BYTES = Buffer.alloc(0);

interface ZipLimits {
  maxEntries?: number;
  maxDirectoryBytes?: number;
}

/** All files of the archive, before anything is read of them. */
async function entriesOf(
  zip: ZipFile,
  { maxEntries, maxDirectoryBytes }: Required<ZipLimits>,
): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) {
    throw new FileProblem(
      'zip_too_many',
      `This zip archive holds more than ${maxEntries.toLocaleString('en-US')} files. Split it and try again.`,
    );
  }
  const entries: Entry[] = [];
  let [total, directoryBytes] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) {
      throw new FileProblem(
        'zip_too_many',
        'The names and comments in this zip archive take up more space than any list of workouts. Pack the files anew.',
      );
    }
    total += entry.uncompressedSize;
    checkEntry(entry, total);
    if (entry.fileName.endsWith('/') || isClutter(entry.fileName)) continue;
    // Nobody reads these any more, and the list may be long.
    Object.assign(entry, { fileNameRaw: NO_BYTES, extraFieldRaw: NO_BYTES, fileCommentRaw: NO_BYTES });
    entries.push(entry);
  }
  return entries;
}

/**
 * Opens an archive and hands over what it holds. The whole of it is checked first: links, passwords, paths
 * that lead outside and bombs throw a FileProblem.
 */
export async function withOpenZip<T>(
  path: string,
  work: (zip: ZipFile, entries: readonly Entry[]) => Promise<T>,
  { maxEntries = LIMITS.zipEntries, maxDirectoryBytes = LIMITS.zipDirectoryBytes }: ZipLimits = {},
): Promise<T> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: false });
    const entries = await entriesOf(zip, { maxEntries, maxDirectoryBytes });
    if (entries.length === 0) throw new FileProblem('zip_empty', 'This zip archive holds no files.');
    return await work(zip, entries);
  } catch (error) {
    throw zipProblem(error);
  } finally {
    zip?.close();
  }
}

import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { FileProblemCode } from '@waymark/api-contract';

/** A bad file, how to make it, and what has to come of it: a refusal's code, or points kept with a warning. */
export type HostileFile = {
  name: string;
  write: (path: string) => Promise<void>;
  expect: FileProblemCode | { kept: number; warning: RegExp | null };
};

const MB = 1024 * 1024;

async function zipOf(entries: [name: string, content: Buffer | string, mode?: number][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, mode] of entries)
    zip.addBuffer(Buffer.from(content), name, mode ? { mode } : {});
  zip.end();
  return buffer(zip.outputStream);
}

/** Gives an entry a name that no honest packer writes: same length, both places. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Sets the bit that says an entry is locked, in the central directory and before the entry. */
function locked(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (let at = 0; at < copy.length - 4; at++) {
    const signature = copy.readUInt32LE(at);
    if (signature === 0x02014b50) copy[at + 8]! |= 1;
    if (signature === 0x04034b50) copy[at + 6]! |= 1;
  }
  return copy;
}

/** An archive whose end says that it holds this many files. */
function crowded(zip: Buffer, files: number): Buffer {
  const copy = Buffer.from(zip);
  const at = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  copy.writeUInt16LE(files, at + 8);
  copy.writeUInt16LE(files, at + 10);
  return copy;
}

/** The list says that the first entry is small; what is packed there is not. */
function resized(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  const at = copy.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  copy.writeUInt32LE(10, at + 24);
  return copy;
}

/** The archives among the hostile files; `gpx` is an honest workout to hide among them. */
export async function hostileZips(gpx: string): Promise<HostileFile[]> {
  const honest = await zipOf([['aaaaaaaa.gpx', gpx]]);
  const zeros = Buffer.alloc(50 * MB);
  const zip = (name: string, content: Buffer, expect: FileProblemCode): HostileFile => ({
    name: `zip: ${name}`,
    write: (path) => writeFile(path, content),
    expect,
  });
  return [
    zip('path that leads outside', renamed(honest, 'aaaaaaaa.gpx', '../../ev.gpx'), 'zip_path'),
    zip('absolute path', renamed(honest, 'aaaaaaaa.gpx', '/etc/evil.gp'), 'zip_path'),
    zip('path with a drive', renamed(honest, 'aaaaaaaa.gpx', 'C:/evil1.gpx'), 'zip_path'),
    zip('symbolic link', await zipOf([['run.gpx', '/etc/passwd', 0o120777]]), 'zip_link'),
    zip('locked', locked(honest), 'zip_encrypted'),
    zip('bomb of one file', await zipOf([['run.gpx', zeros]]), 'zip_bomb'),
    zip(
      'bomb beside an honest file',
      await zipOf([
        ['run.gpx', gpx],
        ['b.gpx', zeros],
      ]),
      'zip_bomb',
    ),
    zip('cut', honest.subarray(0, honest.length - 30), 'zip_damaged'),
    zip(
      'damaged',
      Buffer.concat([honest.subarray(0, 60), Buffer.alloc(honest.length - 60, 7)]),
      'zip_damaged',
    ),
    zip('empty', await zipOf([]), 'zip_empty'),
    zip('more files than anybody has', crowded(honest, 50_001), 'zip_too_many'),
    zip('an entry that claims another size', resized(honest), 'zip_bomb'),
  ];
}

import { gzipSync } from 'node:zlib';
import {
  type BuiltEntry,
  buildZip,
  type EntryHeader,
  entryOf,
} from '../../../recordings/testing/zip-builder.ts';
import { gpx } from './import-files.ts';

/** An archive that lies about what it holds. */
export interface HostileArchive {
  name: string;
  bytes: Buffer<ArrayBuffer>;
  /** Entries of it that are in order and must be read although others are not. */
  honestEntries: number;
}

interface Material {
  random: () => number;
  /** A recording that no other archive of the run holds. */
  recording: () => string;
  honest: () => BuiltEntry;
}

const HALF_DAY_MS = 43_200_000;
/** More than one round makes, so that no recording comes twice by chance. */
const RECORDINGS_PER_ROUND = 150;
const MB = 1024 * 1024;
const ENCRYPTED = 1;
const ZIP64 = 0xffff_ffff;

const integer = (random: () => number, below: number) => Math.floor(random() * below);

/** What the central directory, which is read first, says of an entry. */
function claiming(entry: BuiltEntry, claim: Partial<EntryHeader>): BuiltEntry {
  return { ...entry, central: { ...entry.central, ...claim } };
}

const recordingEntry = ({ recording }: Material) => entryOf('lie.gpx', recording());

function zip64Extra(unpackedBytes: bigint, packedBytes: bigint): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(unpackedBytes, 4);
  extra.writeBigUInt64LE(packedBytes, 12);
  return extra;
}

function flipBytes(bytes: Buffer<ArrayBuffer>, random: () => number, flips: number): Buffer<ArrayBuffer> {
  for (let i = 0; i < flips; i++) bytes[integer(random, bytes.length)] = integer(random, 256);
  return bytes;
}

/** An archive in the archive, under the name that Garmin gives them: it is taken out and read as well. */
const nested = (material: Material, entries: readonly BuiltEntry[]) =>
  entryOf(`UploadedFiles_0-_Part${integer(material.random, 1000)}.zip`, buildZip(entries));

const tooLong = (entry: BuiltEntry) =>
  claiming(entry, { unpackedBytes: Math.floor(entry.central.unpackedBytes / 2) });
const tooShort = (entry: BuiltEntry) =>
  claiming(entry, { unpackedBytes: entry.central.unpackedBytes * 2 + 100 });

/** Entries that lie and spoil nothing but themselves. */
const ENTRIES: Record<string, (material: Material) => BuiltEntry[]> = {
  'unpacks to more than announced': (m) => [tooLong(recordingEntry(m))],
  'unpacks to less than announced': (m) => [tooShort(recordingEntry(m))],
  'announces no bytes': (m) => [claiming(recordingEntry(m), { unpackedBytes: 0 })],
  'large entry that unpacks to more': (m) => [
    claiming(entryOf('lie.gpx', Buffer.alloc(9 * MB, m.recording())), { unpackedBytes: 8.5 * MB }),
  ],
  'large entry that unpacks to less': (m) => [
    claiming(entryOf('lie.gpx', Buffer.alloc(9 * MB, m.recording())), { unpackedBytes: 9.5 * MB }),
  ],
  'gzip that unpacks to more': (m) => [tooLong(entryOf('lie.gpx.gz', gzipSync(m.recording())))],
  'gzip cut short': (m) => {
    const packed = gzipSync(m.recording());
    return [entryOf('lie.gpx.gz', packed.subarray(0, integer(m.random, packed.length - 1) + 1))];
  },
  'gzip bomb': () => [entryOf('lie.gpx.gz', gzipSync(Buffer.alloc(40 * MB)))],
  'gzip in gzip': (m) => [entryOf('lie.gpx.gz', gzipSync(gzipSync(m.recording())))],
  'deflate bomb with a small size': () => [
    claiming(entryOf('lie.gpx', Buffer.alloc(40 * MB)), { unpackedBytes: 1000 }),
  ],
  'damaged deflate data': (m) => {
    const entry = recordingEntry(m);
    flipBytes(entry.packed as Buffer<ArrayBuffer>, m.random, 20);
    return [entry];
  },
  'no deflate data at all': (m) => [{ ...recordingEntry(m), packed: Buffer.alloc(400, 0xff) }],
  'wrong checksum': (m) => [claiming(recordingEntry(m), { crc: 1 })],
  'overlapping entries': (m) => {
    const entry = recordingEntry(m);
    return [entry, claiming({ ...entry, offset: 0 }, { name: 'overlap.gpx' })];
  },
  'duplicate names': (m) => [entryOf('same.gpx', m.recording()), entryOf('same.gpx', m.recording())],
  'the same recording twice': (m) => {
    const text = m.recording();
    return [entryOf('one.gpx', text), entryOf('two.gpx', text)];
  },
  'local header of another name': (m) => {
    const entry = recordingEntry(m);
    return [{ ...entry, local: { ...entry.local, name: `${'x'.repeat(200)}.fit` } }];
  },
  'local header of another method and size': (m) => {
    const entry = recordingEntry(m);
    return [{ ...entry, local: { ...entry.local, method: 0, unpackedBytes: 3, packedBytes: 3 } }];
  },
  'entry that begins where none is': (m) => [
    { ...recordingEntry(m), offset: integer(m.random, 0x7fff_ffff) },
  ],
  'entry longer than the archive': (m) => [claiming(recordingEntry(m), { packedBytes: 2 ** 30 })],
  'encryption in the local header only': (m) => {
    const entry = recordingEntry(m);
    return [{ ...entry, local: { ...entry.local, flags: ENCRYPTED } }];
  },
  'unknown method': (m) => [claiming(recordingEntry(m), { method: 9 + integer(m.random, 90) })],
  'nested archive whose entry lies': (m) => [nested(m, [m.honest(), tooLong(recordingEntry(m))])],
  'nested archive that lies': (m) => [tooLong(nested(m, [m.honest()]))],
  'nested archive that is too short': (m) => [tooShort(nested(m, [m.honest()]))],
  'nested archive that is damaged': (m) => {
    const entry = nested(m, [m.honest()]);
    flipBytes(entry.packed as Buffer<ArrayBuffer>, m.random, 40);
    return [entry];
  },
  'archive in an archive in an archive': (m) => [nested(m, [nested(m, [m.honest()])])],
  'table that unpacks to more': (m) => [
    tooLong(entryOf('activities.csv', `Activity ID,Filename\n1,lie.gpx\n${'x,'.repeat(4000)}`)),
    recordingEntry(m),
  ],
  'tables that are no tables': (m) => [
    entryOf('activities.csv', flipBytes(Buffer.alloc(5000), m.random, 5000)),
    entryOf(
      'DI_CONNECT/x_summarizedActivities.json',
      '[{"summarizedActivitiesExport":[{"startTimeGmt":1e99}]}]',
    ),
    entryOf('DI_CONNECT/x_gear.json', '{"gearDTOS":{"__proto__":1}}'),
  ],
  'files without bytes': () => [entryOf('lie.gpx', ''), entryOf('lie.fit', '', 0)],
  'names of every kind': (m) => [
    entryOf('\u0000\u202e.gpx', m.recording()),
    entryOf(`${'n'.repeat(3000)}.gpx`, m.recording()),
  ],
};

/** Archives that may be refused as a whole. */
const ARCHIVES: Record<string, (material: Material) => Buffer<ArrayBuffer>> = {
  'deflate bomb': () => buildZip([entryOf('lie.gpx', Buffer.alloc(40 * MB))]),
  'zip64 sizes beyond every number': (m) =>
    buildZip([
      m.honest(),
      claiming(recordingEntry(m), {
        unpackedBytes: ZIP64,
        packedBytes: ZIP64,
        extra: zip64Extra(2n ** 63n, 2n ** 63n),
      }),
    ]),
  'stored entry of two sizes': (m) =>
    buildZip([m.honest(), claiming(entryOf('lie.gpx', m.recording(), 0), { unpackedBytes: 10 })]),
  'encrypted entry': (m) => {
    const entry = recordingEntry(m);
    return buildZip([m.honest(), claiming(entry, { flags: entry.central.flags | ENCRYPTED })]);
  },
  'more entries than there are': (m) => buildZip([m.honest()], 3),
  'fewer entries than there are': (m) => buildZip([m.honest(), m.honest(), m.honest()], 1),
  'no entries': () => buildZip([]),
  'cut short': (m) => {
    const bytes = buildZip([m.honest(), m.honest()]);
    return bytes.subarray(0, 4 + integer(m.random, bytes.length - 8));
  },
  'bytes changed at random': (m) =>
    flipBytes(buildZip([m.honest(), m.honest(), m.honest()]), m.random, 1 + integer(m.random, 12)),
  'zip64 sizes that lie': (m) =>
    buildZip([
      m.honest(),
      claiming(recordingEntry(m), {
        unpackedBytes: ZIP64,
        packedBytes: ZIP64,
        extra: zip64Extra(BigInt(integer(m.random, 2 ** 30)), BigInt(integer(m.random, 2 ** 20))),
      }),
    ]),
};

const materialFrom = (random: () => number, round: number): Material => {
  let recordings = round * RECORDINGS_PER_ROUND;
  const recording = () =>
    gpx(new Date(Date.UTC(2010, 0, 1) + recordings++ * HALF_DAY_MS).toISOString(), { points: 60 });
  return { random, recording, honest: () => entryOf(`honest-${recordings}.gpx`, recording()) };
};

/**
 * Archives of every kind; the same seed makes the same ones. Round 0 has the lying entries in one archive, further
 * rounds have each in an archive of its own.
 */
export function* hostileArchives(random: () => number, round: number): Generator<HostileArchive> {
  const material = materialFrom(random, round);
  if (round === 0) {
    const entries: BuiltEntry[] = [];
    for (const build of Object.values(ENTRIES)) entries.push(...build(material), material.honest());
    yield { name: 'every lying entry', bytes: buildZip(entries), honestEntries: Object.keys(ENTRIES).length };
  } else
    for (const [name, build] of Object.entries(ENTRIES)) {
      const bytes = buildZip([material.honest(), ...build(material), material.honest()]);
      yield { name: `${name} ${round}`, bytes, honestEntries: 2 };
    }
  for (const [name, build] of Object.entries(ARCHIVES))
    yield { name: `${name} ${round}`, bytes: build(material), honestEntries: 0 };
}

import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportedWorkout } from '../../training/exports/exported-workout.ts';
import { fitFile } from '../../training/exports/fit.ts';
import { gpxFile } from '../../training/exports/gpx.ts';
import { loadOwnForExport } from '../../training/exports/load-workout.ts';
import { tcxFile } from '../../training/exports/tcx.ts';
import { exportFileName } from '../../recordings/formats/export-file-name.ts';
import { releaseBuffers } from '../../recordings/release-buffers.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { writeCourseFile } from '../../maps/routes/course-worker/course-queue.ts';
import { originalOf } from '../../training/workout-store/original-file.ts';
import { describeTables } from './describe-tables.ts';
import './native-crc32.ts';
import { findExportedTables, memberRows, OMITTED_TABLES } from './member-rows.ts';

/** Workouts listed at a time; only one of them is in memory as a whole. */
const WORKOUTS_AT_ONCE = 100;
/** Routes read at a time, with all of their points packed. */
const ROUTES_AT_ONCE = 20;

export const ARCHIVE_FORMAT = 'waymark-archive';
/** 2: recordings and checksums are in it, so that it can be brought back. */
export const ARCHIVE_VERSION = 2;
/** Last file of an archive: size and SHA-256 of each of the others. */
export const CHECKSUMS_FILE = 'checksums.ndjson';

/** Of zlib: 6, which it takes by itself, needs more than twice the time for an archive that is an eighth smaller. */
const LEVEL = 3;

/** What an archive is written from. */
type Sources = Pick<Context, 'db' | 'files' | 'now'>;

type Pieces = AsyncIterable<string | Buffer>;

/** One file of an archive, which begins to be read once the one before has been handed over. */
interface Entry {
  name: string;
  /** Undefined once it was opened: yazl keeps what its entries were made by until the archive ends. */
  open: (() => Promise<Readable | Pieces>) | undefined;
  /** Photos and uploads that are packed already. */
  isPacked?: boolean;
}

const README = `Everything of yours on Waymark

data/       each table of your account, one line of JSON for each row; DATA.md says what stands where
workouts/   each workout as the file you uploaded and as FIT, TCX and, with a track, GPX
routes/     each route as GPX
photos/     photos of workouts and your picture

Times are in UTC, distances in metres, weights in kilograms. manifest.json says what is left out and why.
“Your data” of a new account brings all of it back; checksums.ndjson shows whether a file was changed.
`;

/** Numbers of workouts to be written, for the progress. */
export async function countWorkouts(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('workouts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

const storedFile =
  ({ files }: Sources, key: string) =>
  async (): Promise<Readable> => {
    const file = await files.withLocal(key, (path) => open(path));
    return createReadStream('', { fd: file });
  };

/** Once its files are written. */
function releaseSeries({ streams, legs }: ExportedWorkout): void {
  releaseBuffers(...Object.values(streams.columns));
  legs.forEach(releaseSeries);
}

async function* workoutEntries(
  context: Sources,
  userId: number,
  onWorkout: () => void,
): AsyncGenerator<Entry> {
  const { db } = context;
  for (let last = 0; ;) {
    const listed = await db
      .selectFrom('workouts')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '>', last)
      .where('parent_id', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(WORKOUTS_AT_ONCE)
      .execute();
    for (const { id } of listed) {
      const row = await db
        .selectFrom('workouts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      // Deleted meanwhile.
      if (!row) continue;
      const name = (format: 'fit' | 'gpx' | 'tcx') =>
        `workouts/${row.id}/${exportFileName(row.local_day, row.name, format)}`;
      let loaded: ReturnType<typeof loadOwnForExport> | undefined;
      const load = () => (loaded ??= loadOwnForExport(db, row));
      const original = await originalOf(db, row);
      if (original)
        yield {
          name: `workouts/${row.id}/original-${original.fileName.replaceAll(/[^\w.-]+/g, '_')}`,
          open: storedFile(context, original.key),
        };
      yield { name: name('fit'), open: async () => (await fitFile(await load())).pieces };
      yield { name: name('tcx'), open: async () => tcxFile(await load()) };
      if (row.polyline) yield { name: name('gpx'), open: async () => gpxFile(await load()) };
      // The archive keeps what its entries were made by to its end.
      releaseSeries(await load());
      loaded = undefined;
      onWorkout();
    }
    if (listed.length < WORKOUTS_AT_ONCE) return;
    last = listed.at(-1)!.id;
  }
}

async function* routeEntries({ db }: Sources, userId: number): AsyncGenerator<Entry> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('routes')
      .innerJoin('route_points', (on) =>
        on.onRef('route_points.user_id', '=', 'routes.user_id').onRef('route_id', '=', 'id'),
      )
      .select(['id', 'name', 'description', 'activity_type_id', 'created_at', 'n', 'data'])
      .where('routes.user_id', '=', userId)
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(ROUTES_AT_ONCE)
      .execute();
    for (const row of rows) {
      const file = await writeCourseFile(row, 'gpx').catch((error: unknown) => {
        // Its points are in data/: one route that is too large for a file keeps nothing else back.
        if (error instanceof ApiProblem && error.code === 'too_much') return null;
        throw error;
      });
      if (file)
        yield {
          name: `routes/${row.id}/${exportFileName('', row.name, 'gpx')}`,
          open: () => Promise.resolve(Readable.from([Buffer.from(file)])),
        };
    }
    if (rows.length < ROUTES_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

async function* photoEntries(context: Sources, userId: number): AsyncGenerator<Entry> {
  for (const key of await context.files.list(`photos/${userId}`))
    yield { name: `photos/${key.split('/').at(-1)}`, open: storedFile(context, key), isPacked: true };
  for (const key of await context.files.list(`pictures/${userId}`))
    yield { name: `photos/picture-${key.split('/').at(-1)}`, open: storedFile(context, key), isPacked: true };
}

async function* entriesOf(context: Sources, userId: number, onWorkout: () => void): AsyncGenerator<Entry> {
  const { db, now } = context;
  const text = (content: string) => () => Promise.resolve(Readable.from([content]));
  const tables = await findExportedTables(db);
  const manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    made_at: now().toISOString(),
    user_id: userId,
    tables,
    omissions: OMITTED_TABLES,
  };
  yield { name: 'README.txt', open: text(README) };
  yield { name: 'DATA.md', open: text(await describeTables(db, tables)) };
  yield { name: 'manifest.json', open: text(JSON.stringify(manifest, null, 2)) };
  for (const table of tables)
    yield { name: `data/${table}.ndjson`, open: () => Promise.resolve(memberRows(db, table, userId)) };
  yield* workoutEntries(context, userId, onWorkout);
  yield* routeEntries(context, userId);
  yield* photoEntries(context, userId);
}

/** Passes a file on, and knows its size and hash at the end. */
class ChecksumStream extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/**
 * The archive as a stream: one entry is read at a time, so that memory does not grow with the number of workouts.
 * @param onWorkout after the files of each workout were handed over
 */
export function writeArchive(context: Sources, userId: number, onWorkout: () => void): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const brokenOff = () => new Error('The archive broke off.');
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : brokenOff());
  zip.on('error', fail);
  const checksums: string[] = [];
  const write = (entry: Entry) =>
    new Promise<void>((resolve, reject) => {
      const { name, isPacked, open } = entry;
      if (output.destroyed || !open) return reject(brokenOff());
      entry.open = undefined;
      let stream: Readable | undefined;
      // Nobody reads the rest of an entry whose archive has ended: its file would stay open.
      const breakOff = () => {
        stream?.destroy();
        reject(brokenOff());
      };
      output.once('close', breakOff);
      // Read ahead while what is left of the entry before is compressed in another thread.
      let opened: Promise<Readable> | undefined = open().then((pieces) => {
        const source = pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false });
        const checksum = new ChecksumStream();
        stream = pipeline(source, checksum, () => undefined);
        stream.once('error', fail);
        stream.once('close', () => {
          output.off('close', breakOff);
          stream = undefined;
          checksums.push(JSON.stringify({ path: name, ...checksum.result() }));
          resolve();
        });
        if (output.destroyed) breakOff();
        return checksum;
      });
      opened.catch((error: unknown) => {
        fail(error);
        reject(error instanceof Error ? error : brokenOff());
      });
      zip.addReadStreamLazy(name, { compressionLevel: isPacked ? 0 : LEVEL }, (give) => {
        opened?.then(
          (file) => give(null, file),
          () => undefined,
        );
        opened = undefined;
      });
    });
  const add = async () => {
    for await (const entry of entriesOf(context, userId, onWorkout)) await write(entry);
    const list = checksums.join('\n');
    await write({ name: CHECKSUMS_FILE, open: () => Promise.resolve(Readable.from([list])) });
    zip.end();
  };
  add().catch(fail);
  return output;
}

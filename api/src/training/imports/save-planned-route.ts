import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { SITE_ACTIVITY_ID } from '@waymark/activities';
import { importCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { extractEntry } from '../../recordings/zip/zip-entry.ts';
import { removeBytes, releaseArchives } from './release-archives.ts';
import { type ImportRow, ownImport, presentImport } from './import-rows.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { requireRoomForRoute } from '../../maps/routes/store-route.ts';
import { runInlineOrInWorker } from '../../maps/routes/course-worker/course-queue.ts';
import { runInWorker } from '../../maps/routes/course-worker/course-queue.ts';
import { insertDraft } from '../../maps/routes/create.ts';
import { measureCourse } from '../../maps/routes/measure-course.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { CourseFile } from '../../maps/routes/read/read-course.ts';

const notPlanned = () =>
  conflict('not_a_planned_route', 'This file holds no planned route that could be saved.');

/** Saves the course of a file that was refused as a planned route. Repeated, it answers the route that is saved already. */
export const savePlannedHandler = route<typeof importCalls.saveRoute>({
  call: importCalls.saveRoute,
  access: 'member',
  limit: { max: 60, windowSeconds: 60 },
  async handler({ context, caller, params }) {
    const row = await ownImport(context.db, caller, params.id);
    if (await isSaved(context.db, row)) return presentImport(context.db, row);
    if (row.state !== 'failed' || row.problem_code !== 'planned_route') throw notPlanned();
    if (row.storage_key === null) {
      throw conflict('file_gone', 'The file is no longer kept here. Upload it again.');
    }
    await requireRoomForRoute(context, row.user_id);
    const draft = await draftOf(context, row).catch(async (error: unknown) => {
      // Another session saved, re-read or deleted it in the meantime: the state of the import says which.
      const current = await ownImport(context.db, caller, params.id);
      if (await isSaved(context.db, current)) return null;
      throw current.storage_key === row.storage_key ? error : notPlanned();
    });
    if (!draft) return presentImport(context.db, await ownImport(context.db, caller, params.id));
    const { fields, drawn } = draft;
    const figures = await measureCourse(context, drawn!);
    const now = context.now();
    const hasChanged = await withMemberLock(context.db, row.user_id, async (trx) => {
      const current = await lockImport(trx, row);
      if (!current || (await isSaved(trx, current))) return false;
      if (current.state !== 'failed' || current.turn !== row.turn) throw notPlanned();
      const id = context.newId();
      await insertDraft(trx, { userId: row.user_id, id, now }, { fields, drawn: drawn! }, figures);
      await trx
        .updateTable('file_imports')
        .set({
          state: 'ready',
          route_id: id,
          problem_code: null,
          problem_message: null,
          // Only the route is kept of the file.
          storage_key: null,
          entry: null,
          updated_at: now,
        })
        .where('user_id', '=', row.user_id)
        .where('id', '=', row.id)
        .execute();
      return true;
    });
    if (hasChanged) {
      await removeBytes(context, [row]);
      if (row.entry) await releaseArchives(context, row.user_id, row.batch_id);
    }
    return presentImport(context.db, await ownImport(context.db, caller, params.id));
  },
});

const lockImport = (trx: Trx, { user_id, id }: ImportRow): Promise<ImportRow | undefined> =>
  trx
    .selectFrom('file_imports')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

async function isSaved(db: Context['db'], { user_id, route_id }: ImportRow): Promise<boolean> {
  if (route_id === null) return false;
  const saved = await db
    .selectFrom('routes')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', route_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return saved !== undefined;
}

/** Where the file names no sport, the route gets the activity that a new route has. */
async function draftOf(context: Context, row: ImportRow) {
  const { name, json, activityTypeId } = await readCourse(context, row);
  const fields = {
    name: name || basename(row.file_name, extname(row.file_name)).trim() || 'Route',
    activity_type_id: activityTypeId ?? SITE_ACTIVITY_ID,
  };
  const head = JSON.stringify(fields).slice(0, -1);
  const bytes = Buffer.concat([Buffer.from(`${head},"points":`), json, Buffer.from('}')]);
  return runInlineOrInWorker({ kind: 'draft', bytes, schema: 'whole' }, bytes.length);
}

/** @throws ApiProblem for a file without a course, such as one of waypoints alone */
function readCourse({ files }: Context, { storage_key, entry }: ImportRow): Promise<CourseFile> {
  return files.withLocal(storage_key!, async (path) => {
    if (!entry) return runInWorker({ kind: 'read', path });
    const folder = await mkdtemp(join(tmpdir(), 'waymark-course-'));
    try {
      const extracted = join(folder, 'file');
      await extractEntry(path, entry, extracted);
      return await runInWorker({ kind: 'read', path: extracted });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

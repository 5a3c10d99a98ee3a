import { sql } from 'kysely';
import type { Told } from './archives/archive-metadata.ts';
import { gearByName } from '../workouts/gear/gear-by-name.ts';
import type { Context } from '../kernel/server/context.ts';
import { groupOfActivity } from '../workout-store/activity-names.ts';
import type { Trx } from '../kernel/database/tables.ts';
import type { ReadImport } from './import-rows.ts';

/** Clocks of a device and of the service it was sent to differ by a little. */
const SAME_START_MS = 5000;
/** So much, and an activity of the table is surely not one without a file. */
const NEAR_MS = 60_000;
const NEAR = sql`interval '1 minute'`;

const apart = (a: Date, b: Date): number => Math.abs(a.getTime() - b.getTime());

/**
 * What the export says of the activities that began at the moments of these workouts, where files and tables share no
 * name. The table's activities that began with a file, or with a leg of it, are no longer without a file.
 */
export async function findArchiveMetadata(
  trx: Trx,
  userId: number,
  reads: readonly ReadImport[],
): Promise<Map<number, Told | null>> {
  const told = new Map(reads.map(({ row }) => [row.id, row.told]));
  const asked = reads.filter(({ row }) => row.source_id !== null && !row.told);
  const starts = asked.flatMap((read) =>
    startsOf(read).map((start) => ({ batch: read.row.batch_id, start })),
  );
  if (starts.length === 0) return told;
  const { rows } = await sql<{ batch_id: number; told: Told; start_at: Date }>`
    update import_told t set matched = true
    from unnest(${starts.map(({ batch }) => batch)}::bigint[], ${starts.map(({ start }) => start)}::timestamptz[])
      began (batch_id, start)
    where t.user_id = ${userId} and t.batch_id = began.batch_id
      and t.start_at between began.start - ${NEAR} and began.start + ${NEAR}
    returning t.batch_id, t.told, t.start_at`.execute(trx);
  for (const read of asked) {
    const [start] = startsOf(read);
    if (read.workouts.length !== 1) continue;
    const [nearest] = rows
      .filter(({ batch_id }) => batch_id === read.row.batch_id)
      .filter(({ start_at }) => startsOf(read).some((at) => apart(at, start_at) <= NEAR_MS))
      .toSorted((a, b) => apart(a.start_at, start!) - apart(b.start_at, start!));
    // The file has the figures.
    if (nearest && apart(nearest.start_at, start!) <= SAME_START_MS)
      told.set(read.row.id, { ...nearest.told, figures: null });
  }
  return told;
}

const startsOf = ({ workouts }: ReadImport): Date[] =>
  workouts.flatMap((workout) => [workout, ...workout.legs]).map(({ start }) => start);

const KINDS: Readonly<Record<string, 'shoes' | 'bike'>> = {
  run: 'shoes',
  walk: 'shoes',
  hike: 'shoes',
  ride: 'bike',
};

/** What the export says a workout was done with. */
export async function setGear(
  { newId, now }: Context,
  trx: Trx,
  userId: number,
  workoutId: number,
  activityTypeId: number,
  name: string,
): Promise<void> {
  const kind = KINDS[groupOfActivity(activityTypeId)] ?? 'other';
  const gear = await gearByName(trx, userId, name, kind, { newId, now: now() });
  if (gear === null) return;
  await trx
    .updateTable('workouts')
    .set({ gear_id: gear })
    .where('user_id', '=', userId)
    .where('id', '=', workoutId)
    .execute();
}

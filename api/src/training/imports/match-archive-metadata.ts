import { sql } from 'kysely';
import type { ArchiveMetadata } from './archives/archive-metadata.ts';
import { gearByName } from '../workouts/gear/gear-by-name.ts';
import type { Context } from '../../kernel/server/context.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { ReadImport } from './import-rows.ts';

/** Clocks of a device and of the service it was sent to differ by a little. */
const SAME_START_MS = 5000;
/** An activity of the table that starts within this of a file is not one without a file. */
const MATCH_TOLERANCE_MS = 60_000;
const MATCH_TOLERANCE = sql`interval '1 minute'`;

const distanceMs = (a: Date, b: Date): number => Math.abs(a.getTime() - b.getTime());

/**
 * Archive metadata of these files. Where files and tables share no names, activities are matched by their start; those
 * that begin with a file, or with a leg of it, are marked as matched.
 */
export async function matchArchiveMetadata(
  trx: Trx,
  userId: number,
  reads: readonly ReadImport[],
): Promise<Map<number, ArchiveMetadata | null>> {
  const metadataById = new Map(reads.map(({ row }) => [row.id, row.told]));
  const unmatched = reads.filter(({ row }) => row.source_id !== null && !row.told);
  const starts = unmatched.flatMap((read) =>
    startsOf(read).map((start) => ({ batch: read.row.batch_id, start })),
  );
  if (starts.length === 0) return metadataById;
  const { rows } = await sql<{ batch_id: number; metadata: ArchiveMetadata; start_at: Date }>`
    update import_told t set matched = true
    from unnest(${starts.map(({ batch }) => batch)}::bigint[], ${starts.map(({ start }) => start)}::timestamptz[])
      began (batch_id, start)
    where t.user_id = ${userId} and t.batch_id = began.batch_id
      and t.start_at between began.start - ${MATCH_TOLERANCE} and began.start + ${MATCH_TOLERANCE}
    returning t.batch_id, t.told as metadata, t.start_at`.execute(trx);
  for (const read of unmatched) {
    const [start] = startsOf(read);
    if (read.workouts.length !== 1) continue;
    const [nearest] = rows
      .filter(({ batch_id }) => batch_id === read.row.batch_id)
      .filter(({ start_at }) => startsOf(read).some((at) => distanceMs(at, start_at) <= MATCH_TOLERANCE_MS))
      .toSorted((a, b) => distanceMs(a.start_at, start!) - distanceMs(b.start_at, start!));
    // The recording has the figures.
    if (nearest && distanceMs(nearest.start_at, start!) <= SAME_START_MS)
      metadataById.set(read.row.id, { ...nearest.metadata, figures: null });
  }
  return metadataById;
}

const startsOf = ({ workouts }: ReadImport): Date[] =>
  workouts.flatMap((workout) => [workout, ...workout.legs]).map(({ start }) => start);

const GEAR_KINDS: Readonly<Record<string, 'shoes' | 'bike'>> = {
  run: 'shoes',
  walk: 'shoes',
  hike: 'shoes',
  ride: 'bike',
};

/** Sets the gear that the export names for a workout. */
export async function setGear(
  { newId, now }: Context,
  trx: Trx,
  userId: number,
  workoutId: number,
  activityTypeId: number,
  name: string,
): Promise<void> {
  const kind = GEAR_KINDS[groupOfActivity(activityTypeId)] ?? 'other';
  const gear = await gearByName(trx, userId, name, kind, { newId, now: now() });
  if (gear === null) return;
  await trx
    .updateTable('workouts')
    .set({ gear_id: gear })
    .where('user_id', '=', userId)
    .where('id', '=', workoutId)
    .execute();
}

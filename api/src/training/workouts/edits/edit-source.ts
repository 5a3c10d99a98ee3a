import { readColumns } from '../../privacy/redaction/visible-recording.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { Caller } from '../../../kernel/server/route.ts';
import { ownWorkout } from '../../workout-store/workout-access.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { Aggregates } from '@waymark/api-contract';
import type { EditSource } from './compute-edit.ts';
import { refused } from './refusal.ts';

/** A recording of the caller's that can be cut or joined. @throws ApiProblem when it is none, or is not theirs */
export async function editable(context: Context, caller: Caller | null, id: number): Promise<WorkoutRow> {
  const row = await ownWorkout(context, caller, id, 'edit');
  if (row.leg_count > 0 || row.parent_id !== null) throw refused('has_legs');
  if (!row.has_time_series) throw refused('no_recording');
  return row;
}

/** A workout as the thread that works edits out takes it: all of it, so that an edit loses nothing that is only hidden. */
export async function sourceOf(context: Context, row: WorkoutRow): Promise<EditSource> {
  const columns = await readColumns(context.db, row);
  return {
    start: row.start_at.getTime(),
    activityTypeId: row.activity_type_id,
    figures: Object.fromEntries(FIGURES.map((figure) => [figure, row[figure]])) as Aggregates,
    laps: row.laps,
    columns: columns.map(({ kind, n, data }) => ({ kind, n, data: new Uint8Array(data) })),
  };
}

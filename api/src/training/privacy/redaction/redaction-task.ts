import { analyse, floatBytes } from '../../../recordings/streams/analysis.ts';
import { decodeColumnAsync, encodeColumnAsync } from '../../../recordings/streams/codec.ts';
import { STREAM_KINDS, type EncodedColumn, type Streams } from '../../../recordings/model/parsed-workout.ts';
import type { HiddenAreas } from './hidden-areas.ts';
import { redactStreams, type VisiblePart } from './redact-streams.ts';
import { type OriginalWorkout, type RedactedWorkout, redactWorkout } from './redact-workout.ts';

/** One stored column, still encoded. */
export type StoredColumn = Pick<EncodedColumn, 'kind' | 'n'> & { data: Uint8Array };

/** What takes seconds for a recording of two million samples. */
export type RedactionTask =
  | {
      kind: 'workout';
      row: OriginalWorkout & { hasLegs: boolean };
      columns: readonly StoredColumn[];
      areas: HiddenAreas;
    }
  | { kind: 'visible'; columns: readonly StoredColumn[]; areas: HiddenAreas }
  | { kind: 'hidden'; columns: readonly StoredColumn[]; areas: HiddenAreas };

/** A redacted workout with the curves of its visible part. */
export interface AnalysedRedaction extends RedactedWorkout {
  distanceCurve: Uint8Array | null;
  powerCurve: Uint8Array | null;
}

export interface VisibleRecording {
  columns: StoredColumn[];
  /** Null when nothing was left out. */
  parts: VisiblePart[] | null;
}

const runners = {
  async workout({
    row,
    columns,
    areas,
  }: Extract<RedactionTask, { kind: 'workout' }>): Promise<AnalysedRedaction | null> {
    const redacted = redactWorkout(row, await decodeColumns(columns), areas);
    if (!redacted) return null;
    const { streams, ...shown } = redacted;
    const { distance, power } = analyse(streams, row.hasLegs);
    return {
      ...shown,
      distanceCurve: distance && floatBytes(distance),
      powerCurve: power && floatBytes(power),
    };
  },
  async visible({ columns, areas }: Extract<RedactionTask, { kind: 'visible' }>): Promise<VisibleRecording> {
    const { streams, parts } = redactStreams(await decodeColumns(columns), areas);
    return parts === null
      ? { columns: [...columns], parts }
      : { columns: await encodeColumns(streams), parts };
  },
  async hidden({ columns, areas }: Extract<RedactionTask, { kind: 'hidden' }>): Promise<boolean> {
    return redactStreams(await decodeColumns(columns), areas).parts !== null;
  },
};

export type RedactionResult<K extends RedactionTask['kind']> = Awaited<ReturnType<(typeof runners)[K]>>;

/** Runs a task on this thread. */
export async function runRedactionTask<K extends RedactionTask['kind']>(
  task: Extract<RedactionTask, { kind: K }>,
): Promise<RedactionResult<K>> {
  return (await runners[task.kind](task as never)) as RedactionResult<K>;
}

export async function decodeColumns(columns: readonly StoredColumn[]): Promise<Streams> {
  const streams: Streams = { n: columns[0]?.n ?? 0, columns: {} };
  await Promise.all(
    columns.map(async ({ kind, n, data }) => {
      streams.columns[kind] = await decodeColumnAsync(data, n);
    }),
  );
  return streams;
}

/** Column by column, so that other work gets its turn between the columns of a long recording. */
async function encodeColumns({ n, columns }: Streams): Promise<StoredColumn[]> {
  const packed: StoredColumn[] = [];
  for (const kind of STREAM_KINDS) {
    const column = columns[kind];
    if (column) packed.push({ kind, n, data: await encodeColumnAsync(column) });
  }
  return packed;
}

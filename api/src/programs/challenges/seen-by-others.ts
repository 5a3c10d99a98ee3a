import type { Trx } from '../../kernel/database/tables.ts';
import { readSharedFigures } from '../../training/privacy/redaction/recompute-redactions.ts';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { energyOfAnybody } from '../../training/workout-store/health-figures.ts';
import { addUncounted } from './uncounted-workouts.ts';

const FIGURES = [
  'distance_total',
  'active_time_total',
  'elapsed_time_total',
  'metabolic_energy_total',
  'ascent_total',
] as const satisfies (keyof AnnouncedRow)[];

export interface SeenByOthers {
  /**
   * A workout or leg with the figures of its visible part; while these are stale, with none. Energy that was estimated by
   * the weight of its owner counts as for anybody, so that the weight does not follow from a score.
   */
  seen: (part: AnnouncedRow) => AnnouncedRow;
  /** Whole workouts of which figures are stale, by their owners. */
  staleIds: ReadonlyMap<number, number[]>;
}

/**
 * How others see some workouts and legs. Figures that a part does not have here, such as a refused energy, it does not get.
 * @param estimatedIds workouts and legs whose energy was estimated by a weight
 */
export async function readSeenByOthers(
  trx: Trx,
  parts: readonly AnnouncedRow[],
  estimatedIds: ReadonlySet<number>,
): Promise<SeenByOthers> {
  const figuresById = await readSharedFigures(trx, parts);
  const stale = parts.filter(({ id }) => figuresById.get(id) === null);
  const visiblePartOf = (part: AnnouncedRow): AnnouncedRow => {
    const figures = figuresById.get(part.id);
    if (figures === undefined) return part;
    const visible = FIGURES.map((name) => [name, part[name] === null ? null : (figures?.[name] ?? null)]);
    return { ...part, ...Object.fromEntries(visible) };
  };
  return {
    seen: (part) => {
      const visiblePart = visiblePartOf(part);
      return estimatedIds.has(part.id)
        ? { ...visiblePart, metabolic_energy_total: energyOfAnybody(visiblePart) }
        : visiblePart;
    },
    staleIds: new Map(
      [...Map.groupBy(stale, ({ user_id }) => user_id)].map(([userId, rows]) => [
        userId,
        rows.map(({ id, parent_id }) => parent_id ?? id),
      ]),
    ),
  };
}

/** Has the workouts among some counted ones counted again of which it was not known what others see. */
export async function recountStale(
  trx: Trx,
  { staleIds }: SeenByOthers,
  counted: readonly { workout_id: number }[],
  now: Date,
): Promise<void> {
  const countedIds = new Set(counted.map(({ workout_id }) => workout_id));
  for (const [userId, ids] of staleIds)
    await addUncounted(
      trx,
      userId,
      ids.filter((id) => countedIds.has(id)),
      now,
    );
}

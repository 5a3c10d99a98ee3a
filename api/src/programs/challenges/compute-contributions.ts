import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { isEnergyFromHeartRateIn } from '../../recordings/model/health-data.ts';
import { judgeRecordings } from '../../training/stats/judge-recordings.ts';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { contributionOf, type ScoringRules } from './scoring.ts';
import { readSeenByOthers, recountStale } from './seen-by-others.ts';
import type { ChallengeContributionTable } from './tables.ts';

interface EnergyOrigins {
  /** Devices worked it out from the heart rate, and its owner refuses the use of health data: it does not count. */
  refusedIds: ReadonlySet<number>;
  /** By the weight of its owner. */
  estimatedIds: ReadonlySet<number>;
}

async function readEnergyOrigins(trx: Trx, parts: readonly AnnouncedRow[]): Promise<EnergyOrigins> {
  const { rows } = await sql<{ id: number; is_estimated: boolean }>`
    select w.id, w.energy_estimated as is_estimated
    from unnest(${parts.map(({ user_id }) => user_id)}::bigint[], ${parts.map(({ id }) => id)}::bigint[])
      as part (user_id, id)
    join users on users.id = part.user_id
    join workouts w on w.user_id = part.user_id and w.id = part.id
    where w.energy_estimated or (hides_health_data and ${isEnergyFromHeartRateIn('w')})`.execute(trx);
  const idsWhere = (isEstimated: boolean) =>
    new Set(rows.filter(({ is_estimated }) => is_estimated === isEstimated).map(({ id }) => id));
  return { refusedIds: idsWhere(false), estimatedIds: idsWhere(true) };
}

const NO_ENERGY: EnergyOrigins = { refusedIds: new Set(), estimatedIds: new Set() };

/**
 * What workouts count in challenges of their owners. Those of which it is not known yet what others see are counted again
 * later. Under the member locks.
 * @param legs all legs of the workouts
 */
export async function computeContributions(
  trx: Trx,
  challenges: readonly (ScoringRules & { id: number })[],
  { workouts, legs }: { workouts: readonly AnnouncedRow[]; legs: readonly AnnouncedRow[] },
  now: Date,
): Promise<ChallengeContributionTable[]> {
  const parts = [...workouts, ...legs];
  const userIds = [...new Set(workouts.map(({ user_id }) => user_id))];
  const judgePart = await judgeRecordings(trx, userIds, parts);
  const hasEnergy = challenges.some(({ kind }) => kind === 'energy');
  const { refusedIds, estimatedIds } = hasEnergy ? await readEnergyOrigins(trx, parts) : NO_ENERGY;
  const allowed = (part: AnnouncedRow) =>
    refusedIds.has(part.id) ? { ...part, metabolic_energy_total: null } : part;
  const seenByOthers = await readSeenByOthers(trx, parts, estimatedIds);
  const legsOf = Map.groupBy(legs.map(allowed), ({ parent_id }) => parent_id);
  const contributions = challenges.flatMap((rules) =>
    workouts.map(allowed).flatMap((row) => {
      const contribution = contributionOf(rules, row, legsOf.get(row.id) ?? [], judgePart, seenByOthers.seen);
      return contribution ? [{ ...contribution, user_id: row.user_id, challenge_id: rules.id }] : [];
    }),
  );
  await recountStale(trx, seenByOthers, contributions, now);
  return contributions;
}

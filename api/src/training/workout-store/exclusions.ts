import type { ContributionExclusion, Privacy } from '@waymark/api-contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';

/** A workout that counts nowhere: in no goal, for no points, and it holds no record. Challenges judge it by their rules. */
interface ExcludedWorkoutTable {
  user_id: number;
  workout_id: number;
  /** The first reason that no moderator accepted. */
  exclusion: ContributionExclusion;
  /** The others. */
  further_exclusions: ContributionExclusion[];
  /** The recording that counts in its place, where it overlaps one. */
  overlaps_id: number | null;
}

declare module '../../kernel/database/tables.ts' {
  interface Database {
    excluded_workouts: ExcludedWorkoutTable;
  }
}

/** Privacy levels as a value of SQL. */
export const levelsSql = (levels: readonly Privacy[]): RawBuilder<unknown> => sql`${[...levels]}::smallint[]`;

/** Condition: the recording that counts in place of an excluded one is among what the caller sees. */
const overlappedIsVisible = (levels: RawBuilder<unknown>) => sql<boolean>`exists (
  select from workouts o where o.user_id = e.user_id and o.id = e.overlaps_id and o.privacy = any(${levels}))`;

/**
 * Condition: a workout counts nowhere for who sees these privacy levels. One that overlaps a recording which the caller
 * may not see counts for them: it would show that the other is there.
 *
 * `offset 0` keeps it from being planned as a join: where the first row of an index that is not excluded is looked for,
 * all rows of the member would be read.
 * @param rootId the whole workout, also of a leg
 */
export const isExcludedFor = (
  levels: RawBuilder<unknown>,
  userId: RawBuilder<unknown> | number,
  rootId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from excluded_workouts e where e.user_id = ${userId} and e.workout_id = ${rootId}
    and (e.overlaps_id is null or ${overlappedIsVisible(levels)}) offset 0)`;

/** Condition on a row `e` of the table: it is excluded for its owner, and not for who sees these privacy levels. */
export const isExcludedForOwnerOnly = (levels: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(e.overlaps_id is not null and not ${overlappedIsVisible(levels)})`;

/**
 * Stores why workouts count nowhere, as challenges judge them.
 * @param outdated workouts whose reasons are removed before `added` is stored
 */
export async function storeExclusions(
  trx: Trx,
  userId: number,
  {
    outdated,
    added,
  }: { outdated: readonly number[]; added: readonly Omit<Insertable<ExcludedWorkoutTable>, 'user_id'>[] },
): Promise<void> {
  if (outdated.length > 0)
    await trx
      .deleteFrom('excluded_workouts')
      .where('user_id', '=', userId)
      .where(sql<boolean>`workout_id = any(${outdated}::bigint[])`)
      .execute();
  for (let from = 0; from < added.length; from += 1000)
    await trx
      .insertInto('excluded_workouts')
      .values(added.slice(from, from + 1000).map((row) => Object.assign({ user_id: userId }, row)))
      .execute();
}

import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';

/** What the owner of a workout, or a moderator, refused at its story: a setting that keeps something from others. */
export type Restriction =
  | 'is_map_hidden'
  | 'is_hidden_from_feed'
  | 'is_removed_by_moderator'
  | 'has_comments';

declare module '../../kernel/server/questions.ts' {
  interface Questions {
    /** The restrictions of workouts, deleted ones too, by id. They stay as they are until the transaction ends. */
    restrictions: {
      asked: { trx: Trx; userId: number; workoutIds: readonly number[] };
      answer: Map<number, Restriction[]>;
    };
  }
}
declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A workout is restricted by these from now on, and by no others. */
    workoutRestricted: { userId: number; workoutId: number; restrictions: readonly Restriction[] };
  }
}

type Messages = Pick<Context, 'ask' | 'publish'>;

export async function readRestrictions(
  { ask }: Pick<Messages, 'ask'>,
  trx: Trx,
  userId: number,
  workoutIds: readonly number[],
): Promise<Map<number, Restriction[]>> {
  const [restrictions] = await ask('restrictions', { trx, userId, workoutIds });
  // Nothing is copied without knowing what must stay hidden.
  if (!restrictions) throw new Error('No service knows the restrictions of workouts.');
  return restrictions;
}

/**
 * Workouts that begin from others are as restricted as all of those together. Called by whatever makes one workout of
 * another, in the transaction that does and after the workouts are announced: no commit has them without.
 * @returns what each of the sources was restricted by before
 */
export async function inheritRestrictions(
  context: Messages,
  trx: Trx,
  userId: number,
  { from, to }: { from: readonly number[]; to: readonly number[] },
): Promise<Map<number, Restriction[]>> {
  const before = await readRestrictions(context, trx, userId, from);
  const restrictions = [...new Set([...before.values()].flat())];
  if (restrictions.length > 0)
    for (const workoutId of to)
      await context.publish(trx, 'workoutRestricted', { userId, workoutId, restrictions });
  return before;
}

import { type Workout, workoutCalls } from '@waymark/api-contract';
import type { Context } from '../server/context.ts';
import { route } from '../server/route.ts';
import { readableWorkout } from './access.ts';
import { loadMember, zonesAt } from './member.ts';
import type { Relation } from './policy.ts';
import { presentWorkout } from './presenter.ts';
import { legsOf, type WorkoutRow } from './rows.ts';

/** The answer of every call that ends with one workout. */
export async function answerWorkout({ db }: Context, row: WorkoutRow, relation: Relation): Promise<Workout> {
  const [legs, owner, zones] = await Promise.all([
    legsOf(db, row),
    loadMember(db, row.user_id),
    zonesAt(db, row.user_id, row.start_at),
  ]);
  return presentWorkout(row, legs, owner, zones, relation);
}

export const oneRoute = route<typeof workoutCalls.one>({
  call: workoutCalls.one,
  access: 'anyone',
  async handler({ context, caller, params }) {
    const { row, relation } = await readableWorkout(context, caller, params.id);
    return answerWorkout(context, row, relation);
  },
});

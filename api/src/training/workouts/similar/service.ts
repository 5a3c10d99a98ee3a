import { SERVICE_BASES, similarCalls, type SimilarWorkouts } from '@waymark/api-contract';
import type { Db } from '../../../kernel/database/tables.ts';
import { route, type Service } from '../../../kernel/server/route.ts';
import { openWorkout, viewWorkouts } from '../../privacy/visible-workout.ts';
import { presentSummary } from '../presenter.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../../workout-store/workout-rows.ts';
import { findSimilar, type SimilarWorkout } from './find-similar.ts';

/** So many are told in full; the best three and the one asked about are always among them. */
const TOLD = 50;
const BEST = 3;

function told(found: readonly SimilarWorkout[], id: number): SimilarWorkout[] {
  return found.filter((one, at) => at < TOLD || one.rank <= BEST || one.id === id);
}

async function readRows(db: Db, userId: number, ids: number[]): Promise<SummaryRow[]> {
  return db
    .selectFrom('workouts')
    .select(SUMMARY_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

const similarHandler = route<typeof similarCalls.similar>({
  call: similarCalls.similar,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const { workout, scope } = await openWorkout(context, caller, params.id, query.key);
    const { db } = context;
    const found = await findSimilar(db, workout, scope);
    const shown = told(found, workout.id);
    const rows = await readRows(
      db,
      workout.user_id,
      shown.map(({ id }) => id),
    );
    const visibleById = new Map((await viewWorkouts(db, [scope], rows)).map((one) => [one.id, one]));
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      workouts: shown.flatMap(({ id, rank }) => {
        const one = visibleById.get(id);
        return one ? [{ ...presentSummary(one), rank }] : [];
      }),
      total_count: found.length,
    } satisfies SimilarWorkouts;
  },
});

/** Workouts on the same course. */
export const similarService: Service = {
  name: 'similar',
  base: SERVICE_BASES.main,
  routes: [similarHandler],
};

import { SERVICE_BASES, similarCalls, type SimilarWorkouts } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { hiddenAreas } from '../../privacy/redaction/hidden-areas.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { viewerScopeOf } from '../../privacy/redaction/recompute-redactions.ts';
import { readableWorkout } from '../../workout-store/workout-access.ts';
import { listedPrivacy } from '../../visibility/policy.ts';
import { presentSummary } from '../presenter.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../../workout-store/workout-rows.ts';
import { findSimilar, type SimilarWorkout } from './find-similar.ts';

/** So many are told in full; the best three and the one asked about are always among them. */
const TOLD = 50;
const BEST = 3;

function told(found: readonly SimilarWorkout[], id: number): SimilarWorkout[] {
  return found.filter((one, at) => at < TOLD || one.rank <= BEST || one.id === id);
}

async function rowsOf(db: Db, userId: number, ids: number[]): Promise<Map<number, SummaryRow>> {
  const rows = await db
    .selectFrom('workouts')
    .select(SUMMARY_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const similarRoute = route<typeof similarCalls.similar>({
  call: similarCalls.similar,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const { row, relation } = await readableWorkout(context, caller, params.id, query.key);
    const { db } = context;
    const areas = await hiddenAreas(db, row.user_id, relation);
    const found = await findSimilar(db, row, listedPrivacy(relation), areas);
    const shown = told(found, row.id);
    const rows = await rowsOf(
      db,
      row.user_id,
      shown.map(({ id }) => id),
    );
    const scope = await viewerScopeOf(db, row.user_id, areas, [...rows.values()]);
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      workouts: shown.flatMap(({ id, rank }) => {
        const one = rows.get(id);
        return one ? [{ ...presentSummary(one, scope), rank }] : [];
      }),
      total_count: found.length,
    } satisfies SimilarWorkouts;
  },
});

/** Workouts on the same course. */
export const similarService: Service = { name: 'similar', base: SERVICE_BASES.main, routes: [similarRoute] };

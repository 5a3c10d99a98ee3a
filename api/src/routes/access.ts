import type { Context } from '../server/context.ts';
import { notAllowed, notFound } from '../server/errors.ts';
import type { Caller } from '../server/route.ts';
import { readableSummaries, type SummaryRow } from './rows.ts';

/** A route the caller may open. @throws ApiProblem 404, the same for one that is not there and one that is private */
export async function readableRoute({ db }: Context, caller: Caller | null, id: number): Promise<SummaryRow> {
  const row = await readableSummaries(db, caller).where('routes.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('route');
  return row;
}

/** A route the caller may change. @throws ApiProblem 404 when they may not even open it, 403 when they may only do that */
export async function ownRoute(context: Context, caller: Caller | null, id: number): Promise<SummaryRow> {
  const row = await readableRoute(context, caller, id);
  if (row.user_id !== caller?.userId) throw notAllowed();
  return row;
}

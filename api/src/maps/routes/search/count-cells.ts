import { sql } from 'kysely';
import type { Db, Trx } from '../../../kernel/database/tables.ts';
import { isSharedWith } from '../../../members/visibility/policy.ts';
import { isSharedRow } from '../../../members/visibility/relation.ts';
import type { RouteRow } from '../route-rows.ts';

/** What decides whether search finds a route, and where. */
export type Findable = Pick<RouteRow, 'cell' | 'privacy' | 'deleted_at'>;

const isPublic = ({ privacy, deleted_at }: Findable): boolean =>
  isSharedWith('everyone', privacy) && deleted_at === null;

/**
 * Counts the public routes of the squares in which some were changed, and gives those squares another version: who
 * keeps what is in a square for the next search sees by it that it is out of date. The last thing that a transaction
 * does: the squares' rows are locked from here on, in their order, so that two changes never wait for each other.
 */
export async function countCells(
  trx: Trx,
  before: readonly Findable[],
  after: readonly Findable[],
): Promise<void> {
  const changes = new Map<number, number>();
  for (const [routes, by] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const { cell } of routes.filter(isPublic)) changes.set(cell, (changes.get(cell) ?? 0) + by);
  if (changes.size === 0) return;
  const cells = [...changes.keys()].sort((a, b) => a - b);
  await sql`
    insert into route_cells (cell, version, n)
    select cell, 1, n from unnest(${cells}::int[], ${cells.map((cell) => changes.get(cell)!)}::int[]) as c (cell, n)
    order by cell
    on conflict (cell) do update set version = route_cells.version + 1, n = route_cells.n + excluded.n`.execute(
    trx,
  );
}

/** Counts all squares anew: for rows that came in another way than through the calls. */
export async function recountCells(db: Db): Promise<void> {
  await sql`
    insert into route_cells (cell, version, n)
    select cell, 1, sum(n)::int from (
      select cell, 1 as n from routes where ${isSharedRow('everyone')} and deleted_at is null
      union all select cell, 0 from route_cells
    ) as each group by cell order by cell
    on conflict (cell) do update set version = route_cells.version + 1, n = excluded.n`.execute(db);
}

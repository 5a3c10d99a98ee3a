import { BY_LINK, canRead } from '../../members/visibility/policy.ts';
import { relationTo } from '../../members/visibility/relation.ts';
import { canReadByLink } from '../../members/share-links/policy.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { findLinkedRoute, type SummaryRow } from './route-rows.ts';

/** A route that the caller may open, with the hash of the key that opens it by link. */
export type ReadableRoute = SummaryRow & { link_hash: Uint8Array | null };

/**
 * A route the caller may open.
 * @param key of the link, as the call carries it; who bookmarked the route with the valid key needs none
 * @throws ApiProblem 404, the same for one that is not there, one that is private and one whose key is another
 */
export async function readableRoute(
  { db }: Context,
  caller: Caller | null,
  id: number,
  key?: string,
): Promise<ReadableRoute> {
  const found = await findLinkedRoute(db, caller, id);
  const hasKey = canReadByLink(key, found?.link_hash ?? null);
  // A route that is not there takes as long as one that is private.
  const relation = await relationTo(db, caller, found?.user_id ?? 0);
  if (!found) throw notFound('route');
  const { bookmark_hash: bookmarkHash, ...row } = found;
  if (relation !== 'blocked' && canRead(relation, row.privacy)) return row;
  const isBookmarked =
    row.link_hash !== null && bookmarkHash !== null && Buffer.compare(row.link_hash, bookmarkHash) === 0;
  if (relation === 'blocked' || row.privacy !== BY_LINK || !(hasKey || isBookmarked)) throw notFound('route');
  // A bookmark that was made with an older key opens nothing: it is to be made anew.
  return isBookmarked ? row : { ...row, bookmark_id: null };
}

/** A route the caller may change. @throws ApiProblem 404 when they may not even open it, 403 when they may only do that */
export async function ownRoute(context: Context, caller: Caller | null, id: number): Promise<ReadableRoute> {
  const row = await readableRoute(context, caller, id);
  if (row.user_id !== caller?.userId) throw notAllowed();
  return row;
}

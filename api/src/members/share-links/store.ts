import type { Privacy, ShareLink } from '@waymark/api-contract';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { BY_LINK } from '../visibility/policy.ts';
import { hashOfKey } from './policy.ts';
import type { LinkedKind } from './tables.ts';

/** A workout or route as far as its link is concerned. */
interface Linked {
  id: number;
  privacy: Privacy;
}

const KEY_BYTES = 16;

function newRow(kind: LinkedKind, user_id: number, thing_id: number) {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { user_id, kind, thing_id, key, hash: hashOfKey(key) };
}

/**
 * Follows changes of privacy, in their transaction: what gets level 6 gets a key, what leaves it loses its key. What
 * keeps level 6 keeps its key, or stays without one until its owner makes a link. A deleted thing keeps its key, for it
 * may be restored; `dropLinkKeys` ends the key of what is deleted for good.
 * @param before things as they were, without those that are new
 * @param after the same as they are, without those that were deleted
 */
export async function updateLinkKeys(
  trx: Trx,
  kind: LinkedKind,
  userId: number,
  before: readonly Linked[],
  after: readonly Linked[],
): Promise<void> {
  const idsByLink = (things: readonly Linked[]) =>
    new Set(things.filter(({ privacy }) => privacy === BY_LINK).map(({ id }) => id));
  const [hadLink, hasLink] = [idsByLink(before), idsByLink(after)];
  const left = after.filter(({ id }) => hadLink.has(id) && !hasLink.has(id)).map(({ id }) => id);
  await dropLinkKeys(trx, kind, userId, left);
  const rows = [...hasLink].filter((id) => !hadLink.has(id)).map((id) => newRow(kind, userId, id));
  if (rows.length === 0) return;
  await trx
    .insertInto('link_keys')
    .values(rows)
    .onConflict((on) => on.columns(['user_id', 'kind', 'thing_id']).doNothing())
    .execute();
}

export async function dropLinkKeys(
  trx: Trx,
  kind: LinkedKind,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('link_keys')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where(sql<boolean>`thing_id = any(${[...ids]}::bigint[])`)
    .execute();
}

/** The owner's view of a link. */
export async function readShareLink(
  db: Db,
  kind: LinkedKind,
  { user_id, id, privacy }: Linked & { user_id: number },
): Promise<ShareLink> {
  const row = await db
    .selectFrom('link_keys')
    .select('key')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('thing_id', '=', id)
    .executeTakeFirst();
  return { privacy, key: row?.key ?? null };
}

/** Hash of the key that opens a workout by link: for a leg that of the whole. */
export async function readLinkHash(
  db: Db,
  { user_id, id, parent_id }: { user_id: number; id: number; parent_id: number | null },
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('link_keys')
    .select('hash')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'workout')
    .where('thing_id', '=', parent_id ?? id)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/**
 * Replaces the key of a thing, which the transaction has locked against changes of its privacy.
 * @throws ApiProblem 409 unless it is accessible by link
 */
export async function renewLinkKey(
  trx: Trx,
  kind: LinkedKind,
  { user_id, id, privacy }: Linked & { user_id: number },
  now: Date,
): Promise<ShareLink> {
  if (privacy !== BY_LINK)
    throw conflict(
      'not_by_link',
      'Only what anyone with the link can see has a link. Change who can see it first.',
    );
  const row = { ...newRow(kind, user_id, id), created_at: now };
  const { key, hash, created_at } = row;
  await trx
    .insertInto('link_keys')
    .values(row)
    .onConflict((on) => on.columns(['user_id', 'kind', 'thing_id']).doUpdateSet({ key, hash, created_at }))
    .execute();
  return { privacy, key };
}

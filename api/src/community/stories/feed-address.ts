import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FeedAddress, feedAddressCalls, SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { lockSession } from '../../members/security/identity.ts';
import { ADDRESS_READS, countMember, SERVICE_LIMIT } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { findDeletion } from '../../members/deletion/find-deletion.ts';
import { writeAtom } from './atom-feed.ts';
import { presentStories } from './present-stories.ts';
import { readHomeFeed } from './read-feed.ts';
import type { FeedAddressTable } from './tables.ts';

type AddressRow = Selectable<FeedAddressTable>;

const STORIES = 30;
const siteOf = ({ env }: Pick<Context, 'env'>): string => env.SITE_URL.replace(/\/$/, '');

function keyOf({ derive }: Pick<Context, 'derive'>, { user_id: userId, nonce }: AddressRow): string {
  const signature = createHmac('sha256', derive('feed addresses')).update(`${userId}.${nonce}`);
  return `${userId.toString(36)}.${signature.digest('base64url')}`;
}

const present = (context: Context, row: AddressRow | undefined): FeedAddress => ({
  href: row ? `${siteOf(context)}${SERVICE_BASES.main}/feed/${keyOf(context, row)}/` : null,
  created_datetime: row?.created_at.toISOString() ?? null,
});

const find = ({ db }: Context, userId: number): Promise<AddressRow | undefined> =>
  db.selectFrom('feed_addresses').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const feedAddressHandler = route<typeof feedAddressCalls.read>({
  call: feedAddressCalls.read,
  access: 'member',
  handler: async ({ context, caller }) => present(context, await find(context, caller!.userId)),
});

export const renewFeedAddressHandler = route<typeof feedAddressCalls.renew>({
  call: feedAddressCalls.renew,
  access: 'member',
  async handler({ context, caller, request }) {
    const address = { nonce: context.newId(), created_at: context.now() };
    const row = await context.db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      return trx
        .insertInto('feed_addresses')
        .values({ user_id: caller!.userId, ...address })
        .onConflict((on) => on.column('user_id').doUpdateSet(address))
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return present(context, row);
  },
});

export const removeFeedAddressHandler = route<typeof feedAddressCalls.remove>({
  call: feedAddressCalls.remove,
  access: 'member',
  async handler({ context: { db }, caller }) {
    await db.deleteFrom('feed_addresses').where('user_id', '=', caller!.userId).execute();
    return undefined;
  },
});

/**
 * Whose address it is.
 * @throws ApiProblem 404 for one that was never made, was renewed or ended, and while the account is being deleted
 */
async function ownerOf(context: Context, key: string): Promise<number> {
  const userId = Number.parseInt(key.split('.')[0] ?? '', 36);
  const row = Number.isSafeInteger(userId) ? await find(context, userId) : undefined;
  const expected = Buffer.from(row ? keyOf(context, row) : '');
  const given = Buffer.from(key);
  if (!row || expected.length !== given.length || !timingSafeEqual(expected, given)) throw notFound('feed');
  // Who leaves is signed out everywhere; the address answers again when they decide to stay.
  if (await findDeletion(context.db, row.user_id)) throw notFound('feed');
  return row.user_id;
}

/** Stories of friends as the member would see them at this moment. */
export const feedHandler = route<typeof feedAddressCalls.feed>({
  call: feedAddressCalls.feed,
  access: 'anyone',
  lenient: true,
  limit: SERVICE_LIMIT,
  async handler({ context, params, request, reply }) {
    const userId = await ownerOf(context, params.key);
    countMember(request, 'feed', userId, ADDRESS_READS);
    const page = { before: null, limit: STORIES, activityGroup: undefined };
    const { system } = await context.db
      .selectFrom('users')
      .select('display_measurement_system as system')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const rows = await readHomeFeed(context.db, userId, 'friends', page, context.now());
    const stories = await presentStories(context, { userId }, rows, () => 'friend');
    const site = siteOf(context);
    const feed = writeAtom({
      site,
      id: `${site}/activity_feed/${userId}`,
      updated: context.now(),
      system,
      stories,
    });
    return reply
      .header('cache-control', 'private, max-age=300')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('application/atom+xml; charset=utf-8')
      .send(feed);
  },
});

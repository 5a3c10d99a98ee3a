import { createHash, randomBytes } from 'node:crypto';
import { friendCalls, type FriendInvite } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { acceptInvite, isInvited } from './change-friendship.ts';
import { presentFriendship } from './friendships.ts';
import { findCards, type Person, personFriendship, presentPerson } from './member-cards.ts';
import { findFriendship, stateOf } from './rows.ts';

const KEY_BYTES = 16;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const presentInvite = (
  { env }: Pick<Context, 'env'>,
  { key, created_at }: { key: string; created_at: Date },
): FriendInvite => ({
  key,
  href: `${env.SITE_URL.replace(/\/$/, '')}/people/friends/find?invite=${key}`,
  created_datetime: created_at.toISOString(),
});

async function storeInvite(
  { db, now }: Context,
  userId: number,
  isNew: boolean,
): Promise<{ key: string; created_at: Date }> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const row = { user_id: userId, key, hash: hashOf(key), created_at: now() };
  const { hash, created_at } = row;
  return db
    .insertInto('friend_invites')
    .values(row)
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet((q) => (isNew ? { key, hash, created_at } : { key: q.ref('friend_invites.key') })),
    )
    .returning(['key', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Whose link it is.
 * @throws ApiProblem 404 for a key that is not valid, and for the link of one who is blocked or turned the caller away
 */
async function findInviter({ db }: Context, caller: Caller | null, key: string): Promise<Person> {
  const invite = await db
    .selectFrom('friend_invites')
    .select('user_id')
    .where('hash', '=', hashOf(key))
    .executeTakeFirst();
  const [person] = await findCards(db, caller, invite ? [invite.user_id] : [], { isNamed: true });
  if (!person) throw notFound('invitation');
  if (caller && !(await isInvited(db, caller.userId, person.id, personFriendship(person))))
    throw notFound('invitation');
  return person;
}

export const inviteHandler = route<typeof friendCalls.invite>({
  call: friendCalls.invite,
  access: 'member',
  handler: async ({ context, caller }) =>
    presentInvite(context, await storeInvite(context, caller!.userId, false)),
});

export const renewInviteHandler = route<typeof friendCalls.renewInvite>({
  call: friendCalls.renewInvite,
  access: 'member',
  handler: async ({ context, caller }) =>
    presentInvite(context, await storeInvite(context, caller!.userId, true)),
});

export const inviterHandler = route<typeof friendCalls.inviter>({
  call: friendCalls.inviter,
  access: 'anyone',
  async handler({ context, caller, params }) {
    const person = await findInviter(context, caller, params.key);
    return {
      user: presentPerson(person),
      state: caller ? stateOf(caller.userId, person.id, personFriendship(person)) : 'not-friend',
    };
  },
});

export const acceptInviteHandler = route<typeof friendCalls.acceptInvite>({
  call: friendCalls.acceptInvite,
  access: 'member',
  async handler({ context, caller, params }) {
    const { id } = await findInviter(context, caller, params.key);
    if (id === caller!.userId)
      throw invalid({ key: ['This is your own link. Send it to somebody you train with.'] });
    await acceptInvite(context, caller!.userId, id);
    const row = await findFriendship(context.db, caller!.userId, id);
    if (!row) throw notFound('invitation');
    return presentFriendship(row);
  },
});

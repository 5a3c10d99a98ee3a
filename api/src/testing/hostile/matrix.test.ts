import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Privacy, SERVICE_BASES } from '@waymark/api-contract';
import { befriend, named, pairOf } from '../../members/friends/testing.ts';
import type { Route } from '../../kernel/server/route.ts';
import { services } from '../../services.ts';
import type { TestMember } from '../api.ts';
import { as } from '../../training/workouts/testing.ts';
import { addressOf, type CaseRequest, type OperationCase, type Rule } from './operation-case.ts';
import { OPERATION_CASES } from './operation-cases.ts';
import { createOwner, createWorld, LEVELS, type Owner, type World } from './world.ts';

/** Levels of others at which a thing can be read by its address alone. Level 6 takes a key too: `share-links/every-read.test.ts`. */
const LEVELS_OPEN_BY_ID: ReadonlySet<Privacy> = new Set([3]);
/** The same for a friend of the owner. */
const LEVELS_OPEN_TO_FRIENDS: ReadonlySet<Privacy> = new Set([1, 3]);
/** Levels of others at which lists, searches and totals tell of a thing. */
const LEVELS_LISTED: ReadonlySet<Privacy> = new Set([3]);

const IDENTITIES = [
  'visitor',
  'stranger',
  'friend',
  'other session',
  'expired token',
  'forged token',
  'owner',
] as const;
type Identity = (typeof IDENTITIES)[number];

const operations = services.flatMap(({ base, routes }) =>
  routes.map((route) => ({ key: `${route.call.method} ${base}${route.call.path}`, base, route })),
);
let world: World;
/** Of each owner. What friends may read is asked in `visibility/relation.test.ts`; here they try to change things. */
let friend: TestMember;
before(async () => {
  world = await createWorld({ env: { MAILBOX: 'true', ROLLOUTS: 'loyalty=enabled' } });
  friend = await world.api.signUp();
  for (const level of LEVELS) await befriend(world.api, world.owners[level].member, friend);
});
after(() => world.api.stop());

/** The status that an identity must get. */
function expected(
  identity: Identity,
  level: Privacy,
  { call, access, lenient }: Route,
  declared: OperationCase,
): number {
  const success = declared.status ?? call.status ?? 200;
  const { rule } = declared;
  if (identity === 'owner') return success;
  const hasBadToken = identity === 'expired token' || identity === 'forged token';
  if (hasBadToken && !lenient) return 401;
  if (rule === 'public') return success;
  const isMember = identity === 'stranger' || identity === 'friend';
  if (rule === 'session') return isMember || identity === 'other session' ? success : 401;
  if (!isMember && access === 'member') return 401;
  if (identity === 'friend' && declared.friend) return declared.friend;
  if (declared.stranger) return declared.stranger;
  if (rule === 'self') return success;
  if (rule === 'totals') return LEVELS_LISTED.has(level) ? success : 404;
  const isOpen = (identity === 'friend' ? LEVELS_OPEN_TO_FRIENDS : LEVELS_OPEN_BY_ID).has(level);
  if (rule === 'read') return isOpen ? success : 404;
  return rule === 'write' && isOpen ? 403 : 404;
}

async function ask(
  identity: Identity,
  owner: Owner,
  { call, key }: { call: Route['call']; key: string },
  request: CaseRequest,
) {
  const tokens: Record<Identity, () => string | undefined> = {
    visitor: () => undefined,
    'other session': () => undefined,
    stranger: () => world.stranger.token,
    friend: () => friend.token,
    owner: () => owner.member.token,
    'expired token': () => world.expiredToken(owner),
    'forged token': () => world.forgedToken(owner),
  };
  const token = tokens[identity]();
  const holder = {
    stranger: world.stranger,
    friend,
    'other session': world.stranger,
    owner: owner.member,
  }[identity as string];
  const cookie = request.spendsCookie && holder ? await world.newCookie(holder) : holder?.cookie;
  return askAs({ token, cookie }, { call, key }, request);
}

function askAs(
  { token, cookie }: { token?: string | undefined; cookie?: string | undefined },
  { call, key }: { call: Route['call']; key: string },
  request: CaseRequest,
) {
  const body = request.newBody ? request.newBody() : request.body;
  return world.api.call(call.method, addressOf(key.slice(key.indexOf(' ') + 1), request), {
    ...(token && { token }),
    ...(cookie && { cookie }),
    ...(request.headers && { headers: request.headers }),
    ...(body !== undefined && { body }),
  });
}

test('[DATA-03] each operation declares who may do it, and none declares more', () => {
  assert.deepEqual(
    operations.map(({ key }) => key).toSorted(),
    Object.keys(OPERATION_CASES).toSorted(),
    'Add a new operation to OPERATION_CASES, with the rule that says who may do it.',
  );
});

/** Rules that ask for no privacy level: one level is enough for them, the one at which the least may be told. */
const RULES_WITHOUT_LEVEL: ReadonlySet<Rule> = new Set(['public', 'self', 'session']);
/**
 * Sessions are checked before any privacy level is read: these identities are tried where the least and where the most
 * may be told.
 */
const IDENTITIES_WITHOUT_LEVEL: ReadonlySet<Identity> = new Set([
  'other session',
  'expired token',
  'forged token',
]);
const LEVELS_FOR_SESSIONS: ReadonlySet<Privacy> = new Set([0, 3]);
const isAsked = (level: Privacy, { rule }: OperationCase) => level === 0 || !RULES_WITHOUT_LEVEL.has(rule);

for (const level of LEVELS)
  test(`[DATA-03] every operation as visitor, stranger, friend and owner${LEVELS_FOR_SESSIONS.has(level) ? ', and with foreign, expired and forged sessions,' : ''} at privacy ${level}`, async () => {
    const wrong: string[] = [];
    const owner = world.owners[level];
    for (const { key, route } of operations) {
      const declared = OPERATION_CASES[key];
      if (!declared || !isAsked(level, declared)) continue;
      const request = await declared.request(owner);
      const watched = async () =>
        request.watch && (await owner.call('GET', request.watch)).text.replace(/"request_id":"[^"]+"/u, '');
      const beforeOthers = await watched();
      const isRead = route.call.method === 'GET' && !route.call.changes;
      for (const identity of IDENTITIES) {
        if (identity === 'friend' && isRead) continue;
        if (IDENTITIES_WITHOUT_LEVEL.has(identity) && !LEVELS_FOR_SESSIONS.has(level)) continue;
        if (identity === 'owner' && (await watched()) !== beforeOthers)
          wrong.push(`${key}: others changed ${request.watch}`);
        const answer = await ask(identity, owner, { call: route.call, key }, request);
        const status = expected(identity, level, route, declared);
        if (answer.status !== status)
          wrong.push(
            `${key} as ${identity}: ${answer.status} instead of ${status} ${answer.text.slice(0, 200)}`,
          );
        const mayTell =
          identity === 'owner' ||
          (identity === 'friend' && (LEVELS_OPEN_TO_FRIENDS.has(level) || declared.friend !== undefined)) ||
          LEVELS_LISTED.has(level) ||
          (declared.rule === 'read' && LEVELS_OPEN_BY_ID.has(level));
        if (!mayTell && answer.text.includes(owner.marker))
          wrong.push(`${key} as ${identity}: tells ${answer.text.slice(0, 200)}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

/** Who took part in a thing of the owner, and what ended it. */
const PAST_MEMBERS: Record<
  string,
  {
    endedBy: 'friendship' | 'block';
    end: (owner: TestMember, member: TestMember) => Promise<{ status: number }>;
  }
> = {
  'former friend after joining': {
    endedBy: 'friendship',
    end: (owner, member) => as(world.api, owner)('DELETE', `/friendship/${pairOf(owner, member)}/`),
  },
  'blocked after joining': {
    endedBy: 'block',
    end: (owner, member) => as(world.api, owner)('POST', '/user_block/', named(member.userId)),
  },
  'blocker after joining': {
    endedBy: 'block',
    end: (owner, member) => as(world.api, member)('POST', '/user_block/', named(owner.userId)),
  },
};
/** Calls about one thing that can be joined: each says in its case how. */
const ABOUT_JOINABLE = /\/(?:challenges?|groups|awards)\/:id/u;

test('[DATA-03] [SOC-04] every operation on a thing that can be joined, as whoever joined it and is a friend no more, or has a block with its owner', async () => {
  const wrong: string[] = [];
  const owner = await createOwner(world.api, 0);
  for (const { key, base, route } of operations) {
    if (base !== SERVICE_BASES.challenges) continue;
    const declared = OPERATION_CASES[key]!;
    for (const [identity, { endedBy, end }] of Object.entries(PAST_MEMBERS)) {
      const request = await declared.request(owner);
      const joinable = request.joinable ?? (await declared.newJoinable?.(owner));
      if (!joinable) {
        if (ABOUT_JOINABLE.test(key)) wrong.push(`${key}: does not say how its thing is joined`);
        break;
      }
      if (joinable.endsWith === 'block' && endedBy === 'friendship') continue;
      const member = await world.api.signUp();
      await befriend(world.api, owner.member, member);
      await joinable.join(member);
      const { status: ended } = await end(owner.member, member);
      assert.equal(ended, 204);
      // Of the two calls about members, one is about the owner, as which nobody else may act.
      const ids = new Set([request.params?.['userId'], member.userId].filter((id) => id !== undefined));
      for (const userId of key.includes(':userId') ? ids : [0]) {
        const asked = { ...request, params: { ...request.params, ...(userId && { userId }) } };
        const answer = await askAs(member, { call: route.call, key }, asked);
        const status = ABOUT_JOINABLE.test(key) ? 404 : (declared.status ?? route.call.status ?? 200);
        if (answer.status !== status || answer.text.includes(owner.marker))
          wrong.push(
            `${key} as ${identity}: ${answer.status} instead of ${status} ${answer.text.slice(0, 200)}`,
          );
      }
    }
  }
  assert.deepEqual(wrong, []);
});

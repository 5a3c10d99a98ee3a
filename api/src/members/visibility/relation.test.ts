import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { named, toUser } from '../friends/testing.ts';
import { addressOf } from '../../testing/hostile/operation-case.ts';
import { OPERATION_CASES } from '../../testing/hostile/operation-cases.ts';
import { createWorld, LEVELS, type Owner, type World } from '../../testing/hostile/world.ts';
import {
  startPushService,
  withoutPushSweep,
} from '../../community/notifications/push-service.test-helper.ts';
import { services } from '../../services.ts';
import type { TestMember } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { canRead, listedPrivacy, type Relation } from './policy.ts';
import { problemsOfNotifications } from './notification-outputs.test-helper.ts';
import { isListedFor, relationTo } from './relation.ts';
import { problemsOfSearch } from './search-outputs.test-helper.ts';
import {
  prepareOwners,
  prepareViewer,
  relationOf,
  type Standing,
  type Viewer,
  type Witness,
} from './standing.test-helper.ts';
import { problemsOfStories } from './story-outputs.test-helper.ts';

/** Every call that shows something of a member to others, out of the services: not a list that could forget one. */
const READS = services.flatMap(({ base, routes }) =>
  routes
    .filter(({ call }) => call.method === 'GET')
    .flatMap(({ call, access }) => {
      const key = `GET ${base}${call.path}`;
      const declared = OPERATION_CASES[key];
      const shows = declared && ['read', 'totals', 'public'].includes(declared.rule);
      return shows ? [{ key, path: base + call.path, call, access, declared }] : [];
    }),
);

let world: World;
let witness: Witness;
let pushService: Awaited<ReturnType<typeof startPushService>>;
const newViewer = async () => prepareViewer(world, await world.api.signUp(), pushService.origin);
const eachOwner = (act: (owner: Owner) => Promise<unknown>) =>
  Promise.all(LEVELS.map((level) => act(world.owners[level])));

before(async () => {
  pushService = await startPushService();
  world = await createWorld({ env: { PUSH_SERVICES: pushService.origin }, services: withoutPushSweep });
  await eachOwner(async ({ call, recorded, marker }) => {
    const reply = { parent_story_id: recorded.id };
    await call('POST', '/activity_story/', { ...reply, verb: 'like' });
    await call('POST', '/activity_story/', {
      ...reply,
      verb: 'comment',
      object: { type: 'comment', text: marker },
    });
  });
  await eachOwner(noteWhatTells);
  witness = await prepareOwners(world);
});
after(async () => {
  await world.api.stop();
  await pushService.stop();
});

const requestOf = async (
  viewer: TestMember | null,
  owner: Owner,
  { path, declared }: (typeof READS)[number],
) => {
  const request = await declared.request(owner);
  return world.api.call('GET', addressOf(path, request), {
    ...(viewer && { token: viewer.token }),
    ...(request.headers && { headers: request.headers }),
  });
};

/** Calls whose answer tells the owner of their things: it must tell them to whoever may see those, too. */
const telling = new Set<string>();
const tellingKey = (key: string, { level }: Owner) => `${level} ${key}`;
async function noteWhatTells(owner: Owner): Promise<void> {
  for (const read of READS) {
    const { status, text } = await requestOf(owner.member, owner, read);
    assert.equal(status, read.declared.status ?? read.call.status ?? 200, `${read.key} by its owner`);
    if (text.includes(owner.marker)) telling.add(tellingKey(read.key, owner));
  }
}

/** What each call tells a viewer of the owners' things, against what the table of the policy allows. */
async function problemsFor(viewer: Viewer | null, standing: Standing, step: string): Promise<string[]> {
  const problems: string[] = [];
  const relation = relationOf(standing);
  for (const level of LEVELS) {
    const owner = world.owners[level];
    const caller = viewer && { userId: viewer.userId };
    const known = await relationTo(world.api.context.db, caller, owner.member.userId);
    if (known !== relation) problems.push(`${step}: relation ${known} instead of ${relation}`);
    for (const read of READS) {
      const { key, call, access, declared } = read;
      const answer = await requestOf(viewer, owner, read);
      const isOpen =
        declared.rule === 'read' ? canRead(relation, level) : listedPrivacy(relation).includes(level);
      const success = declared.status ?? call.status ?? 200;
      const asMember = declared.rule === 'public' || isOpen ? success : 404;
      const expected = viewer === null && access === 'member' ? 401 : asMember;
      if (answer.status !== expected)
        problems.push(`${step}, level ${level}: ${key} ${answer.status} instead of ${expected}`);
      if (!isOpen && answer.text.includes(owner.marker))
        problems.push(`${step}, level ${level}: ${key} tells`);
      if (isOpen && answer.status === success && telling.has(tellingKey(key, owner)))
        if (!answer.text.includes(owner.marker)) problems.push(`${step}, level ${level}: ${key} keeps back`);
    }
    problems.push(...(await problemsOfStories(world, viewer, relation, owner, step)));
  }
  if (!viewer) return problems;
  const owners = LEVELS.map((level) => world.owners[level]);
  const told = { standing, step, owners };
  return [
    ...problems,
    ...(await problemsOfNotifications(world, viewer, witness, pushService.received, told)),
    ...(await problemsOfSearch(world, viewer, witness, standing, step)),
  ];
}

test('[DATA-03] each output at each level for visitor, stranger, pending, friend and blocked, also after the relation changed', async () => {
  const viewer = await newViewer();
  const { call } = viewer;
  const problems = [
    ...(await problemsFor(null, 'visitor', 'visitor')),
    ...(await problemsFor(viewer, 'other', 'stranger')),
  ];
  // The owner asks: they may ask anybody, whoever sees their own profile.
  await eachOwner((owner) => owner.call('POST', '/friendship/', toUser(viewer.userId)));
  problems.push(...(await problemsFor(viewer, 'pending', 'pending')));
  await eachOwner(({ member }) =>
    call('PATCH', `/friendship/${member.userId}_${viewer.userId}/`, { status: 'active' }),
  );
  problems.push(...(await problemsFor(viewer, 'friend', 'friend')));
  await eachOwner(({ member }) => call('DELETE', `/friendship/${viewer.userId}_${member.userId}/`));
  problems.push(...(await problemsFor(viewer, 'other', 'unfriended')));
  await eachOwner((owner) => owner.call('POST', '/user_block/', named(viewer.userId)));
  problems.push(...(await problemsFor(viewer, 'blocked', 'blocked')));
  await eachOwner((owner) => owner.call('DELETE', `/user_block/${viewer.userId}/`));
  problems.push(...(await problemsFor(viewer, 'other', 'unblocked')));
  await eachOwner(({ member }) => call('POST', '/user_block/', named(member.userId)));
  problems.push(...(await problemsFor(viewer, 'blocked', 'blocked by the viewer')));
  assert.deepEqual(problems, []);
});

test('[DATA-03] members see their own things at each level', async () => {
  const problems: string[] = [];
  await eachOwner(async (owner) => {
    problems.push(...(await problemsOfStories(world, owner.member, 'self', owner, 'self')));
  });
  for (const level of LEVELS) {
    const owner = world.owners[level];
    const viewer = await prepareViewer(world, owner.member, pushService.origin, 0);
    const told = { standing: 'self', step: 'self', owners: [owner] } as const;
    problems.push(...(await problemsOfNotifications(world, viewer, witness, pushService.received, told)));
  }
  assert.deepEqual(problems, []);
  assert.ok(telling.size > 40, `${telling.size} calls tell`);
});

test('[DATA-03] of a suspended member nothing is left for others, and everything for themselves', async () => {
  const { db, now } = world.api.context;
  const viewer = await newViewer();
  const members = LEVELS.map((level) => world.owners[level].member.userId);
  await db
    .insertInto('suspensions')
    .values(members.map((user_id) => ({ user_id, created_at: now() })))
    .execute();
  const problems = [
    ...(await problemsFor(viewer, 'blocked', 'suspended')),
    ...(await problemsFor(null, 'blocked', 'suspended, visitor')),
  ];
  await eachOwner(async (owner) => {
    const own = await owner.call('GET', `/workout/${owner.logged.id}/`);
    if (own.status !== 200) problems.push(`own workout ${own.status}`);
  });
  await db.deleteFrom('suspensions').execute();
  assert.deepEqual(problems, []);
});

test('[DATA-03] of a member who deletes their account nothing is left for others, friends among them, from the request on', async () => {
  const viewer = await newViewer();
  const { call } = viewer;
  await eachOwner((owner) => owner.call('POST', '/friendship/', toUser(viewer.userId)));
  await eachOwner(({ member }) =>
    call('PATCH', `/friendship/${member.userId}_${viewer.userId}/`, { status: 'active' }),
  );
  await eachOwner(({ member: { token, password } }) =>
    world.api.call('POST', '/auth/deletion-request', {
      token,
      body: { confirm: 'delete', proof: { password } },
    }),
  );
  const problems = [
    ...(await problemsFor(viewer, 'blocked', 'friend of a deleted member')),
    ...(await problemsFor(null, 'blocked', 'deleted, visitor')),
  ];
  // The address by which a member reads their own feed elsewhere is theirs to lose as well.
  const others = problems.filter((problem) => !problem.endsWith('/feed/:key/ 404 instead of 200'));
  await world.api.context.db.deleteFrom('deletion_requests').execute();
  others.push(...(await problemsFor(viewer, 'friend', 'friend of one who stays')));
  await eachOwner(({ member }) => call('DELETE', `/friendship/${viewer.userId}_${member.userId}/`));
  assert.deepEqual(others, []);
});

test('[DATA-03] an image’s address ends with the friendship that it was given in', async () => {
  const owner = world.owners[1];
  const friend = await world.api.signUp();
  const call = as(world.api, friend);
  await owner.call('POST', '/friendship/', toUser(friend.userId));
  await call('PATCH', `/friendship/${owner.member.userId}_${friend.userId}/`, { status: 'active' });
  const { body } = await call<{ photos: { urls: { small: string } }[] }>(
    'GET',
    `/workout/${owner.recorded.id}/`,
  );
  const address = body.photos[0]!.urls.small;
  const status = async () => (await fetch(world.api.url + address)).status;
  assert.equal(await status(), 200);
  assert.equal((await fetch(world.api.url + address.replace(/viewer=\d+/, 'viewer=1'))).status, 403);
  await call('DELETE', `/friendship/${owner.member.userId}_${friend.userId}/`);
  assert.equal(await status(), 404);
});

test('[DATA-03] the condition in SQL says for each relation and level what the policy says', async () => {
  const { db } = world.api.context;
  const [viewer, friend, other, blocked, pending] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => world.api.signUp()),
  );
  const call = as(world.api, viewer!);
  await as(world.api, friend!)('POST', '/friendship/', toUser(viewer!.userId));
  await call('PATCH', `/friendship/${friend!.userId}_${viewer!.userId}/`, { status: 'active' });
  await call('POST', '/friendship/', toUser(pending!.userId));
  await call('POST', '/user_block/', named(blocked!.userId));
  const owners: [Relation, number, viewerId?: number][] = [
    ['self', viewer!.userId],
    ['friend', friend!.userId],
    ['other', other!.userId],
    ['other', pending!.userId],
    ['blocked', blocked!.userId],
    ['visitor', friend!.userId, 0],
  ];
  for (const [relation, ownerId, viewerId = viewer!.userId] of owners)
    for (const level of LEVELS) {
      const { rows } = await sql<{ listed: boolean }>`
        select ${isListedFor(viewerId, 't.owner', 't.privacy')} as listed
        from (values (${ownerId}::bigint, ${level}::smallint)) as t (owner, privacy)`.execute(db);
      assert.equal(rows[0]!.listed, listedPrivacy(relation).includes(level), `${relation} ${level}`);
    }
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { MemberList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { save } from '../../maps/routes/testing.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';
import { forgetFound } from './correct-counts.ts';
import { searchNamesOf } from './member-names.ts';
import { befriend, named, toUser } from './testing.ts';

let api: TestApi;
let ana: TestMember;
let call: As;
before(async () => {
  api = await startTestApi();
  ana = await api.signUp({ first_name: 'Ana', last_name: 'Searcher' });
  call = as(api, ana);
});
after(() => api.stop());

const search = async (question: string) => {
  const { status, body, text } = await call<MemberList>('GET', `/user/?${question}`);
  assert.equal(status, 200, text);
  return { ids: body._embedded.users.map(({ id }) => id), total: body.total_count, body };
};
const find = (q: string) => search(`q=${encodeURIComponent(q)}`);
const privacy = (profile: number) => ({ default_privacy: { workout: 1, route: 1, profile } });

test('[SOC-03] a member is found by each part of the name, whatever the accents, and by the user name', async () => {
  const zofia = await api.signUp({ first_name: 'Zofia Łucja', last_name: 'Kowalczyk-Żak' });
  for (const text of [
    'zofia',
    'Łucja',
    'lucja k',
    'KOWALCZYK',
    'zak',
    'żak zofia',
    'zofia lucja kowalczyk zak',
  ])
    assert.ok((await find(text)).ids.includes(zofia.userId), text);
  const { username } = (await find('zofia')).body._embedded.users[0]!;
  assert.ok((await find(`@${username.slice(0, 8)}`)).ids.includes(zofia.userId));
  assert.deepEqual((await find('ofia')).ids, [], 'a word is found from its beginning');
  await as(api, zofia)('PUT', `/user/${zofia.userId}/`, { display_name: 'Brunhilde' });
  assert.deepEqual((await find('lucja')).ids, [], 'the old name');
  assert.ok((await find('brunh')).ids.includes(zofia.userId), 'the new name');
});

test('[SOC-03] an e-mail address finds its owner only whole and only where they allow it', async () => {
  const hidden = await api.signUp({ first_name: 'Mailbox' });
  assert.deepEqual((await find(hidden.email)).ids, []);
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, {
    sharing: { email_search: true },
    ...privacy(0),
  });
  assert.deepEqual((await find(hidden.email)).ids, [], 'anybody may sign up with somebody else’s address');
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', hidden.userId)
    .execute();
  assert.equal(
    (await call('POST', '/friendship/', toUser(hidden.userId))).status,
    404,
    'whoever does not know the address asks nobody by their number',
  );
  assert.deepEqual((await find(hidden.email.toUpperCase())).ids, [hidden.userId]);
  const stranger = as(api, await api.signUp());
  assert.equal((await stranger('POST', '/friendship/', toUser(hidden.userId))).status, 404);
  assert.deepEqual((await find(hidden.email.slice(0, -1))).ids, []);
  assert.deepEqual((await find(hidden.email.slice(1))).ids, []);
  const { body } = await find(hidden.email);
  assert.equal(body._embedded.users[0]!.introduction, '');
  assert.equal(
    (await call('POST', '/friendship/', toUser(hidden.userId))).status,
    201,
    'who is found can be asked',
  );
  assert.deepEqual((await find(hidden.email)).ids, [], 'who was asked already is in another list');
});

test('[SOC-03] a private member who is found by address tells of no friends in common until they ask', async () => {
  const [asking, hidden, friend] = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
  for (const one of [asking, hidden]) await befriend(api, one, friend);
  const hiddenCalls = as(api, hidden);
  await hiddenCalls('PUT', `/user/${hidden.userId}/`, { sharing: { email_search: true }, ...privacy(0) });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', hidden.userId)
    .execute();
  const commonFriends = async (question: string) => {
    const { body } = await as(api, asking)<MemberList>('GET', `/user/?${question}`);
    return body._embedded.users.map(({ id, mutual_friends_count: n }) => [id, n]);
  };
  assert.deepEqual(await commonFriends(`q=${encodeURIComponent(hidden.email)}`), [[hidden.userId, 0]]);
  await as(api, asking)('PUT', `/user/${asking.userId}/`, privacy(3));
  assert.equal((await hiddenCalls('POST', '/friendship/', toUser(asking.userId))).status, 201);
  assert.deepEqual(await commonFriends(`requested_friendship_with=${asking.userId}`), [[hidden.userId, 1]]);
});

test('[SOC-03] addresses are looked up so often an hour only: lists of them are not matched to members', async (t) => {
  const { context } = api;
  const { env } = context;
  context.env = { ...env, RATE_LIMITS: true };
  t.after(() => (context.env = env));
  const asking = as(api, await api.signUp());
  const ask = (q: string) => asking('GET', `/user/?q=${encodeURIComponent(q)}`);
  for (const typed of ['ana@', 'ana@runner', 'ana@runner.', 'ana@runner.e', 'ana runner'])
    for (let n = 0; n < 4; n++) assert.equal((await ask(typed)).status, 200, typed);
  for (let n = 0; n < 15; n++) assert.equal((await ask(`ana${n}@runner.example`)).status, 200);
  const refused = await ask('ana@runner.example');
  assert.deepEqual([refused.status, refused.body['error']], [429, 'too_many_requests']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await ask('ana')).status, 200, 'names are still found');
});

test('[SOC-03] search leaves out oneself, private, pending and blocked members, and has friends first', async () => {
  const members = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => api.signUp({ first_name: 'Quentin', last_name: `Bergmann${n}` })),
  );
  const [open, hidden, pending, blocked, friend] = members as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, privacy(0));
  await call('POST', '/friendship/', toUser(pending.userId));
  await as(api, blocked)('POST', '/user_block/', named(ana.userId));
  await befriend(api, ana, friend);
  await as(api, friend)('PUT', `/user/${friend.userId}/`, privacy(1));
  assert.deepEqual((await find('quentin')).ids, [friend.userId, open.userId]);
  assert.deepEqual((await find('ana searcher')).ids, []);
  for (const nothing of ['', ' ', '@', '%', '_', '\\', '🏃', '"\''])
    assert.deepEqual((await find(nothing)).ids, []);
  const page = await search('q=quentin&limit=1&offset=1');
  assert.deepEqual([page.ids, page.total], [[open.userId], 2]);
});

test('[SOC-03] friends are found first, however many members of the same name stand before them; pages hold each once', async () => {
  const { db } = api.context;
  const friends = await Promise.all([1, 2].map(() => api.signUp({ first_name: 'Xaver', last_name: 'Zzz' })));
  for (const friend of friends) await befriend(api, ana, friend);
  const known = friends.map(({ userId }) => userId).toSorted((a, b) => a - b);
  const SAME = 201;
  const first = api.context.newId() + 1_000_000;
  const last = first + SAME;
  // As those who signed up, with another id and user name.
  await sql`
    insert into users select (jsonb_populate_record(users, jsonb_build_object(
      'id', ${first}::bigint + n, 'username', 'xavernamesake' || n, 'display_name', 'Xaver Aaa'))).*
    from users cross join generate_series(1, ${SAME}::int) as n where users.id = ${known[0]!}`.execute(db);
  await sql`
    insert into member_names (name, user_id)
    select 'xaver aaa', id from users where id > ${first} and id <= ${last}`.execute(db);
  assert.deepEqual((await search('q=xaver&limit=2')).ids, known);
  const found: number[] = [];
  const totals = new Set<number>();
  for (let path: string | undefined = 'q=xaver&limit=100'; path;) {
    const page: Awaited<ReturnType<typeof search>> = await search(path);
    found.push(...page.ids);
    totals.add(page.total);
    path = page.body._links['next']?.[0]?.href.split('?')[1];
  }
  assert.deepEqual(found.slice(0, 2), known);
  assert.deepEqual([...totals], [202], 'the friends, and the first 200 of the others');
  assert.equal(new Set(found).size, 202);
  assert.equal(found.length, 202);
});

test('[SOC-03] questions are asked one at a time, and about oneself', async () => {
  const other = await api.signUp();
  for (const question of [
    '',
    '?q=a&self=true',
    '?limit=0',
    '?limit=101',
    '?offset=-1',
    `?q=${'x'.repeat(81)}`,
  ])
    assert.equal((await call('GET', `/user/${question}`)).status, 400, question);
  for (const question of ['requested_friendship_with', 'suggested_friends_for'])
    assert.equal((await call('GET', `/user/?${question}=${other.userId}`)).status, 403, question);
  const { body } = await search(`ids=${other.userId},${ana.userId},77,x`);
  assert.deepEqual(
    body._embedded.users.map(({ id }) => id),
    [other.userId, ana.userId],
  );
  await as(api, other)('PUT', `/user/${other.userId}/`, privacy(1));
  assert.equal((await call('GET', `/user/?friends_with=${other.userId}`)).status, 404);
});

test('[SOC-03] suggestions: friends of friends first, then the same place; dismissed ones are not made again', async () => {
  const [me, friend, near, far, both] = await Promise.all([1, 2, 3, 4, 5].map(() => api.signUp()));
  const own = as(api, me!);
  const place = { location: { locality: 'Gdynia', region: 'Pomerania', country: 'PL' } };
  for (const member of [me!, near!, both!]) await as(api, member)('PUT', `/user/${member.userId}/`, place);
  await befriend(api, me!, friend!);
  await befriend(api, friend!, far!);
  await befriend(api, friend!, both!);
  const suggest = async (rest = '') => {
    const { body } = await own<MemberList>(
      'GET',
      `/user/?suggested_friends_for=${me!.userId}&limit=10${rest}`,
    );
    return body._embedded.users.map(({ id, reason, mutual_friends_count: n }) => [id, reason, n]);
  };
  assert.deepEqual(await suggest(), [
    [both!.userId, 'mutual_friends', 1],
    [far!.userId, 'mutual_friends', 1],
    [near!.userId, 'same_place', 0],
  ]);
  assert.deepEqual(await suggest('&offset=1'), await suggest(), 'offsets count from one');
  assert.deepEqual(await suggest('&offset=11'), [], 'and end');
  assert.equal((await own('DELETE', `/friend_suggestion/${far!.userId}/`)).status, 204);
  await own('POST', '/friendship/', toUser(both!.userId));
  assert.deepEqual(await suggest(), [[near!.userId, 'same_place', 0]]);
});

test('[SOC-03] [DATA-03] suggestions: members who train on the same routes where everybody sees it and the map, and say so', async () => {
  const [me, shared, hidden, withoutMap] = await Promise.all([1, 2, 3, 4].map(() => api.signUp()));
  const { id } = await save(as(api, me!));
  await log(as(api, me!), { route_id: id, privacy: 0 });
  await log(as(api, shared!), { route_id: id, privacy: 3 });
  await log(as(api, hidden!), { route_id: id, privacy: 1 });
  const { id: workoutId } = await log(as(api, withoutMap!), { route_id: id, privacy: 3 });
  await as(api, withoutMap!)('PATCH', `/activity_story/${workoutId}/`, { is_map_hidden: true });
  const { body } = await as(api, me!)<MemberList>('GET', `/user/?suggested_friends_for=${me!.userId}`);
  assert.deepEqual(
    body._embedded.users.map(({ id: member, reason }) => [member, reason]),
    [[shared!.userId, 'same_routes']],
  );
});

test('names are stored from each word on', () => {
  assert.deepEqual(searchNamesOf('Ana Maria López', 'analopez'), [
    'analopez',
    'ana maria lopez',
    'maria lopez ana',
    'lopez ana maria',
  ]);
  assert.deepEqual(searchNamesOf('🏃', 'runner9'), ['runner9']);
});

test('[SOC-03] [SOC-04] whoever has a block is still told of requests by others', async () => {
  const [asked, asking, blocked] = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
  const calls = as(api, asked);
  assert.equal((await calls('POST', '/user_block/', named(blocked.userId))).status, 204);
  assert.equal((await as(api, asking)('POST', '/friendship/', toUser(asked.userId))).status, 201);
  const { body } = await calls<MemberList>('GET', `/user/?requested_friendship_with=${asked.userId}`);
  assert.deepEqual([body.total_count, body._embedded.users.map(({ id }) => id)], [1, [asking.userId]]);
});

test('[SOC-03] who was found by an address is forgotten after a day, unless more is known of the two', async () => {
  const [searcher, found, askedToo] = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
  const { db, now } = api.context;
  const of = (to_user_id: number, hours: number, sent: number) => ({
    user_id: searcher.userId,
    to_user_id,
    sent,
    found_by_email_at: new Date(now().getTime() - hours * 3_600_000),
  });
  await db
    .insertInto('friend_request_history')
    .values([of(found.userId, 25, 0), of(askedToo.userId, 25, 1), of(searcher.userId, 23, 0)])
    .execute();
  await forgetFound(api.context);
  const left = await db
    .selectFrom('friend_request_history')
    .select(['to_user_id', 'sent', 'found_by_email_at'])
    .where('user_id', '=', searcher.userId)
    .orderBy('to_user_id')
    .execute();
  assert.deepEqual(
    left.map((row) => [row.to_user_id, row.sent, row.found_by_email_at !== null]),
    [
      [searcher.userId, 0, true],
      [askedToo.userId, 1, false],
    ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
  );
});

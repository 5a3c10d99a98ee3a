import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { type ErrorBody, PublicUser, User } from '@waymark/api-contract';
import { audienceOf } from '@waymark/api-contract/user-fields';
import { startTestApi } from '../../testing/api.ts';

const api = await startTestApi();
after(() => api.stop());
const base = '/services/main/v7.1/user';
const [ola, tom] = [await api.signUp(), await api.signUp({ country: 'US', first_name: 'Tom' })];

const put = (body: object, id = ola.userId, token = ola.token) =>
  api.call<User & ErrorBody>('PUT', `${base}/${id}/`, { token, body });

test("[DATA-01] a member is served with every field, and with the product's defaults", async () => {
  const { body } = await api.call<User>('GET', `${base}/self/`, { token: ola.token });
  assert.deepEqual(User.parse(body), body);
  assert.equal(body.preferred_language, 'en-us');
  assert.equal(body.display_measurement_system, 'metric');
  assert.equal(body.time_zone, 'Europe/Warsaw');
  assert.deepEqual(body.default_privacy, { workout: 1, route: 1, profile: 3 });
  assert.deepEqual(
    body.hrZones.map(({ start, end }) => [start, end]),
    [
      [0, 108],
      [109, 125],
      [126, 144],
      [145, 162],
      [163, 180],
    ],
  );
  assert.deepEqual(Object.keys(body._links).toSorted(), [
    'email_search',
    'image',
    'privacy',
    'profile',
    'route',
    'self',
    'workout',
  ]);
  const american = await api.call<User>('GET', `${base}/self/`, { token: tom.token });
  assert.equal(american.body.display_measurement_system, 'imperial');
});

test('[DATA-01] each field says who sees it: those of the public view everybody, all others the member alone', () => {
  for (const field of Object.keys(User.shape))
    assert.equal(audienceOf(field), field in PublicUser.shape ? 'profile' : 'me', field);
});

test('[ACCT-02] first day of the week, title and language are kept; the week of the statistics follows', async () => {
  const { userId, token } = await api.signUp({ country: 'US' });
  const self = () => api.call<User>('GET', `${base}/self/`, { token });
  assert.equal((await self()).body.first_day_of_week, 0);
  assert.equal(
    (await api.call<User>('GET', `${base}/self/`, { token: ola.token })).body.first_day_of_week,
    1,
  );
  const week = async () => {
    const path = '/services/main/v7.1/dashboard/';
    const { body } = await api.call<{ week: { from: string } }>('GET', path, { token });
    return new Date(body.week.from).getUTCDay();
  };
  for (const day of [0, 1, 6] as const) {
    const body = { first_day_of_week: day, title: ' Trail runner ', preferred_language: 'de' };
    const changed = await put(body, userId, token);
    assert.deepEqual(
      [changed.body.first_day_of_week, changed.body.title, changed.body.preferred_language],
      [day, 'Trail runner', 'de'],
    );
    assert.equal(await week(), day);
  }
  assert.equal((await put({ first_day_of_week: 3 }, userId, token)).status, 400);
  assert.equal((await put({ preferred_language: '<b>' }, userId, token)).status, 400);
  await put({ time_zone: 'Asia/Kolkata' }, userId, token);
  assert.equal((await self()).body.time_zone_offset, 330);
});

test('[DATA-03] others see the public part of a member only', async () => {
  const { body } = await api.call('GET', `${base}/${ola.userId}/`, { token: tom.token });
  assert.deepEqual(PublicUser.strict().parse(body), body);
  assert.equal(JSON.stringify(body).includes(ola.email), false);
});

test('[DATA-03] a private profile is there for nobody else, in reading and writing', async () => {
  const member = await api.signUp();
  const path = `${base}/${member.userId}/`;
  for (const profile of [0, 1] as const) {
    await put({ default_privacy: { workout: 3, route: 3, profile } }, member.userId, member.token);
    for (const options of [{}, { token: tom.token }]) {
      const answer = await api.call<ErrorBody>('GET', path, options);
      assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
    }
    assert.equal((await put({ introduction: 'x' }, member.userId, tom.token)).status, 404);
    assert.equal((await api.call('GET', path, { token: member.token })).status, 200);
  }
  const nobody = await api.call<ErrorBody>('GET', `${base}/4711/`);
  assert.equal(nobody.status, 404);
  assert.match(nobody.body.error_description, /does not exist or is private/);
});

test('a member changes the own profile; what is not given stays', async () => {
  const before = await put({ height: 1.72, weight: 61.5, sharing: { feed: true } });
  assert.equal(before.status, 200);
  const { body } = await put({
    display_name: ' Ola K ',
    location: { locality: 'Kraków', region: 'MP', country: 'pl' },
    goal_statement: 'A marathon',
    sharing: { records: false },
    birthdate: '1991-06-18',
  });
  assert.deepEqual(
    [body.display_name, body.height, body.weight, body.goal_statement, body.birthdate],
    ['Ola K', 1.72, 61.5, 'A marathon', '1991-06-18'],
  );
  assert.deepEqual(body.location, { locality: 'Kraków', region: 'MP', country: 'PL' });
  assert.deepEqual(body.sharing, { feed: true, records: false });
});

test('switches that are set at the same time are all kept', async () => {
  const { userId, token } = await api.signUp();
  const names = Array.from({ length: 12 }, (_, n) => `switch_${n}`);
  for (const kind of ['sharing', 'communication'] as const) {
    await Promise.all(names.map((name) => put({ [kind]: { [name]: true } }, userId, token)));
    const { body } = await put({ [kind]: { switch_0: false } }, userId, token);
    const all = Object.fromEntries(names.map((name) => [name, name !== 'switch_0']));
    assert.deepEqual(body[kind], all);
  }
});

test('a profile has a hundred switches of a kind, however many calls set them', async () => {
  const { userId, token } = await api.signUp();
  const switches = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`switch_${from + i}`, true]));
  for (const kind of ['sharing', 'communication'] as const) {
    const set = (values: object) => put({ [kind]: values, title: kind }, userId, token);
    assert.deepEqual((await set(switches(0, 101))).body.diagnostics?.[kind], ['Set at most 100 switches.']);
    assert.equal((await set(switches(0, 60))).status, 200);
    assert.equal((await set(switches(50, 100))).status, 200);
    const refused = await set(switches(100, 101));
    assert.deepEqual(
      [refused.status, refused.body.diagnostics?.[kind]],
      [400, ['Set at most 100 switches.']],
    );
    const { body } = await set({ switch_3: false });
    assert.equal(Object.keys(body[kind]).length, 100);
  }
});

test('[WORK-01] a time zone is a place: an offset is taken neither at sign-up nor later, and one that is stored stays', async () => {
  const member = await api.signUp({ country: 'US', time_zone: '+02:00' });
  const edit = (body: object) => put(body, member.userId, member.token);
  const refused = await edit({ time_zone: '+02:00' });
  assert.equal(refused.status, 400);
  assert.match(refused.body.diagnostics!['time_zone']![0]!, /by its place, such as/);
  assert.match((await edit({})).body.time_zone, /^America\//);
  await api.context.db
    .updateTable('users')
    .set({ time_zone: '+02:00' })
    .where('id', '=', member.userId)
    .execute();
  assert.equal((await edit({ time_zone: '+02:00', introduction: 'Hello' })).body.introduction, 'Hello');
  assert.equal((await edit({ time_zone: 'Europe/Berlin' })).body.time_zone, 'Europe/Berlin');
});

test('wrong values are refused field by field, and nothing of them is stored', async () => {
  const refused = await put({ height: 3, weight: 'x', first_name: ' ', goal_statement: 'stored?' });
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.diagnostics, {
    first_name: ['First name is required.'],
    height: ['Height is between 0.4 and 2.8 metres.'],
    weight: ['Weight is not valid: expected number.'],
  });
  assert.equal((await put({ time_zone: 'Mars/Olympus' })).body.diagnostics?.['time_zone']?.length, 1);
  assert.equal((await put({ birthdate: '2025-01-01' })).body.error, 'birthdate/ineligible');
  assert.equal((await put({ location: { country: 'QQ' } })).status, 400);
  const self = await api.call<User>('GET', `${base}/self/`, { token: ola.token });
  assert.equal(self.body.goal_statement, 'A marathon');
});

test('[DATA-03] nobody changes another member', async () => {
  const answer = await put({ introduction: 'hacked' }, ola.userId, tom.token);
  assert.deepEqual([answer.status, answer.body.error], [403, 'not_allowed']);
  assert.equal((await api.call('PUT', `${base}/${ola.userId}/`, { body: {} })).status, 401);
});

test('[AUTH-07] favorite activities are kept in their order, each once and known', async () => {
  const { userId, token } = await api.signUp();
  const put = (favorite_activities: unknown) =>
    api.call<User>('PUT', `${base}/${userId}/`, { token, body: { favorite_activities } });
  assert.deepEqual((await put([11, 16, 11])).body.favorite_activities, [11, 16]);
  for (const wrong of [[16, 99_998], [-1], Array.from({ length: 21 }, (_, i) => i)])
    assert.equal((await put(wrong)).status, 400);
  const { body } = await api.call<User>('GET', `${base}/self/`, { token });
  assert.deepEqual(body.favorite_activities, [11, 16]);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Call, type ErrorBody, SERVICE_BASES, type WorkoutList } from '@waymark/api-contract';
import { formOf, gpx, settled } from '../../training/imports/testing/import-files.ts';
import { services } from '../../services.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, RUN } from '../../training/workouts/testing.ts';

let api: TestApi;
let member: TestMember;

before(async () => {
  api = await startTestApi();
  member = await api.signUp();
});
after(() => api.stop());

const calls = services.flatMap(({ base, routes }) => routes.map((route) => ({ base, ...route })));
/** Ids, pairs, names, addresses, tokens and payments. */
const SAMPLES = ['1', '1_2', 'any-name', 'a@example.com', 'x'.repeat(43), `pay_${'0'.repeat(24)}`];
/** An address that its schema takes, for each parameter by itself. */
function addressOf(base: string, { path, params }: Call): string {
  const takes = (name: string, sample: string) =>
    !params?.safeParse({ [name]: sample }).error?.issues.some((issue) => issue.path[0] === name);
  return (
    base +
    path.replaceAll(/:(\w+)/gu, (_, name: string) => SAMPLES.find((sample) => takes(name, sample)) ?? '1')
  );
}
const ask = (method: string, path: string, body?: unknown) =>
  api.call<ErrorBody>(method, path, {
    token: member.token,
    cookie: member.cookie,
    headers: { 'x-requested-with': 'waymark' },
    ...(body !== undefined && { body }),
  });

test('[DATA-02] a NUL in any text of any body is refused with a sentence that names the field', async () => {
  const withBody = calls.filter(({ call, rawBody }) => call.body && !rawBody);
  assert.ok(withBody.length > 15);
  for (const { base, call } of withBody) {
    const { status, body, text } = await ask(call.method, addressOf(base, call), {
      name: 'a\0b',
      list: [{ deep_text: 'a' }, { deep_text: '\0' }],
      ['odd\0key']: 1,
    });
    assert.equal(status, 400, `${call.method} ${base}${call.path}: ${text}`);
    assert.deepEqual(
      body.diagnostics?.['name'],
      ['Name holds a NUL character, which cannot be saved. Write it without.'],
      `${call.method} ${base}${call.path}: ${text}`,
    );
    assert.match(body.diagnostics?.['list.1.deep_text']?.[0] ?? '', /^Deep text holds a NUL/u);
    assert.match(body.diagnostics?.['body']?.[0] ?? '', /^Body holds a NUL/u);
  }
});

test('[DATA-02] so is one in a query or in an address', async () => {
  const asking = calls.filter(({ call }) => call.querystring);
  assert.ok(asking.length > 20);
  for (const { base, call } of asking) {
    const path = `${addressOf(base, call)}?some_text=a%00b`;
    const { status, text } = await ask(call.method, path, call.body && {});
    assert.equal(status, 400, `${call.method} ${path}: ${text}`);
  }
  for (const { base, call } of calls.filter(({ call: { path, params } }) => params && path.includes(':'))) {
    const path = base + call.path.replaceAll(/:\w+/gu, 'a%00b');
    const { status, text } = await ask(call.method, path, call.body && {});
    assert.ok(status >= 400 && status < 500, `${call.method} ${path}: ${status} ${text}`);
  }
});

test('[DATA-02] half a character, which a cut text ends with, is replaced', async () => {
  const event = { name: 'page_viewed', properties: { title: 'Up \ud83d' } };
  assert.equal((await ask('POST', '/auth/client-events', { event })).status, 202);
  const { body } = await as(api, member)<{ name: string }>('POST', '/workout/', {
    ...RUN,
    name: 'Up \ud83d',
  });
  assert.equal(body.name, 'Up \ufffd');
});

test('[WORK-02] a workout, a route and gear are not saved with a NUL', async () => {
  const call = as(api, member);
  const line = [
    { lat: 52.2, lng: 21, order: 1 },
    { lat: 52.3, lng: 21, order: 2 },
  ];
  for (const [path, body] of [
    ['/workout/', { ...RUN, name: 'a\0b' }],
    ['/workout/', { ...RUN, notes: 'a\0b' }],
    ['/workout/', { ...RUN, start_locale_timezone: 'Europe/Berlin\0' }],
    ['/usergear/', { name: 'a\0b', kind: 'shoes' }],
    ['/route/', { name: 'a\0b', activity_type_id: 16, points: line }],
  ] as const) {
    const { status, body: answer } = await call<ErrorBody>('POST', path, body);
    assert.deepEqual([status, answer.error], [400, 'validation_error'], path);
    assert.match(answer.error_description, /holds a NUL character/u);
  }
});

test('[WORK-03] files lose the NULs of their names and texts and are taken', async () => {
  const call = as(api, member);
  const form = formOf([['mor\0ning.gpx', gpx('2026-05-01T08:00:00Z', { name: 'Mor\0ning' })]]);
  form.append('te\0xt', 'a\0b');
  const { status, text } = await call('POST', '/device/file_import/', form);
  assert.equal(status, 202, text);
  const [file] = await settled(call);
  assert.equal(file!.state, 'ready');
  assert.equal(file!.file_name, 'morning.gpx');
  const [workout] = (await call<WorkoutList>('GET', '/workout/')).body._embedded.workouts;
  assert.equal(workout!.name, 'Morning');
  const photo = new FormData();
  photo.append('pho\0to', new Blob(['no picture']), 'a\0b.jpg');
  photo.append('photo', new Blob(['no picture']), 'a\0b.jpg');
  const answer = await call<ErrorBody>('POST', `/workout/${workout!.id}/photos/`, photo);
  assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
  const picture = await call('POST', `/user/${member.userId}/photo/`, photo);
  assert.ok(picture.status >= 400 && picture.status < 500, picture.text);
  const course = formOf([['cou\0rse.gpx', gpx('2026-05-01T08:00:00Z', { name: '\0' })]]);
  const read = await api.call<{ name: string }>('POST', `${SERVICE_BASES.main}/route/read_file/`, {
    token: member.token,
    body: course,
  });
  assert.ok(read.status < 500, read.text);
});

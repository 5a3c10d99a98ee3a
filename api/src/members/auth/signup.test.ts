import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody, SignupResponse } from '@waymark/api-contract';
import { sql } from 'kysely';
import { startTestApi } from '../../testing/api.ts';

const api = await startTestApi();
after(() => api.stop());

const form = {
  email: 'Ada@Example.com',
  password: 'amber-window-41',
  birthdate: '1988-02-29',
  gender: 'F',
  country: 'US',
  first_name: 'Ada',
  last_name: 'Hill',
  promotionalPreference: true,
};
const signup = (body: object) => api.call<ErrorBody & SignupResponse>('POST', '/auth/signup', { body });
const yearsAgo = (years: number, days = 0) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
    .toISOString()
    .slice(0, 10);
};

test('[AUTH-02] a sign-up makes a member, a session and a confirmation mail', async () => {
  const answer = await signup(form);
  assert.equal(answer.status, 201);
  assert.equal(answer.body.expires_in, 600);
  const cookie = answer.headers.getSetCookie()[0] ?? '';
  assert.match(cookie, /^waymark_refresh=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const self = await api.call('GET', '/services/main/v7.1/user/self/', { token: answer.body.access_token });
  assert.equal(self.body['email'], 'ada@example.com');
  assert.equal(self.body['email_confirmed'], false);
  assert.equal(self.body['display_measurement_system'], 'imperial');
  const login = await api.context.db.selectFrom('logins').selectAll().executeTakeFirstOrThrow();
  const { choice } = await api.context.db
    .selectFrom('consent_records')
    .select('choice')
    .where('user_id', '=', login.user_id)
    .where('consent_id', '=', 'marketing_email')
    .executeTakeFirstOrThrow();
  assert.equal(choice, 'accepted');
  assert.match(login.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('[AUTH-02] [AUTH-14] an address in use is refused as email/used, whatever its case', async () => {
  const answer = await signup({ ...form, email: 'ADA@example.COM' });
  assert.equal(answer.status, 409);
  assert.equal(answer.body.error, 'email/used');
  assert.match(answer.body.diagnostics?.['email']?.[0] ?? '', /already in use/);
});

test('[AUTH-11] missing and wrong fields are each named with their sentence', async () => {
  const { status, body } = await signup({ email: 'nobody', birthdate: '', country: 'PL', password: 'x' });
  assert.equal(status, 400);
  assert.equal(body.error, 'validation_error');
  assert.deepEqual(body.diagnostics, {
    email: ['Invalid email format'],
    password: ['Use 8 or more characters.'],
    birthdate: ['Invalid date.'],
    gender: ['Gender is required.'],
    first_name: ['First name is required.'],
    last_name: ['Last name is required.'],
  });
  const none = await signup({});
  assert.equal(none.body.diagnostics?.['birthdate']?.[0], 'Birthdate is required.');
});

test('[AUTH-14] a country that does not exist is no valid choice', async () => {
  const { status, body } = await signup({ ...form, email: 'x@example.com', country: 'ZZ' });
  assert.equal(status, 400);
  assert.match(body.diagnostics?.['country']?.[0] ?? '', /Select a valid choice/);
});

test('[AUTH-15] [AUTH-14] who is younger than the age of their country is ineligible to participate', async () => {
  const young = await signup({
    ...form,
    email: 'kid@example.com',
    country: 'PL',
    birthdate: yearsAgo(16, 3),
  });
  assert.equal(young.status, 403);
  assert.equal(young.body.error, 'birthdate/ineligible');
  // The age that is asked for would invite another birthdate.
  assert.deepEqual(young.body.diagnostics?.['birthdate'], ['You are ineligible to participate.']);
  const ages: [string, number][] = [
    ['DE', 16],
    ['FR', 15],
    ['GB', 13],
    ['US', 13],
  ];
  for (const [country, age] of ages) {
    const early = await signup({
      ...form,
      email: `early-${country}@example.com`,
      country,
      birthdate: yearsAgo(age, 3),
    });
    assert.deepEqual([early.status, early.body.error], [403, 'birthdate/ineligible'], country);
    const email = `${country}@example.com`;
    const onTheDay = await signup({ ...form, email, country, birthdate: yearsAgo(age) });
    assert.equal(onTheDay.status, 201, country);
  }
});

test('[AUTH-15] a refused birthdate is remembered for a day, for browser and address: an older one gets the same answer, and nothing is kept', async () => {
  const { db } = api.context;
  const [young, old] = [yearsAgo(9, -2), yearsAgo(31, -2)];
  const email = 'Young.One@Example.com';
  const send = (body: object, cookie?: string) =>
    api.call<ErrorBody & SignupResponse>('POST', '/auth/signup', { body, ...(cookie && { cookie }) });
  const first = await send({ ...form, email, birthdate: young });
  assert.deepEqual([first.status, first.body.error], [403, 'birthdate/ineligible']);
  const [cookie] = first.headers.getSetCookie();
  assert.match(cookie ?? '', /^wm_signup_refused=1; Max-Age=86400; Path=\/auth; HttpOnly; SameSite=Lax$/);
  const name = cookie!.split(';')[0]!;

  const sameAddress = await send({ ...form, email: 'young.one@example.com', birthdate: old });
  const sameBrowser = await send({ ...form, email: 'another.one@example.com', birthdate: old }, name);
  for (const again of [sameAddress, sameBrowser]) {
    assert.deepEqual([again.status, again.body.error], [403, 'birthdate/ineligible']);
    const { request_id: _, ...said } = again.body;
    const { request_id: __, ...before } = first.body;
    assert.deepEqual(said, before, 'the same words');
    assert.deepEqual(again.headers.getSetCookie(), [], 'the day begins once');
  }
  assert.equal((await send({ ...form, email: 'somebody.else@example.com', birthdate: old })).status, 201);

  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  for (const { name: table } of tables) {
    const { rows } = await sql`
      select from ${sql.table(table)} t
      where t::text ilike '%young.one%' or t::text like ${`%${young}%`} limit 1`.execute(db);
    assert.equal(rows.length, 0, `${table} keeps something of who was refused`);
  }
  await sql`update rate_limits set ends_at = now()`.execute(db);
  assert.equal((await send({ ...form, email, birthdate: old })).status, 201, 'a day later');
});

test('[AUTH-12] [ACCT-02] a birthdate comes in its three fields or as one text; the language of the form is the one that is kept', async () => {
  const birthdate = { year: '1988', month: '02', day: '29' };
  const answer = await signup({
    ...form,
    email: 'parts@example.com',
    birthdate,
    preferred_language: 'en-GB',
  });
  assert.equal(answer.status, 201);
  const self = await api.call('GET', '/services/main/v7.1/user/self/', { token: answer.body.access_token });
  assert.deepEqual([self.body['birthdate'], self.body['preferred_language']], ['1988-02-29', 'en-gb']);
  const wrong: object[] = [
    { ...birthdate, day: '30' },
    { ...birthdate, month: '' },
    { year: '1988', month: '02' },
  ];
  for (const parts of wrong) {
    const { status, body } = await signup({ ...form, email: 'y@example.com', birthdate: parts });
    assert.deepEqual([status, Object.keys(body.diagnostics ?? {})], [400, ['birthdate']]);
  }
  const other = await signup({ ...form, email: 'tongue@example.com', preferred_language: 'fr' });
  const { body } = await api.call('GET', '/services/main/v7.1/user/self/', {
    token: other.body.access_token,
  });
  assert.equal(body['preferred_language'], 'en-us');
});

test('[AUTH-12] dates that do not exist, lie ahead or are over 120 years back are invalid', async () => {
  for (const birthdate of ['1999-02-30', '1999-13-01', yearsAgo(-2), yearsAgo(122)]) {
    const { status, body } = await signup({ ...form, email: 'y@example.com', birthdate });
    assert.equal(status, 400, birthdate);
    assert.deepEqual(body.diagnostics, { birthdate: ['Invalid date.'] }, birthdate);
  }
});

test('passwords that are guessed first, and the own name, are refused', async () => {
  for (const password of ['Password1!', '12345678', 'qwertyuiop', 'ada.hill1988', 'iloveyou2', 'AdaHill12']) {
    const { status, body } = await signup({ ...form, email: 'ada.hill@example.com', password });
    assert.equal(status, 400, password);
    assert.ok(body.diagnostics?.['password'], password);
  }
});

test('[AUTH-03] an address tells whether there is an account', async () => {
  const ask = (email: string) => api.call('GET', `/auth/find-user-by-email/${encodeURIComponent(email)}`);
  assert.deepEqual((await ask('ADA@example.com')).body, { userExists: true });
  assert.deepEqual((await ask('nobody@example.com')).body, { userExists: false });
});

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody, RefreshResponse } from '@waymark/api-contract';
import { cookieOf, startTestApi } from '../../testing/api.ts';
import { mailedToken } from '../../testing/mail.ts';

const api = await startTestApi();
after(() => api.stop());

const times = <T>(n: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)));

test('50 parallel refreshes of one cookie all succeed with one successor', async () => {
  const member = await api.signUp();
  const answers = await times(50, () =>
    api.call<RefreshResponse>('GET', '/auth/refresh-token', {
      cookie: member.cookie,
      headers: { 'x-requested-with': 'x' },
    }),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(cookieOf)).size, 1);
  const { n } = await api.context.db
    .selectFrom('refresh_tokens')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  assert.equal(n, 2);
});

test('of ten parallel sign-ups with one address exactly one makes a member', async () => {
  const answers = await times(10, (index) =>
    api.call<ErrorBody>('POST', '/auth/signup', {
      body: {
        email: index % 2 ? 'twin@example.com' : 'TWIN@example.com',
        password: 'amber-window-41',
        birthdate: '1990-01-02',
        gender: 'M',
        country: 'DE',
        first_name: 'Tim',
        last_name: 'Twin',
      },
    }),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 201 || body.error === 'email/used'));
  const members = await api.context.db
    .selectFrom('users')
    .select('id')
    .where('last_name', '=', 'Twin')
    .execute();
  assert.equal(members.length, 1);
});

test('parallel sign-ups with one name get usernames of their own', async () => {
  const made = await times(8, (index) =>
    api.signUp({ email: `same${index}@example.com`, first_name: 'Jan', last_name: 'Nowak' }),
  );
  const ids = made.map(({ userId }) => userId);
  const rows = await api.context.db.selectFrom('users').select('username').where('id', 'in', ids).execute();
  assert.equal(new Set(rows.map(({ username }) => username)).size, 8);
});

test('a reset link used twice at once sets one password', async () => {
  const member = await api.signUp();
  await api.call('POST', '/auth/password-reset', { body: { email: member.email } });
  const token = await mailedToken(api.context, member.email, '/password_reset/');
  const answers = await times(6, (index) =>
    api.call<ErrorBody>('POST', `/auth/password/reset/${token}`, {
      body: { password: `otter-${index}-lagoon` },
    }),
  );
  const won = answers.findIndex(({ status }) => status === 200);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'token_used'));
  const login = await api.call('POST', '/auth/login', {
    body: { email: member.email, password: `otter-${won}-lagoon` },
  });
  assert.equal(login.status, 200);
});

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { EMAIL_KINDS, type EmailOptOuts, type ErrorBody, type User } from '@waymark/api-contract';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { mintUnsubscribeToken } from '../../kernel/mail/unsubscribe.ts';

const api = await startTestApi();
after(() => api.stop());
const ola = await api.signUp();

interface Preferences {
  email: string;
  opt_outs: EmailOptOuts;
}
const path = '/internal/emailOptOuts';
const read = async ({ token }: TestMember) => (await api.call<Preferences>('GET', path, { token })).body;
const change = (body: unknown, { token } = ola) =>
  api.call<Preferences & ErrorBody>('POST', path, { token, body });
const refused = ({ opt_outs }: Preferences) => EMAIL_KINDS.filter((kind) => opt_outs[kind]);

test('[ACCT-02] a member chooses which mails they get; what is not named stays', async () => {
  assert.deepEqual([await read(ola)].map(refused), [[]]);
  await change({ news: true, social: true });
  const { body } = await change({ social: false, reminders: true });
  assert.equal(body.email, ola.email);
  assert.deepEqual(refused(body), ['news', 'reminders']);
  const self = await api.call<User>('GET', '/services/main/v7.1/user/self/', { token: ola.token });
  assert.deepEqual(self.body.opt_outs, body.opt_outs);
  assert.equal((await change({ news: 'yes' })).status, 400);
  await Promise.all(EMAIL_KINDS.map((kind) => change({ [kind]: false })));
  assert.deepEqual(refused(await read(ola)), []);
});

test('[ACCT-02] every mail can be stopped with one click: its header names an address that takes the POST of RFC 8058', async () => {
  const { db } = api.context;
  const member = await api.signUp();
  const { headers, text, html } = await until('the confirmation mail', () =>
    db.selectFrom('mailbox').selectAll().where('recipient', '=', member.email).executeTakeFirst(),
  );
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
  const address = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  assert.ok(text.includes(address) && html.includes(address));
  const { pathname } = new URL(address);
  const page = await api.call('GET', pathname);
  assert.equal(page.status, 200);
  assert.match(page.text, /<form method="post">/);
  assert.deepEqual(refused(await read(member)), [], 'opening the link stops nothing');
  const done = await api.call('POST', pathname, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(done.status, 200);
  assert.deepEqual(refused(await read(member)), [...EMAIL_KINDS]);
});

test('[ACCT-02] a link stops its own kind for its own member; a changed one stops nothing', async () => {
  const [one, other] = [await api.signUp(), await api.signUp()];
  const token = mintUnsubscribeToken(api.context, one.userId, 'challenges');
  const post = (text: string) => api.call<ErrorBody>('POST', `/internal/unsubscribe/${text}`);
  const foreign = token.replace(one.userId.toString(36), other.userId.toString(36));
  for (const forged of [foreign, token.replace('challenges', 'news'), `${token}x`, 'nonsense', 'a.b.c'])
    assert.equal((await post(forged)).status, 404, forged);
  assert.equal((await post(token)).status, 200);
  assert.deepEqual(refused(await read(one)), ['challenges']);
  assert.deepEqual(refused(await read(other)), []);
});

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { softwarePasskey } from './software-passkey.test-helper.ts';
import { codeAt, decryptSecret, stepAt } from './totp.ts';

const api = await startTestApi();
after(() => api.stop());
const { db, jobs } = api.context;

// The process ends with each commit: what is queued after one never is.
const send = jobs.send.bind(jobs);
let endsAfterCommit = true;
jobs.send = (name, data, options) =>
  options?.trx || !endsAfterCommit ? send(name, data, options) : Promise.resolve();

const call = <T = Record<string, unknown>>(
  method: string,
  path: string,
  member?: TestMember,
  body?: object,
) =>
  api.call<T>(method, path.startsWith('/services') ? path : `/auth${path}`, {
    headers: { 'x-requested-with': 'waymark' },
    ...(member && { token: member.token }),
    ...(body && { body }),
  });

const currentCode = async ({ userId }: TestMember, offset = 0) => {
  const { secret } = await db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return codeAt(decryptSecret(api.context, secret), stepAt(new Date()) + offset);
};

const enableTotp = async (member: TestMember) => {
  await call('POST', '/security/totp', member);
  return call<{ recovery_codes: string[] }>('POST', '/security/totp/confirm', member, {
    code: await currentCode(member, -1),
  });
};

const addPasskey = async (member: TestMember) => {
  const passkey = softwarePasskey();
  const { body } = await call('POST', '/security/passkeys/options', member);
  return call<{ id: number }>('POST', '/security/passkeys', member, { credential: passkey.register(body) });
};

const requestMove = (member: TestMember) =>
  call('POST', '/security/email', member, { email: `new-${member.email}` });
const move = async (member: TestMember) => {
  await requestMove(member);
  const link = await mailedToken(api.context, `new-${member.email}`, '/account/confirm_email_change/');
  return call('POST', `/security/email/confirm/${link}`);
};

/** What is done to an account, and what its member is told of it, at which address. */
const CHANGES: Record<
  string,
  { change: (member: TestMember) => Promise<{ status: number; text: string }>; subject: string }
> = {
  'a new password': {
    change: (member) => call('POST', '/security/password', member, { password: 'quiet-harbour-77' }),
    subject: 'Your Waymark password was changed',
  },
  'a new password by mail': {
    async change(member) {
      endsAfterCommit = false;
      await call('POST', '/password-reset', undefined, { email: member.email });
      endsAfterCommit = true;
      const link = await mailedToken(api.context, member.email, '/password_reset/');
      return call('POST', `/password/reset/${link}`, undefined, { password: 'quiet-harbour-77' });
    },
    subject: 'A new password was set for your Waymark account',
  },
  'an address that is asked for': {
    change: requestMove,
    subject: 'Your Waymark e-mail address is about to change',
  },
  'another address': { change: move, subject: 'Your Waymark e-mail address was changed' },
  'the way back to an address': {
    async change(member) {
      await move(member);
      const link = await mailedToken(api.context, member.email, '/account/undo_email_change/');
      return call('POST', `/security/email/undo/${link}`);
    },
    subject: 'Set a new Waymark password',
  },
  'a passkey': { change: addPasskey, subject: 'A passkey was added to your Waymark account' },
  'a passkey less': {
    async change(member) {
      const { body } = await addPasskey(member);
      return call('DELETE', `/security/passkeys/${body.id}`, member);
    },
    subject: 'A passkey was removed from your Waymark account',
  },
  'an authenticator app': { change: enableTotp, subject: 'Sign-in codes are on for your Waymark account' },
  'an authenticator app less': {
    async change(member) {
      await enableTotp(member);
      return call('DELETE', '/security/totp', member);
    },
    subject: 'Sign-in codes are off for your Waymark account',
  },
  'a recovery code': {
    async change(member) {
      const { recovery_codes: codes } = (await enableTotp(member)).body;
      const { email, password } = member;
      const { body } = await call<{ second_factor: { challenge: string } }>('POST', '/login', undefined, {
        email,
        password,
      });
      return call('POST', '/login/second-factor', undefined, {
        challenge: body.second_factor.challenge,
        recovery_code: codes[0]!,
      });
    },
    subject: 'A recovery code was used to sign in to Waymark',
  },
  'a personal token': {
    change: ({ token }) =>
      api.call('POST', '/internal/oauth2/tokens', {
        token,
        body: { name: 'Script', scopes: ['workout:read'], days: 30 },
      }),
    subject: 'An access token was created for your Waymark account',
  },
  'a deletion': {
    change: (member) =>
      call('POST', '/deletion-request', member, { confirm: 'delete', proof: { password: member.password } }),
    subject: 'Your Waymark account will be deleted',
  },
};

const hasMail = async ({ email }: TestMember, subject: string) =>
  (await db
    .selectFrom('mailbox')
    .select('id')
    .where('recipient', '=', email)
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined;

for (const [what, { change, subject }] of Object.entries(CHANGES))
  test(`[AUTH-05] ${what}: the mail about it is sent although the process ends right after the change`, async () => {
    const member = await api.signUp();
    const { status, text } = await change(member);
    assert.ok(status < 300, text);
    await until(`the mail "${subject}"`, () => hasMail(member, subject));
  });

test('[AUTH-05] a change that fails leaves no mail', async () => {
  const member = await api.signUp();
  await sql`
    create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'the commit fails'; end $$`.execute(db);
  await sql`
    create constraint trigger refuse_events after insert on security_events deferrable initially deferred
    for each row execute function refuse_event()`.execute(db);
  const countWork = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from waymark_jobs.job
      where data ->> 'userId' = ${String(member.userId)} and name <> 'confirmation-mail'`.execute(db);
    return rows[0]!.n;
  };
  for (const path of ['/security/password', '/security/email', '/deletion-request']) {
    const body = {
      '/security/password': { password: 'quiet-harbour-77' },
      '/security/email': { email: `new-${member.email}` },
      '/deletion-request': { confirm: 'delete', proof: { password: member.password } },
    }[path]!;
    assert.equal((await call('POST', path, member, body)).status, 500, path);
  }
  assert.equal(await countWork(), 0);
  await sql`drop trigger refuse_events on security_events`.execute(db);
});

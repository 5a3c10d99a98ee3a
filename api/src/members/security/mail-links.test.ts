import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody, LoginResponse } from '@waymark/api-contract';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { MAIL_TOKENS, type MailTokenKind } from '../credentials/mail-tokens.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const NEW_PASSWORD = 'quiet-harbour-77';

const post = (path: string, body: object = {}, token?: string) =>
  api.call<LoginResponse & ErrorBody>('POST', `/auth${path}`, { body, ...(token && { token }) });
const login = (email: string, password: string) => post('/login', { email, password });
const signIn = async (email: string, password: string): Promise<string> =>
  (await login(email, password)).body.authToken ?? assert.fail('no sign-in');
const LINKS: Readonly<Record<MailTokenKind, string>> = {
  password_reset: '/password_reset/',
  confirm_email: '/verify_email/',
  change_email: '/account/confirm_email_change/',
  undo_email_change: '/account/undo_email_change/',
  keep_account: '/account/keep/',
};
const linkIn = (email: string, kind: MailTokenKind, not?: string) =>
  mailedToken(api.context, email, LINKS[kind], not);
const open: Readonly<Record<MailTokenKind, (link: string) => ReturnType<typeof post>>> = {
  password_reset: (link) => post(`/password/reset/${link}`, { password: NEW_PASSWORD }),
  confirm_email: (link) => post(`/email/confirm/${link}`),
  change_email: (link) => post(`/security/email/confirm/${link}`),
  undo_email_change: (link) => post(`/security/email/undo/${link}`),
  keep_account: (link) => post(`/deletion-request/cancel/${link}`),
};

async function move(token: string, to: string, not?: string): Promise<void> {
  const answer = await post('/security/email', { email: to }, token);
  assert.equal(answer.status, 202, answer.text);
  assert.equal((await open.change_email(await linkIn(to, 'change_email', not))).status, 200);
}

async function resetPassword(email: string): Promise<void> {
  await post('/password-reset', { email });
  assert.equal((await open.password_reset(await linkIn(email, 'password_reset'))).status, 200);
}

/** The mail to an address that an account left. */
const noticeOfMove = (email: string) =>
  until(`a mail about the move to ${email}`, async () => {
    const mail = await db
      .selectFrom('mailbox')
      .select('text')
      .where('recipient', '=', email)
      .where('subject', 'like', '%address was changed%')
      .executeTakeFirst();
    return mail?.text;
  });

const NEW_PASSWORDS = {
  'a link of a mail': async ({ email }: TestMember) => resetPassword(email),
  'who is signed in': async ({ token }: TestMember) =>
    assert.equal((await post('/security/password', { password: NEW_PASSWORD }, token)).status, 200),
};

for (const [how, setPassword] of Object.entries(NEW_PASSWORDS)) {
  test(`[AUTH-05] an address that an intruder gave the account gets no way back once its owner left it, and a password is set by ${how}`, async () => {
    const owner = await api.signUp();
    const [evil, worse] = [`evil-${owner.email}`, `worse-${owner.email}`];
    const thief = await signIn(owner.email, owner.password);
    await move(thief, evil);
    await noticeOfMove(owner.email);
    await move(thief, worse);
    const wayBack = await linkIn(evil, 'undo_email_change');
    await move(owner.token, owner.email);
    assert.ok(!(await noticeOfMove(worse)).includes(LINKS.undo_email_change), 'no link in the mail');
    await setPassword(owner);
    const answer = await open.undo_email_change(wayBack);
    assert.deepEqual([answer.status, answer.body.error], [410, 'token_used'], answer.text);
    assert.equal((await login(owner.email, NEW_PASSWORD)).status, 200);
  });

  test(`[AUTH-05] an intruder who gave the account their address and sets the password by ${how} does not take the owner's way back`, async () => {
    const owner = await api.signUp();
    const thief = await signIn(owner.email, owner.password);
    const evil = `evil-${owner.email}`;
    await move(thief, evil);
    const wayBack = await linkIn(owner.email, 'undo_email_change');
    await setPassword({ ...owner, email: evil, token: thief });
    // Back and forth between their own addresses.
    const theirs = await signIn(evil, NEW_PASSWORD);
    await move(theirs, `worse-${evil}`);
    await linkIn(evil, 'undo_email_change');
    await move(theirs, evil, await linkIn(evil, 'change_email'));
    assert.equal((await open.undo_email_change(wayBack)).status, 200);
    assert.equal((await login(evil, NEW_PASSWORD)).status, 401);
    await open.password_reset(await linkIn(owner.email, 'password_reset'));
    assert.equal((await login(owner.email, NEW_PASSWORD)).status, 200);
  });
}

test('[AUTH-05] an address that was the account’s for longer than a week has a way back, also to it', async () => {
  const owner = await api.signUp();
  const later = `later-${owner.email}`;
  await move(owner.token, later);
  await linkIn(owner.email, 'undo_email_change');
  const weekAgo = new Date(Date.now() - 8 * 86_400_000);
  await db
    .updateTable('mail_tokens')
    .set({ created_at: weekAgo, expires_at: new Date(Date.now() - 86_400_000) })
    .where('user_id', '=', owner.userId)
    .where('kind', '=', 'undo_email_change')
    .execute();
  await move(owner.token, owner.email);
  assert.equal((await open.undo_email_change(await linkIn(later, 'undo_email_change'))).status, 200);
});

/** A member to whom a link of each kind was sent, to the address that the account has, or is about to have. */
async function withLinks() {
  const before = await api.signUp();
  const email = `now-${before.email}`;
  await move(before.token, email);
  const member = { ...before, email };
  const undo = await linkIn(before.email, 'undo_email_change');
  await post('/password-reset', { email });
  await post('/deletion-request', { confirm: 'delete', proof: { password: member.password } }, member.token);
  await post('/security/email', { email: `next-${email}` }, member.token);
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: null })
    .where('user_id', '=', member.userId)
    .execute();
  await post('/email/resend', {}, member.token);
  const links: Record<MailTokenKind, string> = {
    undo_email_change: undo,
    password_reset: await linkIn(email, 'password_reset'),
    keep_account: await linkIn(email, 'keep_account'),
    change_email: await linkIn(`next-${email}`, 'change_email'),
    confirm_email: await linkIn(email, 'confirm_email'),
  };
  return { member, links };
}

/** What opening the links of a member answers, the one that moves the account last. */
async function openAll(links: Record<MailTokenKind, string>): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const kind of [
    'confirm_email',
    'keep_account',
    'password_reset',
    'change_email',
    'undo_email_change',
  ] as const) {
    const { status, body } = await open[kind](links[kind]);
    answers[kind] = status === 200 ? 'opens' : body.error;
  }
  return answers;
}

const entriesOf = (state: (kind: MailTokenKind) => string) =>
  Object.fromEntries((Object.keys(MAIL_TOKENS) as MailTokenKind[]).map((kind) => [kind, state(kind)]));

for (const [how, setPassword] of Object.entries(NEW_PASSWORDS))
  test(`[AUTH-05] of the links of all kinds of mails, those that the table names end with a password set by ${how}`, async () => {
    const { member, links } = await withLinks();
    await setPassword(member);
    assert.deepEqual(
      await openAll(links),
      entriesOf((kind) => (MAIL_TOKENS[kind].endsWithPassword ? 'token_used' : 'opens')),
    );
  });

test('[AUTH-05] of the links of all kinds of mails, those that the table names work only for the address of the account', async () => {
  const { links } = await withLinks();
  assert.equal((await open.change_email(links.change_email)).status, 200);
  assert.deepEqual(
    await openAll(links),
    entriesOf((kind) =>
      kind === 'change_email' ? 'token_used' : MAIL_TOKENS[kind].needsAddress ? 'token_expired' : 'opens',
    ),
  );
});

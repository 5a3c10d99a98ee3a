import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { withUnfinishedWork } from '../../kernel/jobs/unfinished-work.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { saveRepeatedly } from '../../testing/repeated-saves.ts';

const SECRET = 'a-secret-of-the-help-desk-0123456789';
const TICKET = { topic: 'account', subject: 'No way in', message: 'I cannot sign in any more.' };
interface Received {
  authorization: string | undefined;
  body: {
    ticket: { subject: string; comment: { body: string }; requester: { email: string }; tags: string[] };
  };
}

const received: Received[] = [];
let failures = 1;
/** A ticket service that is down at first. */
const desk = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    if (failures-- > 0) response.writeHead(503).end();
    else {
      received.push({
        authorization: request.headers.authorization,
        body: JSON.parse(text) as Received['body'],
      });
      response.writeHead(201).end('{}');
    }
  });
});
let plain: TestApi;
let configured: TestApi;
before(async () => {
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  const { port } = desk.address() as AddressInfo;
  plain = await startTestApi();
  configured = await startTestApi({
    env: {
      SUPPORT_TICKET_URL: `http://127.0.0.1:${port}/api/v2/tickets.json`,
      SUPPORT_TICKET_TOKEN: 'Basic abc',
      SUPPORT_LOGIN_URL: 'https://desk.example/access/jwt?return_to=%2F',
      SUPPORT_LOGIN_SECRET: SECRET,
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: 'secret',
    },
  });
});
after(async () => {
  await plain.stop();
  await configured.stop();
  desk.close();
});

const send = (api: TestApi, body: object, token?: string) =>
  api.call<{ reference: string } & ErrorBody>('POST', '/internal/zendesk/post', {
    body,
    ...(token && { token }),
  });

test('[PRIV-06] without a service a ticket goes to the support address by mail, also from somebody who cannot sign in', async () => {
  const { status, body } = await send(plain, { ...TICKET, email: 'lost@example.com' });
  assert.equal(status, 201);
  const mail = await until('the mail', () =>
    plain.context.db
      .selectFrom('mailbox')
      .selectAll()
      .where('recipient', '=', plain.context.env.SUPPORT_EMAIL)
      .executeTakeFirst(),
  );
  assert.ok(mail.subject.includes(body.reference) && mail.text.includes(TICKET.message));
  assert.equal(mail.headers['Reply-To'], 'lost@example.com');
});

test('[PRIV-06] with a service the ticket is posted there, again after a failure, once', async () => {
  const member = await configured.signUp();
  const { body } = await send(configured, TICKET, member.token);
  await until('the ticket', () => Promise.resolve(received.length > 0));
  const [{ authorization, body: posted }] = received as [Received];
  assert.equal(authorization, 'Basic abc');
  assert.equal(posted.ticket.subject, TICKET.subject);
  assert.equal(posted.ticket.requester.email, member.email);
  assert.ok(posted.ticket.comment.body.includes(body.reference));
  assert.deepEqual(posted.ticket.tags, ['waymark', 'account']);
});

test('[PRIV-06] a ticket that could not be handed over is kept for an operator, who has it sent again', async () => {
  const { db } = configured.context;
  failures = Number.POSITIVE_INFINITY;
  const member = await configured.signUp();
  const { body } = await send(configured, { ...TICKET, subject: 'Kept' }, member.token);
  const url = configured.context.env.DATABASE_URL!;
  const kept = await until('the ticket is kept', async () => {
    // The last of its attempts is the next one.
    await sql`
      update waymark_jobs.job set retry_limit = least(retry_limit, greatest(1, retry_count)), start_after = now()
      where singleton_key = ${body.reference} and state = 'retry'`.execute(db);
    return withUnfinishedWork(url, async ({ list }) => (await list()).at(0));
  });
  assert.equal(kept.queue, 'support-ticket');
  assert.match(kept.reason, /answered 503/);
  const { subject, reference, userId } = kept.data as Record<string, unknown>;
  assert.deepEqual([subject, reference, userId], ['Kept', body.reference, member.userId]);
  failures = 0;
  assert.deepEqual(
    await withUnfinishedWork(url, async ({ retry, list }) => [
      await retry(randomUUID()),
      await retry(kept.id),
      await list(),
    ]),
    [false, true, []],
  );
  await until('the ticket arrives', () =>
    Promise.resolve(received.some(({ body: { ticket } }) => ticket.subject === 'Kept')),
  );
});

test('[PRIV-06] where a captcha is configured visitors pass it, members need not', async () => {
  const refused = await send(configured, { ...TICKET, email: 'lost@example.com' });
  assert.deepEqual([refused.status, refused.body.error], [400, 'captcha_failed']);
  assert.equal((await send(configured, TICKET, (await configured.signUp()).token)).status, 201);
});

test('[PRIV-06] a ticket without an address to answer to, or with too little in it, is refused', async () => {
  assert.deepEqual((await send(plain, TICKET)).body.diagnostics, { email: ['Email is required.'] });
  const poor = await send(plain, { ...TICKET, email: 'nobody', message: 'help', subject: '' });
  assert.deepEqual(
    Object.keys(poor.body.diagnostics ?? {}).toSorted((a, b) => a.localeCompare(b)),
    ['email', 'message', 'subject'],
  );
  const header = await send(plain, { ...TICKET, email: 'a@example.com\r\nBcc: all@example.com' });
  assert.equal(header.status, 400);
});

/** Tickets that were queued under a subject, by reference. */
async function queued(api: TestApi, subject: string): Promise<unknown[]> {
  const { rows } = await sql<{ reference: string }>`
    select data ->> 'reference' as reference from waymark_jobs.job
    where name = 'support-ticket' and data ->> 'subject' = ${subject}`.execute(api.context.db);
  return rows.map(({ reference }) => reference);
}

test('[SESS-06] [PRIV-06] a message of a member that is sent again is one ticket under one reference', async () => {
  const body = { ...TICKET, subject: 'Sent again' };
  const { answers, theirs, repeat } = await saveRepeatedly<{ reference: string }>(plain, {
    path: '/internal/zendesk/post',
    body,
    changed: { ...body, subject: 'Something else' },
    refused: { ...body, message: 'help' },
    members: [await plain.signUp(), await plain.signUp()],
  });
  const references = new Set(answers.map(({ reference }) => reference));
  assert.equal(references.size, 1);
  assert.ok(!references.has(theirs.reference));
  assert.deepEqual((await repeat()).body, answers[0]);
  assert.deepEqual(new Set(await queued(plain, 'Sent again')), new Set([...references, theirs.reference]));
  assert.equal((await queued(plain, 'Sent again')).length, 2);
  assert.deepEqual(await queued(plain, 'Something else'), []);
});

test('[SESS-06] [PRIV-06] a ticket that could not be queued has not used its key', async (t) => {
  const member = await plain.signUp();
  const write = () =>
    plain.call<{ reference: string }>('POST', '/internal/zendesk/post', {
      token: member.token,
      body: { ...TICKET, subject: 'Queue down' },
      headers: { 'idempotency-key': 'down' },
    });
  const broken = t.mock.method(plain.context.jobs, 'send', () => Promise.reject(new Error('no queue')));
  assert.equal((await write()).status, 500);
  broken.mock.restore();
  const { status, body } = await write();
  assert.equal(status, 201);
  assert.deepEqual(await queued(plain, 'Queue down'), [body.reference]);
});

test('[SESS-06] [PRIV-06] visitors share no keys: nothing proves whose message it is', async () => {
  const write = (email: string) =>
    plain.call<{ reference: string }>('POST', '/internal/zendesk/post', {
      body: { ...TICKET, email },
      headers: { 'idempotency-key': '1' },
    });
  const [one, other] = [await write('one@example.com'), await write('other@example.com')];
  assert.deepEqual([one.status, other.status], [201, 201]);
  assert.notEqual(one.body.reference, other.body.reference);
});

test('[HOST-07] the support login hands the member over to the help desk with a short-lived signed token', async () => {
  const member = await configured.signUp();
  const open = (cookie?: string) =>
    configured.call('GET', '/internal/support/login', { ...(cookie && { cookie }) });
  const unconfirmed = await open(member.cookie);
  assert.equal(
    unconfirmed.headers.get('location'),
    configured.context.env.SUPPORT_LINK,
    'the address may be of somebody else',
  );
  await configured.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', member.userId)
    .execute();
  const answer = await open(member.cookie);
  assert.equal(answer.status, 303);
  const to = new URL(answer.headers.get('location') ?? '');
  assert.deepEqual([to.origin, to.searchParams.get('return_to')], ['https://desk.example', '/']);
  const { payload } = await jwtVerify(to.searchParams.get('jwt') ?? '', new TextEncoder().encode(SECRET));
  assert.deepEqual([payload['email'], payload['external_id']], [member.email, String(member.userId)]);
  assert.ok(payload.exp! - payload.iat! <= 180 && payload.jti);
  const visitor = await open();
  assert.equal(visitor.headers.get('location'), '/auth/login?next=%2Finternal%2Fsupport%2Flogin');
  const unconfigured = await plain.call('GET', '/internal/support/login');
  assert.equal(unconfigured.headers.get('location'), plain.context.env.SUPPORT_LINK);
});

test('a help desk without a usable secret ends the start with a sentence', async () => {
  const env = { SUPPORT_LOGIN_URL: 'https://desk.example/', SUPPORT_LOGIN_SECRET: 'short' };
  await assert.rejects(startTestApi({ env }), /SUPPORT_LOGIN_SECRET/);
});

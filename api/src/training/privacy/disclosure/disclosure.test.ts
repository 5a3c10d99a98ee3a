import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DataExport } from '@waymark/api-contract';
import { addressOf, type CaseRequest, type Rule } from '../../../testing/hostile/operation-case.ts';
import { OPERATION_CASES } from '../../../testing/hostile/operation-cases.ts';
import { sendDigest } from '../../../community/notifications/digest.ts';
import { until } from '../../../testing/mail.ts';
import { as } from '../../workouts/testing.ts';
import { createDisclosureWorld, type DisclosureWorld, type Viewer } from './disclosure-world.test-helper.ts';
import { Findings } from './findings.test-helper.ts';
import { KINDS, type ViewerName } from './marked-values.test-helper.ts';
import { type Disclosure, readAnswer } from './read-answer.test-helper.ts';
import { OPERATIONS, type Operation, requestsOf } from './read-requests.test-helper.ts';
import type { Subject } from './subject.test-helper.ts';

let world: DisclosureWorld;
before(async () => {
  world = await createDisclosureWorld();
});
after(() => world.stop());

let calls = 0;

async function readFirstEvent(answer: Response): Promise<Buffer> {
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? new Uint8Array());
}

/** What an operation answered already needs no second look: pages, lists of nothing. */
const readAnswers = new Map<string, Disclosure>();

async function ask(viewer: Viewer, { call }: Operation, address: string, request: CaseRequest) {
  const { member } = viewer;
  const cookie = member && (request.spendsCookie ? await world.newCookie(member) : member.cookie);
  const body = request.newBody ? request.newBody() : request.body;
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(world.api.url + address, {
    method: call.method,
    redirect: 'manual',
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...request.headers,
      ...viewer.headers,
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
  calls++;
  const type = answer.headers.get('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  const bytes = isStream ? await readFirstEvent(answer) : Buffer.from(await answer.arrayBuffer());
  const content = type + bytes.toString('latin1');
  const disclosure = readAnswers.get(content) ?? (await readAnswer(type, bytes));
  readAnswers.set(content, disclosure);
  return { status: answer.status, disclosure };
}

/** To what is another subject's, a subject and their tokens are strangers, whom the walk has already. */
function marksFor({ name }: Viewer, subject: Subject) {
  const isOwn = name === 'owner' || name.includes(':');
  return isOwn
    ? world.marks.filter((mark) => mark.subject === null || mark.subject === subject.name)
    : world.marks;
}

/** Decided before any parameter is looked at. */
const REFUSED_AS_SUCH: ReadonlySet<number> = new Set([401, 403]);
/** The mails of everybody, on a page for whoever develops: they are read by their recipients below. */
const isMailbox = ({ key }: Operation): boolean => key.includes('/mailbox');

test('[DATA-03] [PRIV-02] no GET of any service discloses a marked value to anybody who must not see it', async (t) => {
  const findings = new Findings();
  const operations = OPERATIONS.filter(
    (operation) => operation.call.method === 'GET' && !isMailbox(operation),
  );
  for (const operation of operations) {
    readAnswers.clear();
    const asked = new Set<string>();
    for (const subject of world.subjects) {
      const [declared, ...variations] = await requestsOf(operation, subject);
      for (const viewer of world.viewersOf(subject)) {
        const marks = marksFor(viewer, subject);
        for (const { address, request } of [declared!, ...(viewer.asksOnce ? [] : variations)]) {
          const once = `${address} ${JSON.stringify(viewer.headers)}`;
          if (asked.has(once)) continue;
          asked.add(once);
          const { status, disclosure } = await ask(viewer, operation, address, request);
          findings.look(disclosure, marks, { viewer: viewer.name, source: operation.key, address });
          if (REFUSED_AS_SUCH.has(status)) break;
        }
      }
    }
  }
  const viewers = new Set(
    world.subjects.flatMap((subject) => world.viewersOf(subject)).map(({ name }) => name),
  );
  t.diagnostic(
    `${operations.length} operations, ${viewers.size} viewers, ${Object.keys(KINDS).length} kinds, ${calls} calls`,
  );
  assert.deepEqual([...findings.leaks, ...findings.unmet], []);
});

/** A change is answered with what was changed: who may write in an area sees so much of it. */
const readerOf = (viewer: ViewerName): ViewerName => viewer.replace(':write', ':read') as ViewerName;
/** Changes of the caller's own things, and those for everybody, are the same for several viewers: one of them asks. */
const isAskedAlike = (rule: Rule, { name }: Viewer): boolean =>
  rule === 'public'
    ? name !== 'owner' && name !== 'visitor' && name !== 'who is blocked'
    : (rule === 'self' || rule === 'session') && name !== 'owner' && name !== 'friend' && !name.includes(':');
/** Their answers show the workout. */
const CHANGES_OF_RECORDINGS = /\/(?:workout|cutWorkout|splitWorkout|activity_story)\/:id/u;

test('[DATA-03] [PRIV-02] no answer to a change discloses a marked value to anybody who must not see it', async (t) => {
  const findings = new Findings();
  const refusing = world.subjects.find(({ name }) => name === 'Refusing')!;
  const lookAt = async (viewer: Viewer, subject: Subject, operation: Operation, request: CaseRequest) => {
    const address = addressOf(operation.path, request);
    const { disclosure } = await ask(viewer, operation, address, request);
    findings.look(disclosure, marksFor(viewer, subject), {
      viewer: readerOf(viewer.name),
      source: operation.key,
      address,
    });
  };
  calls = 0;
  const operations = OPERATIONS.filter(({ call }) => call.method !== 'GET');
  for (const operation of operations) {
    readAnswers.clear();
    const { key, path } = operation;
    const [subject] = world.subjects;
    const { rule, request: requestOf } = OPERATION_CASES[key]!;
    const request = await requestOf(subject!);
    // Others try first: the owner's change may end the thing.
    for (const viewer of world.viewersOf(subject!).toReversed())
      if (!isAskedAlike(rule, viewer)) await lookAt(viewer, subject!, operation, request);
    const [owner] = world.viewersOf(refusing);
    if (CHANGES_OF_RECORDINGS.test(path))
      await lookAt(owner!, refusing, operation, { ...request, params: { id: refusing.recorded.id } });
  }
  t.diagnostic(`${operations.length} operations, ${calls} calls`);
  assert.deepEqual(findings.leaks, []);
});

test('[DATA-03] [ACCT-05] no archive, no mail and no push discloses a marked value to its reader', async (t) => {
  const { api } = world;
  const { db } = api.context;
  const findings = new Findings();
  const [subject] = world.subjects;
  const members = world.viewersOf(subject!).filter(({ name, member }) => member !== null && name !== 'owner');
  for (const { name, member } of members) {
    const call = as(api, member);
    await api.call('POST', '/auth/security/confirm-identity', {
      token: member!.token,
      body: { password: member!.password },
    });
    const asked = await call('POST', '/data_export/');
    assert.ok(asked.status === 202 || asked.status === 409, asked.text);
    const ready = await until('the archive', async () => {
      const { body } = await call<{ exports: DataExport[] }>('GET', '/data_export/');
      return body.exports.find(({ status }) => status === 'ready');
    });
    const archive = await fetch(api.url + ready.href!);
    const bytes = Buffer.from(await archive.arrayBuffer());
    const disclosure = await readAnswer(archive.headers.get('content-type')!, bytes);
    findings.look(disclosure, world.marks, { viewer: name, source: 'archive', address: ready.href! });
    await as(api, member)('PUT', '/notification_settings/', { email_digest: 'daily' });
    await sendDigest(api.context, member!.userId);
  }
  const mails = await db.selectFrom('mailbox').selectAll().execute();
  let count = 0;
  for (const { recipient, subject: title, text, html } of mails) {
    const viewer = world.viewerByEmail.get(recipient);
    if (!viewer) continue;
    count++;
    for (const part of [title, text, html ?? '']) {
      const disclosure = await readAnswer('text/plain', Buffer.from(part));
      findings.look(disclosure, world.marks, { viewer, source: `mail “${title}”`, address: recipient });
    }
  }
  const pushes = await world.readPushes();
  for (const { viewer, text } of pushes) {
    const disclosure = await readAnswer('text/plain', Buffer.from(text));
    findings.look(disclosure, world.marks, { viewer, source: 'push', address: text });
  }
  t.diagnostic(`${members.length} archives, ${count} mails, ${pushes.length} pushes`);
  assert.ok(count >= members.length, `${count} mails`);
  assert.ok(pushes.length > 0);
  assert.deepEqual(findings.leaks, []);
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { type DataExport, type ErrorBody, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { fromBuffer } from 'yauzl';
import { named, pairOf, toUser } from '../../members/friends/testing.ts';
import { createOwner } from '../../testing/hostile/world.ts';
import { ERASURE_RULES, findMemberTables } from '../account-deletion/erasure-rules.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { sameId } from '../../testing/repeated-saves.ts';
import { as } from '../../training/workouts/testing.ts';
import { TABLE_MEANINGS } from './describe-tables.ts';
import { memberRows, OMITTED_TABLES } from './member-rows.ts';
import { rangeOf } from './service.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;

const call = <T = DataExport>(method: string, where: string, { token }: TestMember) =>
  api.call<T & Pick<ErrorBody, 'error'>>(method, `/services/main/v7.1/data_export/${where}`, { token });
const list = async (member: TestMember) =>
  (await call<{ exports: DataExport[] }>('GET', '', member)).body.exports;
const whenReady = (member: TestMember) =>
  until('the archive', async () => (await list(member)).find(({ status }) => status === 'ready'), 60_000);

async function succeed(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status < 300, `${status} ${text}`);
}

async function download(
  href: string,
  range?: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(api.url + href, { headers: range ? { range } : {} });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Files of an archive by name, as text. */
function unzip(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, string>();
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (problem, stream) => {
          if (problem) return reject(problem);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts).toString());
            zip.readEntry();
          });
        });
      });
      zip.once('end', () => resolve(files));
      zip.once('error', reject);
      zip.readEntry();
    });
  });
}

test('[ACCT-05] one archive holds every table, each workout as uploaded and as FIT, TCX and GPX, each route as GPX, and photos; no secret of it', async () => {
  const { member, recorded, marker, routeId, call: asOwner } = await createOwner(api, 0);
  const askGroups = (where: string, body?: unknown) =>
    api.call<{ id: number }>('POST', `${SERVICE_BASES.challenges}/v2/groups${where}`, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
  const { body: group } = await askGroups('', { name: `Club of ${marker}` });
  await succeed(askGroups(`/${group.id}/link`));
  await succeed(
    asOwner('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: recorded.id,
      object: { type: 'comment', text: `Said by ${marker}` },
    }),
  );
  const asked = await call('POST', '', member);
  assert.equal(asked.status, 202);
  const ready = await whenReady(member);
  assert.deepEqual([ready.progress.done, ready.progress.total], [2, 2]);
  const archive = await download(ready.href ?? '');
  assert.equal(archive.bytes.length, ready.bytes);
  const files = await unzip(archive.bytes);
  const names = [...files.keys()];
  const ofWorkout = names.filter((name) => name.startsWith(`workouts/${recorded.id}/`));
  for (const kind of ['original', '.fit', '.tcx', '.gpx'])
    assert.ok(
      ofWorkout.some((name) => name.includes(kind)),
      kind,
    );
  assert.ok(names.some((name) => /^photos\/\d+-large\.webp$/.test(name)));
  assert.match(
    [...files].find(([name]) => name.endsWith('.gpx') && name.startsWith('workouts/'))?.[1] ?? '',
    /<trkpt/,
  );
  const course = names.filter((name) => name.startsWith('routes/'));
  assert.deepEqual(course, [`routes/${routeId}/${marker}.gpx`]);
  assert.equal(files.get(course[0]!)?.match(/<trkpt/g)?.length, 5);
  assert.ok(files.get('data/groups.ndjson')?.includes(`Club of ${marker}`));
  assert.ok(!files.get('data/groups.ndjson')?.includes('link_key'));
  assert.ok(files.get('data/story_comments.ndjson')?.includes(`Said by ${marker}`));
  const rows = (files.get('data/workouts.ndjson') ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  assert.ok(rows.some(({ id }) => id === recorded.id));
  assert.ok(files.get('data/users.ndjson')?.includes(marker));
  const manifest = JSON.parse(files.get('manifest.json') ?? '{}') as { tables: string[] };
  const ofMembers = Object.entries(ERASURE_RULES).flatMap(([table, rule]) => (rule ? [table] : []));
  assert.deepEqual(
    [...(await findMemberTables(db)), ...ofMembers]
      .filter((table) => !manifest.tables.includes(table))
      .toSorted((a, b) => a.localeCompare(b)),
    Object.keys(OMITTED_TABLES).toSorted((a, b) => a.localeCompare(b)),
    'every table is in the archive, or left out with a reason',
  );
  const described = files.get('DATA.md') ?? '';
  assert.deepEqual(
    manifest.tables.filter((table) => !TABLE_MEANINGS[table] || !described.includes(`## ${table}\n`)),
    [],
    'say in describe-tables.ts what the table holds',
  );
  for (const { id: _, ...columns } of rows)
    for (const column of Object.keys(columns)) assert.ok(described.includes(`- ${column}: `), column);
  assert.match(described, /- start_at: text: date and time/);
  assert.ok(!JSON.stringify([...files]).includes('$argon2'));
});

test('[ACCT-05] the address of an archive is signed, takes ranges, and ends with the archive', async () => {
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const { body } = await call('POST', '', member);
  assert.equal((await call('POST', '', member)).body.error, 'export_running');
  const { href, id } = await whenReady(member);
  const whole = await download(href ?? '');
  const [head, tail] = [await download(href ?? '', 'bytes=0-99'), await download(href ?? '', 'bytes=100-')];
  assert.deepEqual([head.status, tail.status], [206, 206]);
  assert.ok(Buffer.concat([head.bytes, tail.bytes]).equals(whole.bytes));
  assert.equal((await download(href ?? '', 'bytes=999999999-')).status, 416);
  assert.equal((await download((href ?? '').replace('signature=', 'signature=x'))).status, 404);
  assert.equal((await download((href ?? '').replace(/until=\d/, 'until=9'))).status, 404);
  assert.deepEqual(await list(stranger), []);
  assert.equal((await call('DELETE', `${body.id}/`, stranger)).status, 404);
  await db
    .updateTable('data_exports')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  assert.equal((await download(href ?? '')).status, 410);
  assert.deepEqual(
    (await list(member)).map(({ status, href: address }) => [status, address]),
    [['expired', null]],
  );
  const file = path.join(api.context.env.DATA_DIR, 'files', 'exports', String(member.userId), `${id}.zip`);
  assert.ok(existsSync(file));
  assert.equal((await call('DELETE', `${id}/`, member)).status, 204);
  assert.ok(!existsSync(file));
});

test('[ACCT-05] a member has one archive: a new one takes the place of the one before', async () => {
  const member = await api.signUp();
  await call('POST', '', member);
  const first = await whenReady(member);
  const letter = await until('the mail', () =>
    db
      .selectFrom('mailbox')
      .select('text')
      .where('recipient', '=', member.email)
      .where('subject', 'like', '%archive is ready%')
      .executeTakeFirst(),
  );
  assert.match(letter.text, /:\n\S+\/account\/data\n/, 'the mail leads to the page of the archive');
  await call('POST', '', member);
  const second = await until(
    'the second alone',
    async () => {
      const [newest, ...others] = await list(member);
      return newest?.status === 'ready' && newest.id !== first.id && others.length === 0 && newest;
    },
    60_000,
  );
  assert.equal((await download(first.href ?? '')).status, 410);
  assert.equal((await download(second.href ?? '')).status, 200);
  const folder = path.join(api.context.env.DATA_DIR, 'files', 'exports', String(member.userId));
  assert.deepEqual(readdirSync(folder), [`${second.id}.zip`]);
});

test('[SESS-06] [ACCT-05] an archive that is asked for again is made once, also when it is ready by then', async () => {
  const [member, other] = [await api.signUp(), await api.signUp()];
  const { userId } = member;
  const ask = ({ token }: TestMember) =>
    api.call<DataExport & Pick<ErrorBody, 'error'>>('POST', '/services/main/v7.1/data_export/', {
      token,
      headers: { 'idempotency-key': 'archive' },
    });
  const setConfirmed = (identity_confirmed_at: Date | null) =>
    db.updateTable('sessions').set({ identity_confirmed_at }).where('user_id', '=', userId).execute();
  await setConfirmed(null);
  assert.equal((await ask(member)).body.error, 'identity_unconfirmed');
  await setConfirmed(new Date());
  const answers = await Promise.all([1, 2, 3].map(() => ask(member)));
  for (const { status, text } of answers) assert.equal(status, 202, text);
  const id = sameId(answers.map(({ body }) => body));
  await whenReady(member);
  const late = await ask(member);
  assert.deepEqual([late.status, late.body.id, late.body.status], [202, id, 'ready']);
  assert.equal((await list(member)).length, 1);
  const { rows: jobs } = await sql`
    select 1 from waymark_jobs.job
    where name = 'data-export' and data ->> 'userId' = ${String(userId)}`.execute(db);
  assert.equal(jobs.length, 1);
  const { n: events } = await db
    .selectFrom('security_events')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'export_requested')
    .executeTakeFirstOrThrow();
  assert.equal(events, 1);
  assert.notEqual((await ask(other)).body.id, id);
  await whenReady(other);
});

test('[SESS-06] [ACCT-05] the repeat queues an archive whose first call ended before it could', async (t) => {
  const { token } = await api.signUp();
  const ask = () =>
    api.call<DataExport>('POST', '/services/main/v7.1/data_export/', {
      token,
      headers: { 'idempotency-key': 'cut off' },
    });
  const member = { token } as TestMember;
  const broken = t.mock.method(api.context.jobs, 'send', () => Promise.reject(new Error('no queue')));
  assert.equal((await ask()).status, 500);
  broken.mock.restore();
  const { status, body } = await ask();
  assert.equal(status, 202);
  assert.equal((await whenReady(member)).id, body.id);
});

test('[ACCT-05] an archive needs a fresh proof of identity', async () => {
  const member = await api.signUp();
  await db
    .updateTable('sessions')
    .set({ identity_confirmed_at: null })
    .where('user_id', '=', member.userId)
    .execute();
  assert.equal((await call('POST', '', member)).body.error, 'identity_unconfirmed');
});

test('[ACCT-05] an archive does not tell who blocked, turned down or reported its member', async () => {
  const [member, admirer, blocker, first, second] = await Promise.all(
    Array.from({ length: 5 }, () => api.signUp()),
  );
  const block = async (by: TestMember, whom: TestMember) =>
    assert.equal((await as(api, by)('POST', '/user_block/', named(whom.userId))).status, 204);
  await as(api, member!)('POST', '/friendship/', toUser(admirer!.userId));
  await as(api, admirer!)('DELETE', `/friendship/${pairOf(admirer!, member!)}/`);
  await block(blocker!, member!);
  await block(first!, member!);
  const before = api.context.now();
  await block(member!, first!);
  await block(member!, second!);
  const report = {
    user_id: member!.userId,
    object_type: 'user' as const,
    object_id: member!.userId,
    reason: 'spam' as const,
    note: 'He came to my house',
    snapshot: 'Ben\n\n\nAnswer me',
    created_at: before,
    resolution_note: 'Told the reporter',
    decided_by: first!.userId,
    mailed_at: before,
  };
  const states = ['open', 'dismissed', 'removed'] as const;
  await db
    .insertInto('reports')
    .values(
      states.map((state) =>
        Object.assign(
          { id: api.context.newId(), state, resolved_at: state === 'open' ? null : before },
          report,
        ),
      ),
    )
    .execute();
  const rowsOf = async (table: string) => {
    let text = '';
    for await (const piece of memberRows(db, table, member!.userId)) text += piece;
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const blocks = await rowsOf('friendships');
  assert.deepEqual(
    new Map(blocks.map(({ friend_id, requested_by }) => [friend_id, requested_by])),
    new Map([first!, second!].map(({ userId }) => [userId, member!.userId])),
    'whom the member blocked is theirs to know, and not who was first',
  );
  for (const { created_at } of blocks) assert.ok(new Date(created_at as string) >= before);
  const [history] = await rowsOf('friend_request_history');
  assert.deepEqual([history?.['sent'], 'denied' in history!], [1, false]);
  const reports = await rowsOf('reports');
  assert.deepEqual(
    reports.map(({ state }) => state),
    ['removed'],
    'reports without consequence are between the reporter and the moderators',
  );
  for (const column of ['note', 'resolution_note', 'decided_by'])
    assert.ok(!(column in reports[0]!), `${column} is between moderators`);
  assert.equal(reports[0]!['snapshot'], '', 'whom the request was for that a moderator read');
});

test('[ACCT-05] [SOC-04] [DATA-03] the message of a request is in the archives while it waits, and not of one who is suspended', async () => {
  const [asking, asked] = await Promise.all([api.signUp(), api.signUp()]);
  const rowsOf = async (member: TestMember) => {
    let text = '';
    for await (const piece of memberRows(db, 'friendships', member.userId)) text += piece;
    return text;
  };
  const message = 'From the club';
  const request = { ...toUser(asked.userId), message };
  assert.equal((await as(api, asking)('POST', '/friendship/', request)).status, 201);
  assert.ok((await rowsOf(asked)).includes(message));
  await db
    .insertInto('suspensions')
    .values({ user_id: asking.userId, created_at: api.context.now() })
    .execute();
  assert.equal(await rowsOf(asked), '');
  assert.ok((await rowsOf(asking)).includes(message), 'what one wrote oneself');
  await db.deleteFrom('suspensions').where('user_id', '=', asking.userId).execute();
  const accept = { status: 'active' };
  const accepted = await as(api, asked)('PATCH', `/friendship/${pairOf(asking, asked)}/`, accept);
  assert.equal(accepted.status, 200);
  for (const member of [asking, asked]) {
    const rows = await rowsOf(member);
    assert.ok(rows.includes('"active"') && !rows.includes(message), rows);
  }
});

test('ranges are those of one part of the file', () => {
  assert.deepEqual(rangeOf('bytes=0-9', 100), { start: 0, end: 9 });
  assert.deepEqual(rangeOf('bytes=90-200', 100), { start: 90, end: 99 });
  assert.deepEqual(rangeOf('bytes=-10', 100), { start: 90, end: 99 });
  assert.equal(rangeOf('bytes=0-1,5-6', 100), null);
  assert.equal(rangeOf(undefined, 100), null);
  assert.throws(() => rangeOf('bytes=100-', 100), { status: 416 });
});

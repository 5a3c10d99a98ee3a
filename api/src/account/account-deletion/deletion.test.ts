import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import type {
  DeletionRequest,
  DeletionStatus,
  ErrorBody,
  SessionResponse,
  StoryComment,
  StoryList,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend } from '../../members/friends/testing.ts';
import { createOwner } from '../../testing/hostile/world.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { eraseMember } from './erase-member.ts';
import { ERASURE_RULES, findMemberTables } from './erasure-rules.ts';
import { checkDeletions } from './jobs.ts';

/** Every line of the log since the start, with each request's. */
const logLines: string[] = [];
const api = await startTestApi({
  env: { LOG_LEVEL: 'info' },
  onLogLine: (line) => void logLines.push(line),
});
after(() => api.stop());
const { context } = api;
const { db } = context;

const call = <T = Record<string, unknown>>(
  method: string,
  where: string,
  member?: { token: string },
  body?: unknown,
) =>
  api.call<T & ErrorBody>(method, `/auth/deletion-request${where}`, {
    ...(member && { token: member.token }),
    ...(body !== undefined && { body }),
  });
const request = (member: TestMember) =>
  call<DeletionRequest>('POST', '', member, { confirm: 'delete', proof: { password: member.password } });
const status = async (member: TestMember) => (await call<DeletionStatus>('GET', '', member)).body;
const setRequest = ({ userId }: TestMember, values: { erase_at?: Date; state?: 'pending' | 'erasing' }) =>
  db.updateTable('deletion_requests').set(values).where('user_id', '=', userId).execute();

test('[ACCT-04] a deletion is asked for with the password in the call, begins a grace period and signs everybody else out', async () => {
  const member = await api.signUp();
  const other = await api.call<{ authToken: string }>('POST', '/auth/login', {
    body: { email: member.email, password: member.password },
  });
  // Neither the sign-in of a moment ago nor a proof for something else counts.
  const unproven = () => call('POST', '', member, { confirm: 'delete' });
  assert.equal((await unproven()).body.error, 'identity_unconfirmed');
  await api.call('POST', '/auth/security/confirm-identity', {
    token: member.token,
    body: { password: member.password },
  });
  const refused = await unproven();
  assert.deepEqual([refused.status, refused.body.error], [403, 'identity_unconfirmed']);
  const wrong = await call('POST', '', member, {
    confirm: 'delete',
    proof: { password: 'not the password' },
  });
  assert.deepEqual([wrong.status, wrong.body.error], [403, 'access_denied']);
  assert.equal((await call('POST', '', member, { proof: { password: member.password } })).status, 400);
  assert.equal((await status(member)).request, null);
  const { status: created, body } = await request(member);
  assert.equal(created, 201);
  const days = (Date.parse(body.erase_datetime) - Date.parse(body.requested_datetime)) / 86_400_000;
  assert.equal(days, 14);
  const { id, requested_datetime, erase_datetime } = body;
  assert.deepEqual((await status(member)).request, { id, requested_datetime, erase_datetime });
  assert.equal((await request(member)).body.error, 'deletion_requested');
  assert.equal((await call('GET', '', { token: other.body.authToken })).status, 401);
  const session = await api.call<SessionResponse>('GET', '/auth/session', { cookie: member.cookie });
  assert.deepEqual(session.body.deletion, { id, requested_datetime, erase_datetime });
});

test('[ACCT-04] each deletion asks again; an account with nothing to prove itself by has to have signed in just now', async () => {
  const member = await api.signUp();
  const { body } = await request(member);
  await call('DELETE', `/${body.id}`, member);
  assert.equal((await call('POST', '', member, { confirm: 'delete' })).body.error, 'identity_unconfirmed');
  await db.updateTable('logins').set({ password_hash: null }).where('user_id', '=', member.userId).execute();
  const sessions = db.updateTable('sessions').where('user_id', '=', member.userId);
  await sessions.set({ identity_confirmed_at: null }).execute();
  assert.equal((await call('POST', '', member, { confirm: 'delete' })).body.error, 'identity_unconfirmed');
  await sessions.set({ identity_confirmed_at: new Date() }).execute();
  assert.equal((await call('POST', '', member, { confirm: 'delete' })).status, 201);
});

test('[ACCT-04] while it waits nobody else sees the member; the account that is kept is seen as before', async () => {
  const [member, friend, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
  await befriend(api, member, friend);
  const workout = await log(as(api, member), { privacy: 3, name: 'Seen by everybody' });
  const { id } = workout._links.self![0]!;
  const reads = async (who: TestMember) => [
    (await as(api, who)('GET', `/user/${member.userId}/`)).status,
    (await as(api, who)('GET', `/workout/${id}/`)).status,
    (await as(api, who)('GET', `/activity_story/?feed_type=user&feed_id=${member.userId}`)).text.includes(
      'Seen by everybody',
    ),
  ];
  const before = await Promise.all([friend, stranger, member].map(reads));
  assert.deepEqual(before[0], [200, 200, true]);
  const { body } = await request(member);
  const [ofFriend, ofStranger, own] = await Promise.all([friend, stranger, member].map(reads));
  assert.deepEqual(
    [ofFriend!.slice(0, 2), ofStranger!.slice(0, 2)],
    [
      [404, 404],
      [404, 404],
    ],
  );
  assert.deepEqual([ofFriend![2], ofStranger![2]], [false, false]);
  assert.deepEqual(own, before[2]);
  const feed = await as(api, friend)('GET', '/activity_story/?feed_type=friends');
  assert.ok(!feed.text.includes('Seen by everybody'));
  assert.equal((await call('DELETE', `/${body.id}`, member)).status, 200);
  assert.deepEqual(await Promise.all([friend, stranger, member].map(reads)), before);
});

test('[ACCT-04] it is cancelled by its member or with the link of the mail, by nobody else', async () => {
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const { body } = await request(member);
  const first = await mailedToken(context, member.email, '/account/keep/');
  assert.equal((await call('DELETE', `/${body.id}`, stranger)).status, 404);
  assert.equal((await call('DELETE', `/${body.id}`, member)).status, 200);
  assert.equal((await status(member)).request, null);
  assert.equal((await call('DELETE', `/${body.id}`, member)).status, 404);
  await request(member);
  const newest = await mailedToken(context, member.email, '/account/keep/', first);
  assert.equal((await call('POST', `/cancel/${newest}`)).status, 200);
  assert.equal((await status(member)).request, null);
  // Pressed twice: the account stays.
  assert.equal((await call('POST', `/cancel/${newest}`)).status, 200);
  assert.equal((await call('POST', `/cancel/${first}`)).status, 200);
  assert.equal((await call('POST', '/cancel/of-nobody')).body.error, 'token_unknown');
  await request(member);
  assert.equal((await call('POST', `/cancel/${newest}`)).body.error, 'token_used');
  assert.notEqual((await status(member)).request, null);
});

test('[ACCT-04] two days before the end a mail reminds once, and nothing is erased before the day', async () => {
  const member = await api.signUp();
  await request(member);
  await setRequest(member, { erase_at: new Date(Date.now() + 86_400_000) });
  await checkDeletions(context);
  await checkDeletions(context);
  const reminders = () =>
    db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .where('subject', 'like', '%about to be deleted%')
      .execute();
  await until('the reminder', async () => (await reminders()).length > 0);
  assert.equal((await reminders()).length, 1);
  assert.notEqual((await status(member)).request, null);
});

test('[ACCT-04] the link of the first mail keeps the account until the last day of the longest grace period', async () => {
  const patient = await startTestApi({ env: { DELETION_GRACE_DAYS: '90' } });
  try {
    const { token, email, userId, password } = await patient.signUp();
    const { body } = await patient.call<DeletionRequest>('POST', '/auth/deletion-request', {
      token,
      body: { confirm: 'delete', proof: { password } },
    });
    const link = await mailedToken(patient.context, email, '/account/keep/');
    const { expires_at } = await patient.context.db
      .selectFrom('mail_tokens')
      .select('expires_at')
      .where('user_id', '=', userId)
      .where('kind', '=', 'keep_account')
      .executeTakeFirstOrThrow();
    assert.ok(expires_at > new Date(body.erase_datetime), expires_at.toISOString());
    assert.equal((await patient.call('POST', `/auth/deletion-request/cancel/${link}`)).status, 200);
  } finally {
    await patient.stop();
  }
});

test('[ACCT-04] once erasing has begun nobody cancels it, and the sessions are over', async () => {
  const member = await api.signUp();
  const { body } = await request(member);
  const token = await mailedToken(context, member.email, '/account/keep/');
  await setRequest(member, { erase_at: new Date(0) });
  await checkDeletions(context);
  await until('erasing has begun', () =>
    db
      .selectFrom('deletion_requests')
      .select('id')
      .where('user_id', '=', member.userId)
      .where('state', '=', 'erasing')
      .executeTakeFirst(),
  );
  assert.equal((await call('POST', `/cancel/${token}`)).body.error, 'deletion_running');
  const cancelled = await call('DELETE', `/${body.id}`, member);
  assert.ok([401, 409].includes(cancelled.status), String(cancelled.status));
  const login = await api.call('GET', '/auth/session', { cookie: member.cookie });
  assert.equal(login.body['authToken'], null);
});

test('[ACCT-04] nobody signs in while the account is being erased', async () => {
  const member = await api.signUp();
  await request(member);
  await setRequest(member, { state: 'erasing' });
  const login = await api.call<ErrorBody>('POST', '/auth/login', {
    body: { email: member.email, password: member.password },
  });
  assert.deepEqual([login.status, login.body.error], [409, 'deletion_running']);
  await setRequest(member, { state: 'pending' });
});

test('[ACCT-04] a second request is told of while the mail of a cancelled one is being sent', async () => {
  const member = await api.signUp();
  const { mail } = context;
  const sent: string[] = [];
  const gate = Promise.withResolvers<void>();
  context.mail = async (letter) => {
    // Mails of earlier tests and this member's confirmation of the address may be in the queue too.
    if (letter.to === member.email && letter.subject.includes('will be deleted')) {
      sent.push(letter.subject);
      await gate.promise;
    }
    await mail(letter);
  };
  try {
    const { body } = await request(member);
    await until('the first mail', () => Promise.resolve(sent.length === 1));
    await call('DELETE', `/${body.id}`, member);
    await request(member);
    gate.resolve();
    await until('the second mail', () => Promise.resolve(sent.length === 2));
  } finally {
    gate.resolve();
    context.mail = mail;
  }
});

/** Tables of the product; the queue's own are in another schema. */
async function findTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('[ACCT-04] every table says whose its rows are: by a column user_id, or by a rule of the erasure', async () => {
  const [tables, ofMembers] = [await findTables(), new Set(await findMemberTables(db))];
  const known = new Set([...Object.keys(ERASURE_RULES), 'users']);
  assert.deepEqual(
    tables.filter((table) => !ofMembers.has(table) && !known.has(table)),
    [],
    'Give the new table a column user_id, or a rule in erasure-rules.ts.',
  );
  await sql`create table new_things (owner_id bigint)`.execute(db);
  const found = await findTables();
  await sql`drop table new_things`.execute(db);
  assert.ok(found.includes('new_things') && !ofMembers.has('new_things'), 'this test sees new tables');
});

const DUMMIES: Readonly<Record<string, string>> = {
  bigint: '7',
  integer: '7',
  smallint: '1',
  'double precision': '7',
  real: '7',
  numeric: '7',
  'character varying': "'erased'",
  boolean: 'true',
  jsonb: "'{}'",
  bytea: "'\\x07'",
  // Far ahead, so that work in the background neither finds it due nor clears it away as old.
  date: "'2126-01-01'",
  'timestamp with time zone': "'2126-01-01'",
  ARRAY: "'{}'",
};

/** Texts differ, as some are unique. */
let dummyTexts = 0;

/** A row with these values, where the table has such columns, and with any others. */
async function insertDummy(table: string, values: Readonly<Record<string, number>>): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
      and (column_name = any(${Object.keys(values)}::text[])
        or is_nullable = 'NO' and column_default is null and is_generated = 'NEVER')`.execute(db);
  const { rows: checks } = await sql<{ name: string }>`
    select constraint_name as name from information_schema.table_constraints
    where table_schema = current_schema() and table_name = ${table} and constraint_type in ('CHECK', 'FOREIGN KEY')
      and constraint_name not like '%not_null'`.execute(db);
  for (const { name } of checks)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)}`.execute(db);
  const names = columns.map(({ name }) => sql.ref(name));
  const row = columns.map(({ name, type }) =>
    name in values
      ? sql.lit(values[name]!)
      : type === 'text'
        ? sql.lit(`erased ${++dummyTexts}`)
        : sql.raw(DUMMIES[type] ?? 'null'),
  );
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(row)})`.execute(db);
}

/** A row of the member's in every table that has none yet, whatever the product writes there. */
async function fillEveryTable(userId: number): Promise<void> {
  for (const table of await findMemberTables(db)) {
    const { rows: has } =
      await sql`select 1 from ${sql.table(table)} where user_id = ${userId} limit 1`.execute(db);
    if (has.length > 0) continue;
    await insertDummy(table, { user_id: userId });
  }
}

/** Columns by which rows of others, or of nobody, name a member. */
const NAMING_COLUMNS = new Set([
  'actor_id',
  'author_id',
  'decided_by',
  'dismissed_id',
  'first_user_id',
  'friend_id',
  'given_by',
  'invited_by',
  'muted_id',
  'operator_id',
  'owner_id',
  'requested_by',
  'story_owner_id',
  'to_user_id',
]);
/** Columns with ids of something else than members. */
const OTHER_COLUMNS = new Set([
  'before_id',
  'cleared_id',
  'attempt_id',
  'batch_id',
  'cause_id',
  'challenge_id',
  'chunk_id',
  'comment_id',
  'connection_id',
  'created_id',
  'edit_id',
  'gear_id',
  'geoname_id',
  'group_id',
  'import_id',
  'kept_id',
  // Of a workout, route or comment; a reported member is the owner of the report.
  'object_id',
  'order_id',
  'overlaps_id',
  'own_plan_id',
  'parent_id',
  'report_id',
  'root_id',
  'route_id',
  'series_id',
  'session_id',
  'source_id',
  'started_plan_id',
  'story_id',
  // A notification is about a story, a challenge, a group, a plan or a decision.
  'subject_id',
  'subscription_id',
  'thing_id',
  'workout_id',
]);

/** Columns of ids but `id` and `user_id`, and columns that say by whom. */
async function findIdColumns(): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.table_name as table, column_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and data_type = 'bigint'
      and column_name ~ '_(id|by)$' and column_name <> 'user_id' order by 1, 2`.execute(db);
  return rows;
}

test('[ACCT-04] every column of ids says whether it names a member', async () => {
  const columns = await findIdColumns();
  assert.deepEqual(
    columns.filter(({ name }) => !NAMING_COLUMNS.has(name) && !OTHER_COLUMNS.has(name)),
    [],
    'Add the new column to NAMING_COLUMNS or OTHER_COLUMNS.',
  );
});

/** Nobody whose rows name the member. */
const BYSTANDER = 7;

/** A row of somebody else's that names the member, for every column that can. @returns the rows by table and column */
async function nameEverywhere(userId: number): Promise<{ table: string; name: string }[]> {
  const naming = (await findIdColumns()).filter(({ name }) => NAMING_COLUMNS.has(name));
  for (const { table, name } of naming)
    // One of two friends asked the other.
    if (name !== 'requested_by')
      await insertDummy(table, {
        user_id: BYSTANDER,
        [name]: userId,
        ...(name === 'friend_id' && { requested_by: userId }),
      });
  return naming;
}

/** Whether a stored file, which may be an upload, a photo or a preview, holds a text. */
const holdsText = (file: string, text: string) =>
  statSync(file).isFile() && readFileSync(file).includes(text);

/** Where a text still stands: tables of product and queue, and files by path or content. */
async function findTraces(texts: readonly string[]): Promise<string[]> {
  const traces: string[] = [];
  const mentions = sql.join(
    texts.map((text) => sql`t::text like ${`%${text}%`}`),
    sql` or `,
  );
  for (const table of [...(await findTables()), 'waymark_jobs.job']) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(table)} t where ${mentions} limit 3`.execute(db);
    traces.push(...rows.map(({ text }) => `${table}: ${text.slice(0, 200)}`));
  }
  const folder = path.join(context.env.DATA_DIR, 'files');
  for (const name of readdirSync(folder, { recursive: true }).map(String))
    if (texts.some((text) => name.includes(text) || holdsText(path.join(folder, name), text)))
      traces.push(name);
  return traces;
}
test('[ACCT-04] with a row in every table, files and jobs, nothing of the member is left; what others have stays', async () => {
  const [owner, other] = [await createOwner(api, 3), await createOwner(api, 1)];
  const { member, marker } = owner;
  const friend = await api.signUp();
  await befriend(api, member, friend);
  const asFriend = as(api, friend);
  const { id: theirs } = (await log(asFriend, { privacy: 3 }))._links.self![0]!;
  const { body: said } = await asFriend<StoryComment>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: Number(theirs),
    object: {
      type: 'comment',
      text: `Ran with @${owner.username}, @${owner.username}2 and a@${owner.username}.`,
    },
  });
  assert.deepEqual(
    said.object.mentions.map(({ id }) => id),
    [member.userId],
  );
  await request(member);
  await fillEveryTable(member.userId);
  const naming = await nameEverywhere(member.userId);
  for (const { table, name } of naming) {
    const { rows } =
      await sql`select from ${sql.table(table)} where ${sql.ref(name)} = ${member.userId}`.execute(db);
    assert.ok(rows.length > 0, `${table}.${name} names the member before`);
  }
  const exportsFolder = path.join(context.env.DATA_DIR, 'files', 'exports', String(member.userId));
  mkdirSync(exportsFolder, { recursive: true });
  writeFileSync(path.join(exportsFolder, '1.zip'), marker);
  const texts = [String(member.userId), member.email, marker];
  const before = await findTraces(texts);
  for (const table of await findMemberTables(db))
    assert.ok(
      before.some((trace) => trace.startsWith(`${table}:`)),
      `${table} has a row before`,
    );
  const others = await findTraces([String(other.member.userId)]);
  await setRequest(member, { state: 'erasing' });

  // It breaks off at any point, and the next run goes on.
  for (const failAt of [1, 3, 5]) {
    let calls = 0;
    const removeFolder = (folder: string) => {
      if (++calls === failAt) throw new Error('broken off');
      return context.files.removeFolder(folder);
    };
    const broken = { ...context, files: { ...context.files, removeFolder } };
    await assert.rejects(eraseMember(broken, member.userId), /broken off/);
    assert.equal((await request(other.member)).status, 201);
    await db.deleteFrom('deletion_requests').where('user_id', '=', other.member.userId).execute();
  }
  await eraseMember(context, member.userId);

  assert.deepEqual(await findTraces(texts), []);
  // Whatever the log said about the member names nobody, so that nothing has to be removed from it.
  assert.ok(logLines.length > 0);
  assert.deepEqual(
    logLines.filter((line) => texts.some((text) => line.includes(text))),
    [],
  );
  const login = await api.call('POST', '/auth/login', {
    body: { email: member.email, password: member.password },
  });
  assert.equal(login.status, 401);
  const { body: comments } = await asFriend<StoryList>(
    'GET',
    `/activity_story/?reply_type=comment&parent_story_id=${theirs}`,
  );
  assert.deepEqual(
    comments._embedded.comments.map(({ object: { text, mentions } }) => [text, mentions]),
    [[`Ran with former member, @${owner.username}2 and a@${owner.username}.`, []]],
    'what others wrote stays, and names somebody who was a member',
  );
  const counts = await sql`select friends from friend_counts where user_id = ${friend.userId}`.execute(db);
  assert.deepEqual(counts.rows, [{ friends: 0 }], 'a friend has one friend less');
  assert.ok((await findTraces([String(other.member.userId)])).length >= others.length);
  assert.equal((await other.call('GET', `/workout/${other.recorded.id}/`)).status, 200);
});

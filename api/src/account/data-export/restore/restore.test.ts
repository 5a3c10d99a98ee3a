import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import test, { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type {
  ConsentStatus,
  DataExport,
  DataRestore,
  ErrorBody,
  StartedPlanDetails,
  User,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { notePremium } from '../../../commerce/billing/premium-index.ts';
import { createOwner, type Owner } from '../../../testing/hostile/world.ts';
import { toUser } from '../../../members/friends/testing.ts';
import { gpx, importAll } from '../../../training/imports/testing/import-files.ts';
import { connect } from '../../../kernel/database/connect.ts';
import { firstIdAt } from '../../../kernel/database/ids.ts';
import { findMemberTables } from '../../account-deletion/erasure-rules.ts';
import { encodeColumn } from '../../../recordings/streams/codec.ts';
import { startProcess } from '../../../testing/api-process.ts';
import { answerConsents } from '../../../testing/answer-consents.ts';
import { startTestApi, type TestApi, type TestMember } from '../../../testing/api.ts';
import { testDatabase } from '../../../testing/database.ts';
import { until } from '../../../testing/mail.ts';
import { signUpAt } from '../../../testing/member.ts';
import { LOOP } from '../../../maps/routes/testing.ts';
import { as, type As, RUN } from '../../../training/workouts/testing.ts';
import { openArchive } from './open-archive.ts';
import { RestoreProblem } from './restore-problem.ts';
import { restoreAccount } from './restore-account.ts';
import { RESTORE_RULES } from './restore-rules.ts';
import { isRefusedByDatabase } from './routes.ts';

/** The site that a member leaves, and an empty one that they come to. */
let origin: TestApi;
let target: TestApi;
let owner: Owner;
let archive: Buffer;
let archived: Files;

type Files = Map<string, Buffer>;

before(async () => {
  [origin, target] = await Promise.all([startTestApi(), startTestApi()]);
  owner = await createOwner(origin, 1);
  notePremium(origin.context, owner.member.userId, Date.UTC(2100, 0, 1));
  await fillAccount(owner);
  archive = await downloadArchive(origin, owner.member);
  archived = await unzip(archive);
});
after(() => Promise.all([origin.stop(), target.stop()]));

/** Everything that a member can make and that no other part of the product made for them yet. */
async function fillAccount({ call, member, recorded }: Owner): Promise<void> {
  const succeed = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    assert.ok(status < 300, `${status} ${text}`);
  };
  const zone = (name: string, start: number, end: number) => ({ name, start, end });
  await succeed(
    call('POST', '/heart_rate_zones/', { zones: [zone('easy', 0, 140), zone('hard', 141, 220)] }),
  );
  await succeed(call('POST', '/privacy_zones/', { name: 'Home', lat: 52.2, lng: 21.01, radius: 300 }));
  await succeed(
    call('POST', '/activity_story/', { verb: 'post', object: { type: 'status', text: 'Off season' } }),
  );
  await succeed(call('PUT', '/notification_settings/', { email_digest: 'weekly' }));
  await importAll(call, [['second.gpx', gpx('2026-03-01T08:00:00Z', { points: 40 })]]);
  await succeed(
    origin.call('POST', `/internal/cutWorkout/${recorded.id}`, {
      token: member.token,
      body: { keep: [{ from: 0, to: 100 }] },
    }),
  );
  const swim = { sport: 'swim', kind: 'easy', title: 'Swim', steps: [{ duration: 1800 }] };
  const plan = {
    title: 'My plan',
    weeks: Array.from({ length: 3 }, () => ({
      sessions: [
        { day: 0, ...swim },
        { day: 3, ...swim },
      ],
    })),
  };
  const made = await call<{ plan: string }>('POST', '/training_plan/', plan);
  const started = await call<{ id: number }>('POST', '/started_plan/', {
    plan: made.body.plan,
    anchor: 'start',
    day: new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10),
  });
  const adapted = await call<StartedPlanDetails>('PATCH', `/started_plan/${started.body.id}/`, {
    is_adaptive: true,
  });
  assert.ok(
    adapted.body.sessions.some(({ load_percent: load }) => load < 100),
    adapted.text,
  );
  const picture = new FormData();
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#283' } })
    .png()
    .toBuffer();
  picture.append('photo', new Blob([Uint8Array.from(png)], { type: 'image/png' }), 'me.png');
  await succeed(call('PUT', `/user_profile_photo/${member.userId}/`, picture));
}

async function downloadArchive(api: TestApi, { token }: TestMember): Promise<Buffer> {
  const where = '/services/main/v7.1/data_export/';
  await api.call('POST', where, { token });
  const ready = await until(
    'the archive',
    async () =>
      (await api.call<{ exports: DataExport[] }>('GET', where, { token })).body.exports.find(
        ({ status }) => status === 'ready',
      ),
    60_000,
  );
  return Buffer.from(await (await fetch(api.url + ready.href)).arrayBuffer());
}

async function unzip(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: Files = new Map();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** An archive with other content whose checksums are right again: what somebody makes who knows how it is done. */
async function forge(
  change: (files: Files) => void,
  { isChecksumKept = false, compress = false } = {},
): Promise<Buffer> {
  const files = new Map(archived);
  change(files);
  if (!isChecksumKept) {
    const lines = [...files]
      .filter(([name]) => name !== 'checksums.ndjson')
      .map(([name, content]) =>
        JSON.stringify({
          path: name,
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        }),
      );
    files.set('checksums.ndjson', Buffer.from(lines.join('\n')));
  }
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

const editRows =
  (table: string, edit: (row: Record<string, unknown>) => void) =>
  (files: Files): void => {
    const name = `data/${table}.ndjson`;
    const lines = files.get(name)!.toString().trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.ok(rows.length > 0);
    edit(rows[0]!);
    files.set(name, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  };

const seriesOf = (values: number[]) => ({
  n: values.length,
  data: `\\x${Buffer.from(encodeColumn(Int32Array.from(values))).toString('hex')}`,
});

const idOfGear = (): number => {
  const [row] = archived.get('data/gear.ndjson')!.toString().split('\n');
  return (JSON.parse(row!) as { id: number }).id;
};

/** Above all ids of the archive. */
const FREE_ID = 2 ** 52;

const repeatRow =
  (
    table: string,
    times: number,
    edit: (row: Record<string, unknown>, n: number) => Record<string, unknown>,
  ) =>
  (files: Files): void => {
    const name = `data/${table}.ndjson`;
    const row = JSON.parse(files.get(name)!.toString().split('\n')[0]!) as Record<string, unknown>;
    const lines = Array.from({ length: times }, (_, n) => `${JSON.stringify(edit(row, n))}\n`);
    files.set(name, Buffer.from(lines.join('')));
  };

const bring = (call: As, bytes: Buffer) => {
  const form = new FormData();
  form.append('archive', new Blob([Uint8Array.from(bytes)]), 'archive.zip');
  return call<Pick<ErrorBody, 'error'>>('POST', '/data_export/restore/', form);
};
const whenDone = (call: As) =>
  until(
    'the end of the restore',
    async () => {
      const { restore } = (await call<{ restore: DataRestore | null }>('GET', '/data_export/restore/')).body;
      return restore && ['done', 'failed'].includes(restore.status) ? restore : null;
    },
    60_000,
  );

/** Columns that differ on purpose: secrets, places of files, and when derived rows were computed. */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  users: ['updated_at'],
  privacy_zone_owners: ['version'],
  file_imports: ['preview', 'told', 'entry', 'reader', 'source_id', 'source_index'],
  // Ids, packed.
  curve_tops: ['distance_ids', 'power_ids'],
};

/** All rows of a member by table, each id replaced by its rank among the member's ids. */
async function dumpAccount({ context: { db } }: TestApi, userId: number): Promise<Record<string, string[]>> {
  const tables = [...(await findMemberTables(db)), 'users'];
  const dump: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const rule = RESTORE_RULES[table];
    assert.ok(rule, `${table} has no rule: say in restore-rules.ts how it comes back from an archive.`);
    if (rule.kind === 'omitted') continue;
    const own = sql.ref(table === 'users' ? 'id' : 'user_id');
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${NOT_COMPARED[table] ?? []}::text[] as row from ${sql.table(table)} t
      where ${own} = ${userId}`.execute(db);
    dump[table] = rows.map(({ row }) => row);
  }
  const ids = Object.values(dump)
    .flat()
    .flatMap(({ id, batch_id }) => [id, batch_id].filter((value) => typeof value === 'number'));
  const ranks = new Map([...new Set(ids)].sort((a, b) => a - b).map((id, rank) => [id, `#${rank}`]));
  ranks.set(userId, '#member');
  const text = (row: Record<string, unknown>) =>
    Object.entries(row)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => {
        const json = JSON.stringify(value);
        // A place in feeds is a time in the units of ids.
        const isId = name !== 'position';
        return `${name}: ${isId ? json.replaceAll(/\d{9,}/g, (digits) => ranks.get(Number(digits)) ?? digits) : json}`;
      })
      .join(', ');
  return Object.fromEntries(Object.entries(dump).map(([table, rows]) => [table, rows.map(text).sort()]));
}

/** Counts of nothing, and curves of workouts that an edit put aside: they are computed when it is undone. */
const isCompared = (row: string) => !row.includes(', n: 0,') && !row.includes('listed: false');

async function expectSameAccount(member: TestMember): Promise<void> {
  const compared = async (api: TestApi, userId: number) =>
    Object.entries(await dumpAccount(api, userId)).map(
      ([table, rows]) => [table, rows.filter(isCompared)] as const,
    );
  const expected = await compared(origin, owner.member.userId);
  // Curves and records are computed in the background.
  const isSame = async () => isDeepStrictEqual(await compared(target, member.userId), expected);
  await until('all that is derived', isSame, 60_000).catch(() => undefined);
  const found = new Map(await compared(target, member.userId));
  for (const [table, rows] of expected) assert.deepEqual(found.get(table), rows, table);
  const counts = new Map(expected.map(([table, rows]) => [table, rows.length]));
  for (const table of ['workouts', 'workout_streams', 'workout_photos', 'routes', 'route_points', 'gear'])
    assert.ok(counts.get(table)! > 0, `${table} has rows`);
}

test('[ACCT-05] an archive brought into an empty Waymark gives the same account again, in every table and file', async () => {
  const member = await target.signUp({ last_name: 'Newcomer' });
  const call = as(target, member);
  assert.equal((await bring(call, archive)).status, 202);
  const done = await whenDone(call);
  assert.deepEqual([done.status, done.problem], ['done', null]);
  await expectSameAccount(member);
  const files = async (api: TestApi, folder: string, userId: number) => {
    const keys = (await api.context.files.list(`${folder}/${userId}`)).sort();
    return Promise.all(keys.map(async (key) => (await api.context.files.read(key)).toString('base64')));
  };
  for (const folder of ['photos', 'pictures', 'imports'])
    assert.deepEqual(
      (await files(target, folder, member.userId)).sort(),
      (await files(origin, folder, owner.member.userId)).sort(),
      folder,
    );
  const again = await bring(call, archive);
  assert.deepEqual([again.status, again.body.error], [409, 'account_not_empty']);
});

test('[ACCT-05] [PRIV-02] what was refused stays refused in the account that an archive is brought into; permissions are not brought along', async () => {
  const before = await origin.signUp({ country: 'DE', consents: undefined });
  await answerConsents(origin, before, { health: 'accepted', analytics: 'declined', captcha: 'accepted' });
  await answerConsents(origin, before, { health: 'declined', captcha: 'declined' });
  const bytes = await downloadArchive(origin, before);

  const after = await target.signUp({ country: 'US', state: 'TX' });
  await answerConsents(target, after, { captcha: 'accepted' });
  assert.equal((await bring(as(target, after), bytes)).status, 202);
  const done = await whenDone(as(target, after));
  assert.deepEqual([done.status, done.problem], ['done', null]);
  const { body } = await target.call<ConsentStatus>('GET', '/auth/consents-status', { token: after.token });
  const states = new Map(body.consents.map(({ id, is_granted, source }) => [id, [is_granted, source]]));
  assert.deepEqual(states.get('health'), [false, 'import']);
  assert.deepEqual(states.get('analytics'), [false, 'import']);
  assert.deepEqual(states.get('captcha'), [true, 'form'], 'their own answer to the new account');
  const member = await target.context.db
    .selectFrom('users')
    .select('hides_health_data')
    .where('id', '=', after.userId)
    .executeTakeFirst();
  assert.deepEqual(member, { hides_health_data: true });
});

/** What the work in the background does with an archive. */
async function restoreDirectly(bytes: Buffer, userId: number, context = target.context): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-test-'));
  try {
    const file = path.join(folder, 'archive.zip');
    await writeFile(file, bytes);
    const noProgress = () => Promise.resolve();
    const room = { bytes: Infinity, problem: '' };
    await openArchive(file, room, noProgress, (open) => restoreAccount(context, userId, open, noProgress));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function expectNothing(userId: number, what: string): Promise<void> {
  const { rows } = await sql`
    select 1 from workouts where user_id = ${userId} union all
    select 1 from gear where user_id = ${userId}`.execute(target.context.db);
  assert.equal(rows.length, 0, what);
}

test('[ACCT-05] broken off anywhere nothing is there, and the next attempt brings everything', async () => {
  const { userId } = await target.signUp();
  const { context } = target;
  for (const failAt of [1, 4]) {
    let writes = 0;
    const write: typeof context.files.write = (key, from) => {
      if (++writes === failAt) throw new Error('broken off');
      return context.files.write(key, from);
    };
    const broken = { ...context, files: { ...context.files, write } };
    await assert.rejects(restoreDirectly(archive, userId, broken), /broken off/);
    await expectNothing(userId, `broken off at file ${failAt}`);
  }
  await restoreDirectly(archive, userId);
  const photos = await context.files.list(`photos/${userId}`);
  assert.equal(photos.length, 3, 'no file of the attempts that broke off is left');
});

test('[ACCT-05] [PRIV-02] an archive with the birthdate of somebody who has to be asked first brings no health data', async () => {
  const { db } = target.context;
  const member = await target.signUp({ country: 'US', state: 'TX' });
  const birthdate = `${new Date().getUTCFullYear() - 14}-01-02`;
  const bytes = await forge(editRows('users', (row) => Object.assign(row, { birthdate })));
  await restoreDirectly(bytes, member.userId);
  const owner = await db
    .selectFrom('users')
    .select(['birthdate', 'hides_health_data', 'weight'])
    .where('id', '=', member.userId)
    .executeTakeFirst();
  assert.deepEqual(owner, { birthdate, hides_health_data: true, weight: null });
  const { rows } = await sql`
    select from workouts where user_id = ${member.userId} and heartrate_avg is not null
    union all select from workout_streams where user_id = ${member.userId} and kind = 'heartrate'
    union all select from heart_rate_zones where user_id = ${member.userId}`.execute(db);
  assert.equal(rows.length, 0);
});

test('[ACCT-05] [DATA-03] [PRIV-02] an archive neither makes a young member older nor opens what they share', async () => {
  const { db } = target.context;
  const birthdate = `${new Date().getUTCFullYear() - 14}-01-02`;
  for (const archived of ['1990-05-07', null, birthdate.replace('-02', '-01')]) {
    const member = await target.signUp({ country: 'US', birthdate });
    const bytes = await forge((files) => {
      editRows('users', (row) =>
        Object.assign(row, {
          birthdate: archived,
          profile_privacy: 3,
          workout_privacy: 3,
          route_privacy: 3,
          is_protected: false,
        }),
      )(files);
      for (const table of ['workouts', 'routes'])
        editRows(table, (row) => Object.assign(row, { privacy: 3 }))(files);
    });
    await restoreDirectly(bytes, member.userId);
    const row = await db
      .selectFrom('users')
      .select(['birthdate', 'is_protected', 'profile_privacy', 'workout_privacy', 'route_privacy'])
      .where('id', '=', member.userId)
      .executeTakeFirst();
    assert.deepEqual(row, {
      birthdate,
      is_protected: true,
      profile_privacy: 0,
      workout_privacy: 0,
      route_privacy: 0,
    });
    for (const table of ['workouts', 'routes', 'stories'] as const) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where user_id = ${member.userId} and privacy in (3, 6)`.execute(db);
      assert.deepEqual(rows, [], table);
    }
  }
  const { rows } = await sql`
    select cell from route_cells where n <> (
      select count(*) from routes where routes.cell = route_cells.cell and privacy = 3 and deleted_at is null)`.execute(
    db,
  );
  assert.deepEqual(rows, [], 'squares of the map count what is public');
});

test('[ACCT-05] [ACCT-02] [SOC-01] of a setting of the account and the archived one the stricter holds', async () => {
  const member = await target.signUp({ country: 'US' });
  const call = as(target, member);
  const settings = {
    default_privacy: { profile: 1, workout: 0, route: 3 },
    sharing: { new_friends: false },
    communication: { push: false },
    opt_outs: { summaries: true },
  };
  assert.equal((await call('PUT', `/user/${member.userId}/`, settings)).status, 200);
  const kinds = { like: { in_app: false }, mention: { email: true } };
  await call('PUT', '/notification_settings/', { kinds, email_digest: 'weekly' });
  const bytes = await forge((files) => {
    editRows('users', (row) =>
      Object.assign(row, {
        profile_privacy: 3,
        workout_privacy: 3,
        route_privacy: 1,
        sharing: { new_friends: true, other: true },
        communication: { push: true, email: false },
        email_opt_outs: ['social'],
      }),
    )(files);
    editRows('notification_settings', (row) =>
      Object.assign(row, {
        kinds: { like: { in_app: true, push: true }, mention: { email: false } },
        email_digest: 'daily',
      }),
    )(files);
  });
  await restoreDirectly(bytes, member.userId);
  const { body: user } = await call<User>('GET', '/user/self/');
  assert.deepEqual(
    [user.default_privacy, user.sharing, user.communication],
    [
      { profile: 1, workout: 0, route: 1 },
      { new_friends: false, other: true },
      { push: false, email: false },
    ],
  );
  assert.deepEqual([user.opt_outs.summaries, user.opt_outs.social], [true, true]);
  const stored = await target.context.db
    .selectFrom('notification_settings')
    .select(['kinds', 'email_digest'])
    .where('user_id', '=', member.userId)
    .executeTakeFirst();
  assert.deepEqual(stored, {
    kinds: { like: { in_app: false, push: true }, mention: { email: false } },
    email_digest: 'weekly',
  });
});

test('[ACCT-05] an archive that was changed is refused with a sentence, and nothing of it is stored', async () => {
  const member = await target.signUp();
  const call = as(target, member);
  const forgeries: [what: string, bytes: Buffer, sentence: RegExp][] = [
    [
      'a changed file',
      await forge(
        editRows('gear', (row) => (row['name'] = 'x')),
        { isChecksumKept: true },
      ),
      /changed or damaged/,
    ],
    [
      'a file too many',
      await forge((files) => files.set('x', Buffer.from('x')), { isChecksumKept: true }),
      /changed/,
    ],
    [
      'a missing file',
      await forge((files) => files.delete('data/gear.ndjson'), { isChecksumKept: true }),
      /changed/,
    ],
    ['cut off', archive.subarray(0, archive.length / 2), /damaged or incomplete/],
    ['no zip', Buffer.from('hello'), /damaged or incomplete/],
    ['another zip', await forge((files) => files.delete('manifest.json')), /no archive of a Waymark account/],
    ['rows of somebody else', await forge(editRows('gear', (row) => (row['user_id'] = 42))), /gear\.user_id/],
    [
      'a text without end',
      await forge(editRows('workouts', (row) => (row['name'] = 'x'.repeat(1e6)))),
      /workouts\.name/,
    ],
    [
      'a number as text',
      await forge(editRows('workouts', (row) => (row['distance_total'] = 'x'))),
      /distance_total/,
    ],
    [
      'laps of another form',
      await forge(editRows('workouts', (row) => (row['laps'] = [1]))),
      /workouts\.laps/,
    ],
    [
      'a level that is none',
      await forge(editRows('workouts', (row) => (row['privacy'] = 2))),
      /does not fit/,
    ],
    [
      'no recording',
      await forge(editRows('workout_streams', (row) => (row['data'] = '\\x00'))),
      /workout_streams/,
    ],
    [
      'series of two lengths',
      await forge(
        editRows('workout_streams', (row) => Object.assign(row, seriesOf([0, 1000, 2000]), { kind: 'lat' })),
      ),
      /workout_streams\.n/,
    ],
    [
      'a time that runs back',
      await forge(
        editRows('workout_streams', (row) => Object.assign(row, seriesOf([0, 2000, 1000]), { kind: 'time' })),
      ),
      /workout_streams\.data/,
    ],
    [
      'a zone around the world',
      await forge(editRows('privacy_zones', (row) => (row['radius'] = 4e7))),
      /privacy_zones\.radius/,
    ],
    [
      'more zones than a form takes',
      await forge(repeatRow('privacy_zones', 21, (row, n) => ({ ...row, id: FREE_ID + n }))),
      /\(privacy_zones\)/,
    ],
    ['a weight of nothing', await forge(editRows('users', (row) => (row['weight'] = 1e-9))), /users\.weight/],
    [
      'a sport that is none',
      await forge(editRows('users', (row) => (row['favorite_activities'] = [987_654]))),
      /users\.favorite_activities/,
    ],
    [
      'a country that is none',
      await forge(editRows('users', (row) => (row['country'] = 'QQ'))),
      /users\.country/,
    ],
    [
      'more sessions than a plan has',
      await forge(repeatRow('planned_sessions', 729, (row, n) => ({ ...row, id: FREE_ID + n }))),
      /\(planned_sessions\)/,
    ],
    [
      'a full load that no session has',
      await forge(editRows('planned_sessions', (row) => (row['full_load'] = { steps: [{}] }))),
      /planned_sessions\.full_load/,
    ],
    [
      'a session with full and less load',
      await forge(editRows('planned_sessions', (row) => (row['load_percent'] = 100))),
      /planned_sessions/,
    ],
    ['no points', await forge(editRows('route_points', (row) => (row['data'] = '\\x00'))), /route_points/],
    [
      'more gear than anybody has',
      await forge(repeatRow('gear', 1001, (row, n) => ({ ...row, id: FREE_ID + n }))),
      /\(gear\)/,
    ],
    [
      'more settings than one',
      await forge(repeatRow('notification_settings', 2, (row) => row)),
      /\(notification_settings\)/,
    ],
    [
      'a start in the far future',
      await forge(editRows('workouts', (row) => (row['start_at'] = '2199-01-01T00:00:00Z'))),
      /workouts\.start_at/,
    ],
    [
      'a distance below zero',
      await forge(editRows('workouts', (row) => (row['distance_total'] = -1))),
      /workouts\.distance_total/,
    ],
    [
      'a story of another thing',
      await forge(editRows('stories', (row) => (row['object_id'] = idOfGear()))),
      /stories\.object_id/,
    ],
    [
      'a route with a name beyond the form',
      await forge(editRows('routes', (row) => (row['name'] = 'x'.repeat(201)))),
      /routes\.name/,
    ],
    [
      'a time zone that is none',
      await forge(editRows('workouts', (row) => (row['time_zone'] = 'x'))),
      /time_zone/,
    ],
    [
      'an activity that is none',
      await forge(editRows('workouts', (row) => (row['activity_type_id'] = 987_654))),
      /workouts\.activity_type_id/,
    ],
    ['half a box', await forge(editRows('workouts', (row) => (row['bounds'] = [1, 2]))), /workouts\.bounds/],
    ['a child', await forge(editRows('users', (row) => (row['birthdate'] = '2020-01-01'))), /ineligible/],
    [
      'a picture that is a script',
      await forge((files) => {
        for (const name of files.keys())
          if (name.startsWith('photos/')) files.set(name, Buffer.from('<script>alert(1)</script>'));
      }),
      /photos\//,
    ],
  ];
  for (const [what, bytes, sentence] of forgeries) {
    const isRefusal = (error: Error) =>
      (error instanceof RestoreProblem && sentence.test(error.message)) || isRefusedByDatabase(error);
    await assert.rejects(restoreDirectly(bytes, member.userId), isRefusal, what);
    await expectNothing(member.userId, what);
  }
  assert.equal((await bring(call, forgeries[0]![1])).status, 202);
  const { status, problem } = await whenDone(call);
  assert.equal(status, 'failed');
  assert.match(problem ?? '', forgeries[0]![2]);
});

test('[ACCT-05] ids of an archive name nobody else’s things', async () => {
  const [victim, thief] = [await target.signUp(), await target.signUp()];
  const { body: theirs } = await as(target, victim)<{ id: number }>('POST', '/usergear/', {
    name: 'Mine',
    kind: 'shoes',
  });
  const forged = await forge((files) => {
    editRows('gear', (row) => (row['id'] = theirs.id))(files);
    editRows('workouts', (row) => (row['gear_id'] = theirs.id))(files);
    editRows('routes', (row) =>
      Object.assign(row, {
        search_name: ' x\n\n',
        cell: 1,
        start_lat: 1e9,
        bounds: [1, 2],
        polyline: '',
        distance: -5,
        locality: 'Elsewhere',
        geoname_id: 5,
        updated_at: '2199-01-01T00:00:00Z',
      }),
    )(files);
    editRows('workouts', (row) => (row['local_day'] = '1999-01-01'))(files);
    editRows('stories', (row) => (row['position'] = Number.MAX_SAFE_INTEGER))(files);
    editRows('file_imports', (row) => (row['size'] = 1))(files);
    editRows('workout_photos', (row) => (row['bytes'] = 1))(files);
  });
  const call = as(target, thief);
  await bring(call, forged);
  assert.equal((await whenDone(call)).status, 'done');
  const gear = await target.context.db.selectFrom('gear').selectAll().where('id', '=', theirs.id).execute();
  assert.deepEqual(
    gear.map(({ user_id, name }) => [user_id, name]),
    [[victim.userId, 'Mine']],
  );
  await expectOwnColumns(thief.userId);
  const { db, now } = target.context;
  await db.updateTable('workouts').set({ deleted_at: now() }).where('user_id', '=', thief.userId).execute();
  await db.updateTable('routes').set({ deleted_at: now() }).where('user_id', '=', thief.userId).execute();
  await assert.rejects(
    restoreDirectly(archive, thief.userId),
    /deleted from this account/,
    'archives do not take turns in one account',
  );
});

/** Whatever an archive says of them: what search, feeds and the quota read is computed. */
async function expectOwnColumns(userId: number): Promise<void> {
  const { db, now } = target.context;
  const figures = async ({ context }: TestApi, id: number) => {
    const { rows } = await sql`
      select
        (select jsonb_agg(jsonb_build_array(search_name, cell, start_lat, start_lng, bounds, polyline, distance,
          locality, geoname_id) order by id) from routes where user_id = ${id}) as routes,
        (select jsonb_agg(local_day order by id) from workouts where user_id = ${id}) as days,
        (select sum(size)::float8 from file_imports where user_id = ${id} and storage_key is not null) as uploads,
        (select sum(bytes)::float8 from workout_photos where user_id = ${id}) as photos`.execute(context.db);
    return rows[0];
  };
  assert.deepEqual(await figures(target, userId), await figures(origin, owner.member.userId));
  const stories = await db.selectFrom('stories').select('position').where('user_id', '=', userId).execute();
  assert.ok(stories.length > 0);
  for (const { position } of stories) assert.ok(position <= firstIdAt(now().getTime()), String(position));
  const routes = await db.selectFrom('routes').select('updated_at').where('user_id', '=', userId).execute();
  for (const { updated_at } of routes) assert.ok(updated_at <= now());
}

test('[ACCT-05] archives of rows that no page shows do not add up, and posts do not fill the feeds', async () => {
  const { userId } = await target.signUp();
  const { db, now } = target.context;
  const position = firstIdAt(now().getTime());
  const forged = await forge((files) => {
    const id = idOfGear();
    for (const table of ['workouts', 'routes']) files.set(`data/${table}.ndjson`, Buffer.from(''));
    for (const table of ['workout_streams', 'workout_photos'])
      editRows(table, (row) => (row['workout_id'] = id))(files);
    editRows('route_points', (row) => (row['route_id'] = id))(files);
    repeatRow('stories', 300, (row, n) => ({
      ...row,
      id: FREE_ID + n,
      object_id: FREE_ID + n,
      kind: n === 0 ? 'workout' : 'status',
      position,
    }))(files);
  });
  await restoreDirectly(forged, userId);
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from workout_streams where user_id = ${userId}) as streams,
      (select count(*)::int from workout_photos where user_id = ${userId}) as photos,
      (select count(*)::int from route_points where user_id = ${userId}) as points,
      (select count(*)::int from file_imports where user_id = ${userId}) as imports,
      (select count(*)::int from stories where user_id = ${userId}) as stories,
      (select count(*)::int from stories where user_id = ${userId} and position = ${position}) as recent`.execute(
    db,
  );
  assert.deepEqual(rows[0], {
    streams: 0,
    photos: 0,
    points: 0,
    imports: 0,
    stories: 299,
    recent: 200,
  });
  assert.equal((await target.context.files.list(`photos/${userId}`)).length, 0);
  await assert.rejects(restoreDirectly(forged, userId), /gear, zones, goals and posts already/);
});

test('[ACCT-05] an archive that unfolds to more than the member may store is refused', async () => {
  const member = await target.signUp();
  const call = as(target, member);
  const { env } = target.context;
  const before = env.MEMBER_STORAGE_GB;
  const packed = await forge((files) => files.set('photos/1-x.webp', Buffer.alloc(9_000_000)), {
    compress: true,
  });
  const roomBytes = 8_000_000;
  assert.ok(packed.length < roomBytes);
  env.MEMBER_STORAGE_GB = roomBytes / 1024 ** 3;
  try {
    assert.equal((await bring(call, packed)).status, 202);
    const { status, problem } = await whenDone(call);
    assert.equal(status, 'failed');
    assert.match(problem ?? '', /^Your files fill/);
  } finally {
    env.MEMBER_STORAGE_GB = before;
  }
});

test('[ACCT-05] a forged archive brings no name that nobody could have been given, and no characters that nobody sees', async () => {
  const { userId } = await target.signUp({ first_name: 'New', last_name: 'Comer' });
  const { db } = target.context;
  const profileOf = () =>
    db
      .selectFrom('users')
      .select(['username', 'first_name', 'last_name', 'display_name', 'introduction'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
  const before = await profileOf();
  const forged = await forge((files) => {
    editRows('users', (row) => {
      row['username'] = 'waymark';
      row['first_name'] = '\u202EAnn\u200B';
      row['last_name'] = 'W\u0430ymark';
      row['display_name'] = 'Way\u2066mark\n';
      row['introduction'] = 'one\r\n\u202Etwo';
    })(files);
    editRows('gear', (row) => (row['name'] = 'Sho\u0007es\u202E \u200B'))(files);
    editRows('planned_sessions', (row) => (row['steps'] = [{ duration: 60, text: '\u202Eeasy\n' }]))(files);
  });
  await restoreDirectly(forged, userId);
  assert.deepEqual(await profileOf(), {
    username: before.username,
    first_name: 'Ann',
    last_name: 'Comer',
    display_name: 'Waymark',
    introduction: 'one\ntwo',
  });
  const { rows } = await sql<{ gear: string[]; steps: string }>`
    select (select array_agg(name) from gear where user_id = ${userId}) as gear,
      (select string_agg(steps::text, '') from planned_sessions where user_id = ${userId}) as steps`.execute(
    db,
  );
  assert.ok(rows[0]!.gear.includes('Shoes'));
  assert.match(rows[0]!.steps, /"text": "easy"/);
});

test('[ACCT-05] while an archive is brought in nobody else waits for it, and it ends where it takes too long', async () => {
  const member = await target.signUp({ first_name: 'Slow', last_name: 'Archive' });
  const { context } = target;
  const { first_name, last_name } = JSON.parse(
    archived.get('data/users.ndjson')!.toString().trim(),
  ) as Record<'first_name' | 'last_name', string>;
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const write: typeof context.files.write = async (key, from) => {
    // By now every row is written, and nothing is committed.
    begun.resolve();
    await gate.promise;
    return context.files.write(key, from);
  };
  let elapsedMs = 0;
  const now = () => new Date(context.now().getTime() + elapsedMs);
  const slow = { ...context, now, files: { ...context.files, write } };
  const withPublicRoutes = await forge(editRows('routes', (row) => (row['privacy'] = 3)));
  const restoring = restoreDirectly(withPublicRoutes, member.userId, slow).then(
    () => null,
    (error: unknown) => error,
  );
  await begun.promise;
  const others = async () => {
    const call = as(target, member);
    // The same names ask for the same username.
    const other = as(target, await target.signUp({ first_name, last_name }));
    return [
      (await other('POST', '/workout/', RUN)).status,
      // In the same square of the map as a route of the archive.
      (await other('POST', '/route/', LOOP)).status,
      (await other('GET', `/user/${member.userId}/`)).status,
      (await other('POST', '/friendship/', toUser(member.userId))).status,
      (await call('GET', '/user/self/')).status,
      (await call('GET', '/workout/')).status,
    ];
  };
  const statuses = await others().finally(() => {
    elapsedMs = 3_600_000;
    gate.resolve();
  });
  assert.deepEqual(statuses, [201, 201, 200, 201, 200, 200]);
  const problem = await restoring;
  assert.ok(problem instanceof RestoreProblem, String(problem));
  assert.match(problem.message, /took longer than it may, and nothing was changed/);
  await expectNothing(member.userId, 'it took too long');
});

test('[ACCT-05] a process killed while it brings an archive in leaves nothing of it, and its successor brings it in once', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-restore-kill-'));
  const database = await testDatabase();
  const connection = connect(database.url, { max: 3, onError: () => undefined });
  let api = await startProcess(folder, { DATABASE_URL: database.url });
  t.after(async () => {
    await api.stop();
    await connection.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token } = await signUpAt(api.url);
  const ask = async <T>(method: string, body?: FormData): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    const init = { method, headers, ...(body && { body }) };
    const answer = await fetch(`${api.url}/services/main/v7.1/data_export/restore/`, init);
    assert.ok(answer.ok, String(answer.status));
    return (await answer.json()) as T;
  };
  const countOf = async (table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
      connection.db,
    );
    return rows[0]!.n;
  };
  await connection.db.transaction().execute(async (trx) => {
    await sql`lock table stories in exclusive mode`.execute(trx);
    const form = new FormData();
    form.append('archive', new Blob([Uint8Array.from(archive)]), 'archive.zip');
    await ask('POST', form);
    await until('it waits in the midst of its rows', async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(trx);
      return rows.length > 0;
    });
    await api.kill();
  });
  assert.equal(await countOf('workouts'), 0);
  assert.equal(await countOf('gear'), 0);
  api = await startProcess(folder, { DATABASE_URL: database.url });
  const done = await until(
    'it is brought in',
    async () => {
      const { restore } = await ask<{ restore: DataRestore }>('GET');
      return ['done', 'failed'].includes(restore.status) && restore;
    },
    60_000,
  );
  assert.deepEqual([done.status, done.problem], ['done', null]);
  const linesIn = (table: string) =>
    archived.get(`data/${table}.ndjson`)!.toString().trim().split('\n').length;
  for (const table of ['workouts', 'gear', 'routes', 'planned_sessions'])
    assert.equal(await countOf(table), linesIn(table), table);
});

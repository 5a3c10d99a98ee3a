import assert from 'node:assert/strict';
import test, { after, before, beforeEach, mock } from 'node:test';
import { type ChallengeDetails, type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { endClaim } from '../../training/imports/claims.ts';
import { gpx, send, settled } from '../../training/imports/testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';
import { correctChallenge } from './correct-challenge.ts';
import { finishChallenges } from './finish-challenges.ts';
import { countOverdue } from './follow-workouts.ts';
import { withoutChallengeSweep } from './challenges.test-helper.ts';
import { assertRecount } from './recount.test-helper.ts';
import { createChallenges, readUncounted } from './import.test-helper.ts';

const FILES = 30;
const START = Date.parse('2026-05-20T12:00:00Z');
const HOUR_MS = 3_600_000;

let now = START;
let api: TestApi;
let member: TestMember;
let call: As;
let challengeIds: number[];
let archives = 0;
before(async () => {
  api = await startTestApi({ services: withoutChallengeSweep });
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());
beforeEach(async () => {
  now = START;
  archives = 0;
  member = await api.signUp();
  call = as(api, member);
  challengeIds = await createChallenges({
    url: api.url,
    token: member.token,
    first_day: '2026-05-01',
    last_day: '2026-05-31',
  });
});

/** Runs of different hours, and with `isBroken` a last file that cannot be read. */
async function archiveOf(files: number, { isBroken = false } = {}) {
  archives += 1;
  const first = START - (archives * 150 + files) * HOUR_MS;
  const named = Array.from(
    { length: files },
    (_, n) => [`${n}.gpx`, gpx(new Date(first + n * HOUR_MS).toISOString(), { points: 300 })] as const,
  );
  return zipOf(isBroken ? [...named, ['broken.gpx', 'nonsense'] as const] : named);
}

const valuesOf = async (): Promise<(number | null)[]> =>
  Promise.all(
    challengeIds.map(async (id) => {
      const path = `${SERVICE_BASES.challenges}/challenges/challenge/${id}/details`;
      const { body } = await api.call<ChallengeDetails>('GET', path, { token: member.token });
      return body.progress?.value ?? null;
    }),
  );
const countUncounted = async () => (await readUncounted(api.context.db, member.userId)).uncounted;
const assertCounted = async () => {
  assert.equal(await countUncounted(), 0);
  await assertRecount(api.context.db, member.userId, api.context.now());
};

/** An archive of which all files but one are stored, and one is being read by another process. */
async function startImport() {
  const { db } = api.context;
  // No file of the archive is stored before its upload has the file that others read.
  const row = await withMemberLock(db, member.userId, async () => {
    const [file] = await send(call, [['runs.zip', await archiveOf(FILES)]]);
    const added = { ...file!, id: api.context.newId() };
    await sql`
      insert into file_imports (user_id, id, batch_id, file_name, size, state, progress, reader, created_at, updated_at)
      values (${member.userId}, ${added.id}, ${added.batch_id}, 'large.fit', 1, 'reading', 0, 'other',
        ${api.context.now()}, ${api.context.now()})`.execute(db);
    return db
      .selectFrom('file_imports')
      .selectAll()
      .where('user_id', '=', member.userId)
      .where('id', '=', added.id)
      .executeTakeFirstOrThrow();
  });
  await until('all but one are stored', async () => {
    const { body } = await call<FileImportList>('GET', '/device/file_import/?limit=1');
    return body.counts.ready === FILES && body.pending === 1;
  });
  return row;
}

test('[CHAL-02] [CHAL-05] scores, ranks and awards are final when the import of an archive says that it is done', async () => {
  const archive = await archiveOf(FILES, { isBroken: true });
  await send(call, [['runs.zip', archive]]);
  const files = await settled(call);
  assert.deepEqual(files.map(({ state }) => state).toSorted(), [
    'failed',
    ...Array.from({ length: FILES }, () => 'ready'),
  ]);
  assert.equal((await valuesOf())[0], FILES);
  const { rows: awards } =
    await sql`select kind from challenge_awards where user_id = ${member.userId}`.execute(api.context.db);
  assert.deepEqual(awards, [{ kind: 'completed' }]);
  await assertCounted();
});

test('[CHAL-02] an import that is busy with one file is counted some seconds later', async () => {
  await startImport();
  assert.equal(await countUncounted(), FILES);
  now += 1000;
  await countOverdue(api.context);
  assert.equal((await valuesOf())[0], 0);
  now += 5000;
  await countOverdue(api.context);
  assert.equal((await valuesOf())[0], FILES);
  await assertCounted();
});

test('[CHAL-02] the next files of an import count those that have waited for seconds', async () => {
  await startImport();
  now += 6000;
  await send(call, [['more.zip', await archiveOf(1)]]);
  await until('it is counted', async () => (await valuesOf())[0] === FILES + 1);
  await assertCounted();
});

test('[CHAL-02] when the last file of an upload fails, all that came before it is counted at the same commit', async () => {
  const row = await startImport();
  assert.ok(await endClaim(api.context, row, { state: 'failed', problem_code: 'a', problem_message: 'b' }));
  assert.equal((await valuesOf())[0], FILES);
  await assertCounted();
});

test('[CHAL-02] a save during an import is counted in its answer, with all that is stored', async () => {
  await startImport();
  await log(call, { start_datetime: '2026-05-18T07:00:00Z', distance: 10_000 });
  assert.equal((await valuesOf())[0], FILES + 1);
  await assertCounted();
});

test('[CHAL-02] a workout that is deleted during its import is counted nowhere', async () => {
  await startImport();
  const { workout_id: id } = await api.context.db
    .selectFrom('uncounted_workouts')
    .select('workout_id')
    .where('user_id', '=', member.userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.ok((await call('DELETE', `/workout/${id}/`)).status < 300);
  assert.equal((await valuesOf())[0], FILES - 1);
  await assertCounted();
});

test('[CHAL-02] a correction during an import finds no fault, and what it counts is not counted twice', async () => {
  await startImport();
  for (const id of challengeIds) assert.equal((await correctChallenge(api.context, id)).corrected, 0);
  assert.equal((await valuesOf())[0], FILES);
  now += 6000;
  await countOverdue(api.context);
  await assertCounted();
});

test('[CHAL-02] shortly before results become final every file is counted with its commit', async () => {
  await api.context.db
    .updateTable('challenges')
    .set({ freeze_at: new Date(now + HOUR_MS / 2) })
    .where('id', '=', challengeIds[1]!)
    .execute();
  await startImport();
  assert.equal((await valuesOf())[0], FILES);
  await assertCounted();
});

test('[CHAL-02] of two imports at once each is counted when it says that it is done', async () => {
  const sent = [await archiveOf(FILES), await archiveOf(FILES + 20)];
  await Promise.all(sent.map((archive, n) => send(call, [[`${n}.zip`, archive]])));
  for (;;) {
    const { pending, uncountedOfDone } = await readUncounted(api.context.db, member.userId);
    assert.equal(uncountedOfDone, 0);
    if (pending === 0) break;
  }
  assert.equal((await valuesOf())[0], 2 * FILES + 20);
  await assertCounted();
});

test('[CHAL-02] results become final once everything is counted that was stored before', async () => {
  await startImport();
  const [id] = challengeIds;
  const { freeze_at } = await api.context.db
    .selectFrom('challenges')
    .select('freeze_at')
    .where('id', '=', id!)
    .executeTakeFirstOrThrow();
  const isFinal = async () => {
    const { rows } = await sql`select from challenges where id = ${id} and frozen_at is not null`.execute(
      api.context.db,
    );
    return rows.length > 0;
  };
  // The file that nobody has read for so long is given up, with which the import ends and is counted: under the lock.
  await withMemberLock(api.context.db, member.userId, async () => {
    await sql`
      insert into uncounted_workouts select user_id, id, ${freeze_at} from workouts where user_id = ${member.userId}
      on conflict (user_id, workout_id) do update set created_at = excluded.created_at`.execute(
      api.context.db,
    );
    now = freeze_at.getTime();
    await finishChallenges(api.context);
    assert.equal(await isFinal(), false);
  });
  now += 6000;
  await countOverdue(api.context);
  await finishChallenges(api.context);
  assert.equal(await isFinal(), true);
  assert.equal((await valuesOf())[0], FILES);
});

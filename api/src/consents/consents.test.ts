import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import type {
  ConsentMatrix,
  ConsentRecord,
  ConsentStatus,
  ErrorBody,
  SessionResponse,
  User,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { purgeVisitorAnswers } from './records.ts';
import { STATUS_LIMIT } from './routes.ts';

const api = await startTestApi();
after(() => api.stop());

const status = async (
  member?: TestMember,
  {
    query = '',
    headers = {},
    on = api,
  }: { query?: string; headers?: Record<string, string>; on?: TestApi } = {},
) =>
  (
    await on.call<ConsentStatus>('GET', `/auth/consents-status${query}`, {
      ...(member && { token: member.token }),
      headers,
    })
  ).body;
const answer = (body: object, member?: TestMember, headers: Record<string, string> = {}, on = api) =>
  on.call<ConsentStatus & ErrorBody>('POST', '/auth/update-consents', {
    ...(member && { token: member.token }),
    body: { matrix_id: 'EU1', matrix_version: 1, locale: 'pl', screen: 'privacy_center/consents', ...body },
    headers,
  });
const granted = ({ consents }: ConsentStatus) =>
  consents.filter(({ is_granted }) => is_granted).map(({ id }) => id);
const history = async (member: TestMember) =>
  (await api.call<{ records: ConsentRecord[] }>('GET', '/auth/consents-history', { token: member.token }))
    .body.records;

test('[PRIV-02] each region asks in its own way: opt-in for health data in Europe and Washington, opt-out of sharing in the US', async () => {
  const kinds = async (id: string) => {
    const { body } = await api.call<ConsentMatrix>('GET', `/auth/consents-matrix/${id}`);
    return Object.fromEntries(body.consents.map(({ id: consent, kind }) => [consent, kind]));
  };
  const [europe, us, washington] = [await kinds('EU1'), await kinds('US'), await kinds('US-WA')];
  assert.deepEqual(
    [europe['health'], us['health'], washington['health']],
    ['explicit', undefined, 'explicit'],
  );
  assert.deepEqual([europe['sale_share'], us['sale_share']], ['optional', 'opt_out']);
  const germany = await api.call<ConsentMatrix>('GET', '/auth/consents-matrix/DE');
  assert.deepEqual([germany.body.id, germany.body.min_age], ['EU1', 16]);
  assert.equal((await api.call('GET', '/auth/consents-matrix/XX-YY')).status, 404);
  const service = await api.call('GET', '/services/consent/v1/consent/matrix/US-WA');
  assert.deepEqual(service.body['id'], 'US-WA');
});

test('[PRIV-02] signing up records what was agreed to, with its version, and leaves the rest unanswered', async () => {
  const member = await api.signUp({ consents: undefined });
  const records = await history(member);
  assert.deepEqual(
    records.map(({ consent_id, choice, source }) => `${consent_id} ${choice} ${source}`),
    ['marketing_email declined signup', 'privacy_policy accepted signup', 'terms accepted signup'],
  );
  const { legal_versions } = await api.context.db
    .selectFrom('consent_records')
    .select('legal_versions')
    .where('user_id', '=', member.userId)
    .where('consent_id', '=', 'terms')
    .executeTakeFirstOrThrow();
  assert.match(legal_versions['terms'] ?? '', /^\d{4}-\d{2}-\d{2}$/);
  const before = await status(member);
  assert.deepEqual([before.matrix_id, before.needs_answer], ['EU1', true]);
  const session = await api.call<SessionResponse>('GET', '/auth/session', { cookie: member.cookie });
  assert.deepEqual(session.body.consents, {
    matrix_id: 'EU1',
    matrix_version: 1,
    needs_answer: true,
    granted: ['terms', 'privacy_policy'],
  });
});

test('[PRIV-02] each change is recorded with time, version, locale, screen and source, and nothing is overwritten', async () => {
  const member = await api.signUp({ consents: undefined });
  const first = await answer({ choices: { health: 'accepted', analytics: 'accepted' } }, member);
  assert.equal(first.status, 200);
  assert.deepEqual(granted(first.body), ['terms', 'privacy_policy', 'health', 'analytics']);
  assert.equal(first.body.needs_answer, false);
  const second = await answer({ choices: { health: 'declined' } }, member);
  assert.deepEqual(granted(second.body), ['terms', 'privacy_policy', 'analytics']);
  const health = (await history(member)).filter(({ consent_id }) => consent_id === 'health');
  assert.deepEqual(
    health.map(({ choice }) => choice),
    ['declined', 'accepted'],
  );
  const { recorded_datetime, ...latest } = health[0]!;
  assert.ok(Math.abs(Date.parse(recorded_datetime) - Date.now()) < 60_000);
  assert.deepEqual(latest, {
    consent_id: 'health',
    choice: 'declined',
    matrix_id: 'EU1',
    matrix_version: 1,
    locale: 'pl',
    screen: 'privacy_center/consents',
    source: 'form',
  });
  const self = await api.call<User>('GET', '/services/main/v7.1/user/self/', { token: member.token });
  assert.deepEqual([self.body.consents['analytics'], self.body.consents['health']], [true, false]);
  assert.equal(self.body.consent_matrix_version, 1);
});

test('[PRIV-02] an answer to an older version, to another region or to nothing that is asked for is refused and not recorded', async () => {
  const member = await api.signUp();
  const before = await history(member);
  for (const body of [
    { matrix_version: 2, choices: { analytics: 'accepted' } },
    { matrix_id: 'US', choices: { analytics: 'accepted' } },
  ]) {
    const refused = await answer(body, member);
    assert.deepEqual([refused.status, refused.body.error], [409, 'matrix_outdated']);
  }
  assert.equal((await answer({ choices: { mind_reading: 'accepted' } }, member)).status, 400);
  assert.equal((await answer({ choices: { analytics: 'perhaps' } }, member)).status, 400);
  assert.equal((await answer({ choices: { analytics: 'accepted' } })).status, 400);
  assert.deepEqual(await history(member), before);
});

test('[PRIV-02] what an account needs cannot be declined by a member; the answer says what to do', async () => {
  const member = await api.signUp();
  const refused = await answer({ choices: { terms: 'declined', analytics: 'accepted' } }, member);
  assert.deepEqual([refused.status, refused.body.error], [409, 'consent_required']);
  assert.ok(!granted(await status(member)).includes('analytics'));
});

test('[PRIV-03] a confirmed region counts from then on, with the form of that region', async () => {
  const member = await api.signUp();
  const moved = await answer(
    { matrix_id: 'US-WA', country: 'US', state: 'WA', choices: { health: 'declined' } },
    member,
  );
  assert.equal(moved.status, 200);
  assert.deepEqual([moved.body.matrix_id, moved.body.country, moved.body.state], ['US-WA', 'US', 'WA']);
  assert.equal((await status(member)).matrix_id, 'US-WA');
  const nowhere = await answer({ country: 'QQ', choices: {} }, member);
  assert.equal(nowhere.status, 400);
});

test('[PRIV-04] a Global Privacy Control signal counts as do-not-sell for the browser and the member, until they confirm the exception', async () => {
  const member = await api.signUp({ country: 'US' });
  const GPC = { 'sec-gpc': '1' };
  const without = await status(member);
  assert.equal(without.shows_do_not_sell, true);
  assert.ok(granted(without).includes('sale_share'));
  const honoured = await status(member, { headers: GPC });
  assert.deepEqual(honoured.gpc, { is_received: true, is_honoured: true });
  assert.equal(honoured.shows_do_not_sell, false);
  assert.ok(!granted(honoured).includes('sale_share'));
  assert.equal(honoured.consents.find(({ id }) => id === 'sale_share')?.source, 'gpc');
  // On another device without the signal it still counts.
  assert.ok(!granted(await status(member)).includes('sale_share'));
  const count = (await history(member)).length;
  await status(member, { headers: GPC });
  assert.equal((await history(member)).length, count, 'the signal is recorded once');
  await answer({ matrix_id: 'US', choices: { sale_share: 'accepted' } }, member);
  assert.ok(!granted(await status(member, { headers: GPC })).includes('sale_share'));
  await answer({ matrix_id: 'US', choices: { sale_share: 'accepted' } }, member, GPC);
  assert.ok(granted(await status(member, { headers: GPC })).includes('sale_share'));
});

test('[PRIV-04] signals of visitors are honoured always and recorded within bounds; what is stored ends after the configured days', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true', VISITOR_CONSENTS_DAYS: '30' } });
  try {
    const { db, env } = limited.context;
    const ask = (device: string, path = '/auth/consents-status') =>
      limited.call<ConsentStatus>('GET', `${path}?device_id=${device}&country=US`, {
        headers: { 'sec-gpc': '1' },
      });
    for (let n = 0; n < 40; n++) {
      const { body } = await ask(`device-${n}`);
      assert.deepEqual([body.gpc.is_honoured, granted(body).includes('sale_share')], [true, false]);
    }
    const devices = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(distinct device_hash)::int as n from visitor_consent_records`.execute(db);
      return rows[0]!.n;
    };
    assert.equal(await devices(), 30);
    for (const [path, asked] of [
      ['/auth/consents-status', 40],
      ['/services/consent/v1/consent/status', 0],
    ] as const) {
      // All but the last of the calls that an address has, without making each of them.
      const cost = STATUS_LIMIT.max - asked - 1;
      limited.app.count!(`GET ${path}`, STATUS_LIMIT, '127.0.0.1', { cost });
      const last = await ask('device-0', path);
      const beyond = await ask('device-0', path);
      assert.deepEqual([last.status, beyond.status], [200, 429], path);
    }
    await sql`
      update visitor_consent_records set recorded_at = now() - interval '31 days'
      where device_hash = (select min(device_hash) from visitor_consent_records)`.execute(db);
    await purgeVisitorAnswers({ db, env, now: () => new Date() });
    assert.equal(await devices(), 29);
  } finally {
    await limited.stop();
  }
});

test("[PRIV-02] a visitor's answers are found again by their device, apart from everybody else's", async () => {
  const device = 'a-random-device-1';
  const first = await status(undefined, { query: `?device_id=${device}&country=DE` });
  assert.deepEqual([first.matrix_id, granted(first)], ['EU1', []]);
  const stored = await answer({ device_id: device, country: 'DE', choices: { analytics: 'accepted' } });
  assert.deepEqual(granted(stored.body), ['analytics']);
  assert.deepEqual(granted(await status(undefined, { query: `?device_id=${device}&country=DE` })), [
    'analytics',
  ]);
  assert.deepEqual(granted(await status(undefined, { query: '?device_id=another-device&country=DE' })), []);
  assert.equal((await status(undefined)).needs_country, true);
});

test('[PRIV-05] a changed matrix asks again for what changed, and for nothing else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-matrix-'));
  const file = path.join(folder, 'matrix.json');
  const matrix = JSON.parse(readFileSync(new URL('matrix.json', import.meta.url), 'utf8')) as {
    version: number;
    consents: Record<string, { changed_in: number; text: string }>;
  };
  matrix.version = 2;
  matrix.consents['health']!.changed_in = 2;
  writeFileSync(file, JSON.stringify(matrix));
  const other = await startTestApi({ env: { CONSENT_MATRIX_FILE: file } });
  try {
    const member = await other.signUp({ consents: undefined });
    await answer({ matrix_version: 2, choices: { health: 'accepted' } }, member, {}, other);
    await other.context.db
      .updateTable('consent_records')
      .set({ matrix_version: 1 })
      .where('user_id', '=', member.userId)
      .execute();
    const asked = await status(member, { on: other });
    assert.equal(asked.needs_answer, true);
    assert.deepEqual(
      asked.consents
        .filter(({ needs_answer, kind }) => needs_answer && kind !== 'optional')
        .map(({ id }) => id),
      ['health'],
    );
    assert.deepEqual(granted(asked), ['terms', 'privacy_policy']);
    assert.equal((await answer({ choices: { health: 'accepted' } }, member, {}, other)).status, 409);
  } finally {
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a matrix that cannot work ends the start with a sentence', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-matrix-'));
  const file = path.join(folder, 'matrix.json');
  writeFileSync(file, '{"version": 1}');
  await assert.rejects(startTestApi({ env: { CONSENT_MATRIX_FILE: file } }), /CONSENT_MATRIX_FILE/);
  rmSync(folder, { recursive: true, force: true });
});

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
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
import { startTestApi, type Answer, type TestApi, type TestMember } from '../../testing/api.ts';
import { memberBody } from '../../testing/member.ts';
import { matrixOf } from './matrix.ts';
import { purgeVisitorAnswers } from './records.ts';
import { STATUS_LIMIT } from './routes.ts';

const VERSION = matrixOf({ CONSENT_MATRIX_FILE: undefined }).version;
const folder = mkdtempSync(path.join(tmpdir(), 'waymark-consents-'));
const partners = path.join(folder, 'partners.json');
writeFileSync(partners, '[]');
// Where something is shared, selling is asked about, too.
const api = await startTestApi({ env: { PARTNERS_FILE: partners } });
after(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

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
    body: {
      matrix_id: 'EU1',
      matrix_version: VERSION,
      locale: 'pl',
      screen: 'privacy_center/consents',
      ...body,
    },
    headers,
  });
const sha256 = (text: string) => hash('sha256', text, 'base64url');
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
    ['explicit', 'opt_out', 'explicit'],
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
    matrix_version: VERSION,
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
  const { recorded_datetime, wording, ...latest } = health[0]!;
  assert.match(wording?.text ?? '', /heart rate, my weight/);
  assert.ok(Math.abs(Date.parse(recorded_datetime) - Date.now()) < 60_000);
  assert.deepEqual(latest, {
    consent_id: 'health',
    choice: 'declined',
    matrix_id: 'EU1',
    matrix_version: VERSION,
    locale: 'pl',
    screen: 'privacy_center/consents',
    source: 'form',
  });
  const self = await api.call<User>('GET', '/services/main/v7.1/user/self/', { token: member.token });
  assert.deepEqual([self.body.consents['analytics'], self.body.consents['health']], [true, false]);
  assert.equal(self.body.consent_matrix_version, VERSION);
});

test('[PRIV-02] an answer to an older version, to another region or to nothing that is asked for is refused and not recorded', async () => {
  const member = await api.signUp();
  const before = await history(member);
  for (const body of [
    { matrix_version: VERSION - 1, choices: { analytics: 'accepted' } },
    { matrix_id: 'US', choices: { analytics: 'accepted' } },
  ]) {
    const refused = await answer(body, member);
    assert.deepEqual([refused.status, refused.body.error], [409, 'matrix_outdated']);
  }
  assert.equal((await answer({ choices: { mind_reading: 'accepted' } }, member)).status, 400);
  assert.equal((await answer({ choices: { analytics: 'perhaps' } }, member)).status, 400);
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
  const member = await api.signUp({ country: 'US', state: 'TX' });
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
  const excepted = await status(member, { headers: GPC });
  assert.ok(granted(excepted).includes('sale_share'));
  assert.deepEqual(excepted.gpc, { is_received: true, is_honoured: false });
});

test('[PRIV-04] [AUTH-01] [AUTH-02] the signal is recorded when somebody signs up or logs in with it, and the history says that it came from the browser', async () => {
  const GPC = { 'sec-gpc': '1' };
  const bySignal = async (member: TestMember) =>
    (await history(member))
      .filter(({ source }) => source === 'gpc')
      .map(({ consent_id, choice }) => `${consent_id} ${choice}`);
  const email = 'signal@example.com';
  const signup = await api.call<{ access_token: string; user_id: number }>('POST', '/auth/signup', {
    headers: GPC,
    body: memberBody({ email, country: 'US', state: 'TX' }),
  });
  const fresh = { token: signup.body.access_token, userId: signup.body.user_id } as TestMember;
  const refusals = ['sale_share declined', 'analytics declined'];
  assert.deepEqual(await bySignal(fresh), refusals);

  const member = await api.signUp({ country: 'US', state: 'TX' });
  const credentials = { email: member.email, password: member.password };
  assert.equal((await api.call('POST', '/auth/login', { body: credentials })).status, 200);
  assert.deepEqual(await bySignal(member), []);
  await api.call('POST', '/auth/login', { headers: GPC, body: credentials });
  assert.deepEqual(await bySignal(member), refusals);
});

/** What a browser sends back of the cookies that an answer set. */
const choicesCookie = ({ headers }: Pick<Answer, 'headers'>) =>
  headers.getSetCookie().find((one) => one.startsWith('wm_choices='));
const pairOf = (cookie: string | undefined): string => cookie?.split(';')[0] ?? '';

test('[PRIV-04] the signal of a visitor who never answered is honoured with each call and leaves nothing behind, here or in the browser', async () => {
  const ask = (cookie = '') =>
    api.call<ConsentStatus>('GET', '/auth/consents-status?country=US&state=TX', {
      headers: { 'sec-gpc': '1', cookie },
    });
  const count = async () =>
    (await api.context.db.selectFrom('visitor_consent_records').select('id').execute()).length;
  const before = await count();
  for (const cookie of ['', 'wm_choices=a-key-of-no-answer', 'wm_device=a-key-of-no-answer']) {
    const { body, headers } = await ask(cookie);
    assert.deepEqual([body.gpc.is_honoured, granted(body)], [true, ['health', 'captcha']], cookie);
    assert.deepEqual(headers.getSetCookie(), []);
  }
  assert.equal(await count(), before);

  const stored = await answer({
    matrix_id: 'US',
    country: 'US',
    state: 'TX',
    choices: { analytics: 'accepted' },
  });
  const cookie = pairOf(choicesCookie(stored));
  await ask(cookie);
  const later = await status(undefined, { query: '?country=US&state=TX', headers: { cookie } });
  assert.ok(!granted(later).includes('analytics'), 'recorded for a browser that has a key');
});

test('[PRIV-02] the budget of calls for the status holds for an address', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    for (const path of ['/auth/consents-status', '/services/consent/v1/consent/status']) {
      // All but the last of the calls that an address has, without making each of them.
      limited.app.count!(`GET ${path}`, STATUS_LIMIT, '127.0.0.1', { cost: STATUS_LIMIT.max - 1 });
      const [last, beyond] = [await limited.call('GET', path), await limited.call('GET', path)];
      assert.deepEqual([last.status, beyond.status], [200, 429], path);
    }
  } finally {
    await limited.stop();
  }
});

test('[PRIV-02] answers of visitors end after the configured days', async () => {
  const { db, env } = api.context;
  const count = async () => (await db.selectFrom('visitor_consent_records').select('id').execute()).length;
  await answer({ country: 'DE', choices: { analytics: 'declined' } });
  const before = await count();
  const days = (count: number) => () => new Date(Date.now() + count * 86_400_000);
  await purgeVisitorAnswers({ db, env, now: days(env.VISITOR_CONSENTS_DAYS - 1) });
  assert.equal(await count(), before);
  await purgeVisitorAnswers({ db, env, now: days(env.VISITOR_CONSENTS_DAYS + 1) });
  assert.equal(await count(), 0);
});

test("[PRIV-02] a visitor's browser gets a key with the first answer, which finds it again, apart from everybody else's", async () => {
  const first = await api.call<ConsentStatus>('GET', '/auth/consents-status?country=DE');
  assert.deepEqual([first.body.matrix_id, granted(first.body)], ['EU1', []]);
  assert.deepEqual(first.headers.getSetCookie(), []);
  const stored = await answer({ country: 'DE', choices: { analytics: 'accepted' } });
  assert.deepEqual(granted(stored.body), ['analytics']);
  assert.match(
    choicesCookie(stored) ?? '',
    /^wm_choices=[\w-]{22}; Max-Age=34128000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const again = (cookie: string) => status(undefined, { query: '?country=DE', headers: { cookie } });
  const cookie = pairOf(choicesCookie(stored));
  assert.deepEqual(granted(await again(cookie)), ['analytics']);
  const changed = await answer({ country: 'DE', choices: { captcha: 'accepted' } }, undefined, { cookie });
  assert.equal(pairOf(choicesCookie(changed)), cookie, 'one key for all answers');
  assert.deepEqual(granted(await again(cookie)), ['analytics', 'captcha']);
  assert.deepEqual(granted(await again('wm_choices=another-browser-1')), []);
  assert.equal((await status(undefined)).needs_country, true);
});

test('[PRIV-02] answers that an earlier version keeps under the id of the statistics hold, and move to their own cookie', async () => {
  const { db, newId } = api.context;
  const legacyId = 'an-id-of-an-earlier-version';
  const stored = await answer({ country: 'DE', choices: { analytics: 'accepted' } });
  const row = await db
    .selectFrom('visitor_consent_records')
    .selectAll()
    .where('device_hash', '=', sha256(pairOf(choicesCookie(stored)).slice('wm_choices='.length)))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('visitor_consent_records')
    .values({
      ...row,
      id: newId(),
      device_hash: sha256(legacyId),
      legal_versions: JSON.stringify(row.legal_versions),
    })
    .execute();
  const moved = await api.call<ConsentStatus>('GET', '/auth/consents-status?country=DE', {
    headers: { cookie: `wm_device=${legacyId}` },
  });
  assert.deepEqual(granted(moved.body), ['analytics']);
  const [choices, removed] = moved.headers.getSetCookie();
  assert.equal(pairOf(choices), `wm_choices=${legacyId}`);
  assert.match(removed ?? '', /^wm_device=; Max-Age=0; Path=\//);
  const next = await status(undefined, { query: '?country=DE', headers: { cookie: pairOf(choices) } });
  assert.deepEqual(granted(next), ['analytics']);
});

test('[PRIV-05] a changed matrix asks again for what changed, and for nothing else', async () => {
  const file = path.join(folder, 'matrix.json');
  const matrix = JSON.parse(readFileSync(new URL('matrix.json', import.meta.url), 'utf8')) as {
    version: number;
    consents: Record<string, { changed_in: number; text: string }>;
  };
  matrix.version = VERSION + 1;
  matrix.consents['health']!.changed_in = VERSION + 1;
  writeFileSync(file, JSON.stringify(matrix));
  const other = await startTestApi({ env: { CONSENT_MATRIX_FILE: file } });
  try {
    const member = await other.signUp({ consents: undefined });
    await answer({ matrix_version: VERSION + 1, choices: { health: 'accepted' } }, member, {}, other);
    await other.context.db
      .updateTable('consent_records')
      .set({ matrix_version: VERSION })
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
  }
});

test('a matrix that cannot work ends the start with a sentence', async () => {
  const file = path.join(folder, 'broken.json');
  writeFileSync(file, '{"version": 1}');
  await assert.rejects(startTestApi({ env: { CONSENT_MATRIX_FILE: file } }), /CONSENT_MATRIX_FILE/);
  const silent = JSON.parse(readFileSync(new URL('matrix.json', import.meta.url), 'utf8')) as {
    regions: { id: string; consents: Record<string, string> }[];
  };
  delete silent.regions.find(({ id }) => id === 'US')!.consents['health'];
  writeFileSync(file, JSON.stringify(silent));
  await assert.rejects(
    startTestApi({ env: { CONSENT_MATRIX_FILE: file } }),
    /US does not say how it asks for "health"/,
  );
});

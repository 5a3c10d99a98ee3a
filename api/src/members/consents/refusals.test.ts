import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import type {
  ConsentChoice,
  ConsentMatrix,
  ConsentRecord,
  ConsentStatus,
  SessionResponse,
  User,
} from '@waymark/api-contract';
import * as fc from 'fast-check';
import { answerConsents } from '../../testing/answer-consents.ts';
import { cookieOf, startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { memberBody } from '../../testing/member.ts';
import { findConsenting } from './status.ts';

interface MatrixFile {
  version: number;
  consents: Record<string, { changed_in: number; text: string }>;
}

const SHIPPED = JSON.parse(readFileSync(new URL('matrix.json', import.meta.url), 'utf8')) as MatrixFile;
const GPC = { 'sec-gpc': '1' };
const folder = mkdtempSync(path.join(tmpdir(), 'waymark-refusals-'));
const partners = path.join(folder, 'partners.json');
writeFileSync(partners, '[]');

const api = await startTestApi({ env: { PARTNERS_FILE: partners } });
after(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

/** The same site with the next version of its matrix, in which some consents mean something else. */
function updateSite(...changed: string[]): Promise<TestApi> {
  const next = structuredClone(SHIPPED);
  next.version++;
  for (const id of changed)
    Object.assign(next.consents[id]!, {
      changed_in: next.version,
      text: `${next.consents[id]!.text} And more.`,
    });
  const file = path.join(folder, `${changed.join('-')}.json`);
  writeFileSync(file, JSON.stringify(next));
  const { DATABASE_URL = '', DATA_DIR } = api.context.env;
  return startTestApi({
    env: { DATABASE_URL, DATA_DIR, PARTNERS_FILE: partners, CONSENT_MATRIX_FILE: file },
  });
}

const statusOf = async (
  member: TestMember,
  { on = api, headers = {} }: { on?: TestApi; headers?: Record<string, string> } = {},
) => (await on.call<ConsentStatus>('GET', '/auth/consents-status', { token: member.token, headers })).body;
const stateOf = ({ consents }: ConsentStatus, consent: string) => {
  const { is_granted, choice, needs_answer } = consents.find(({ id }) => id === consent)!;
  return { is_granted, choice, needs_answer };
};
const REFUSED = { is_granted: false, choice: 'declined', needs_answer: false };

const grantedBySession = async (member: TestMember, on = api) =>
  (await on.call<SessionResponse>('GET', '/auth/session', { cookie: member.cookie })).body.consents!.granted;

test('[PRIV-02] [PRIV-05] a new version of the matrix leaves refusals alone and asks anew for permissions, which count as refused until then', async () => {
  const place = { country: 'US', state: 'CA' };
  const [byForm, bySignal, willing] = [
    await api.signUp(place),
    await api.signUp(place),
    await api.signUp(place),
  ];
  await answerConsents(api, byForm, {
    sale_share: 'declined',
    analytics: 'declined',
    marketing_email: 'declined',
  });
  await statusOf(bySignal, { headers: GPC });
  await answerConsents(api, willing, {
    sale_share: 'accepted',
    analytics: 'accepted',
    marketing_email: 'accepted',
  });
  const updated = await updateSite('sale_share', 'analytics', 'marketing_email');
  try {
    for (const member of [byForm, bySignal]) {
      const status = await statusOf(member, { on: updated });
      assert.deepEqual(stateOf(status, 'sale_share'), REFUSED);
      assert.deepEqual(stateOf(status, 'analytics'), REFUSED);
      assert.deepEqual([status.needs_answer, status.shows_do_not_sell], [false, false]);
      assert.deepEqual(await grantedBySession(member, updated), [
        'terms',
        'privacy_policy',
        'health',
        'captcha',
      ]);
    }
    const status = await statusOf(willing, { on: updated });
    for (const id of ['sale_share', 'analytics', 'marketing_email'])
      assert.deepEqual(
        stateOf(status, id),
        { is_granted: false, choice: 'accepted', needs_answer: true },
        id,
      );
    assert.deepEqual([status.needs_answer, status.shows_do_not_sell], [true, true]);
    const all = [byForm, bySignal, willing].map(({ userId }) => userId);
    assert.deepEqual(await findConsenting(updated.context, all, 'marketing_email'), new Set());
    const answers = { sale_share: 'accepted', analytics: 'declined', marketing_email: 'accepted' } as const;
    const answered = await answerConsents(updated, willing, answers);
    assert.deepEqual([answered.needs_answer, answered.shows_do_not_sell], [false, false]);
    assert.deepEqual(
      await findConsenting(updated.context, all, 'marketing_email'),
      new Set([willing.userId]),
    );
  } finally {
    await updated.stop();
  }
});

test('[PRIV-02] the words that were answered can be read after they have changed', async () => {
  const member = await api.signUp();
  await answerConsents(api, member, { analytics: 'accepted' });
  const updated = await updateSite('analytics');
  try {
    await answerConsents(updated, member, { analytics: 'declined' });
    const { body } = await updated.call<{ records: ConsentRecord[] }>('GET', '/auth/consents-history', {
      token: member.token,
    });
    const { text } = SHIPPED.consents['analytics']!;
    assert.deepEqual(
      body.records.filter(({ consent_id }) => consent_id === 'analytics').map(({ wording }) => wording?.text),
      [`${text} And more.`, text],
    );
  } finally {
    await updated.stop();
  }
});

test('[PRIV-02] [PRIV-03] a refusal outlives a move: health data declined in Germany is neither taken nor shown in Texas, until the member allows it there', async () => {
  const member = await api.signUp({ country: 'DE', consents: undefined });
  await answerConsents(api, member, { health: 'declined', analytics: 'declined' });
  const texas = { country: 'US', state: 'TX' };
  const moved = await answerConsents(api, member, {}, { place: texas });
  assert.deepEqual([moved.matrix_id, moved.state], ['US', 'TX']);
  assert.deepEqual([stateOf(moved, 'health'), stateOf(moved, 'analytics')], [REFUSED, REFUSED]);
  const { db } = api.context;
  const hides = async () =>
    (
      await db
        .selectFrom('users')
        .select('hides_health_data')
        .where('id', '=', member.userId)
        .executeTakeFirstOrThrow()
    ).hides_health_data;
  assert.equal(await hides(), true);
  const self = await api.call<User>('GET', '/services/main/v7.1/user/self/', { token: member.token });
  assert.equal(self.body.consents['health'], false);
  const back = await answerConsents(api, member, {}, { place: { country: 'DE' } });
  assert.deepEqual([stateOf(back, 'health'), back.needs_answer], [REFUSED, false]);
  await answerConsents(api, member, { health: 'accepted' }, { place: texas });
  assert.equal(await hides(), false);
});

/** The cookies that an answer sets, as the browser sends them back. */
const cookiesOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
async function answerAsVisitor(body: object, cookie = ''): Promise<string> {
  const answered = await api.call('POST', '/auth/update-consents', {
    headers: { cookie },
    body: { matrix_id: 'US', matrix_version: SHIPPED.version, locale: 'en-us', screen: 'test', ...body },
  });
  assert.equal(answered.status, 200, answered.text);
  return cookiesOf(answered);
}

test('[PRIV-04] [AUTH-02] what a visitor refused in this browser stays refused for the account that they make in it', async () => {
  const cookie = await answerAsVisitor({
    country: 'US',
    state: 'CA',
    choices: { sale_share: 'declined', analytics: 'declined', captcha: 'accepted' },
  });
  const { body: signup } = await api.call<{ access_token: string }>('POST', '/auth/signup', {
    headers: { cookie },
    body: memberBody({ email: 'browser@example.com', country: 'US' }),
  });
  const { body } = await api.call<ConsentStatus>('GET', '/auth/consents-status', {
    token: signup.access_token,
  });
  assert.deepEqual([stateOf(body, 'sale_share'), stateOf(body, 'analytics')], [REFUSED, REFUSED]);
  assert.equal(body.consents.find(({ id }) => id === 'analytics')?.source, 'browser');
  assert.equal(
    body.consents.find(({ id }) => id === 'captcha')?.choice,
    null,
    'permissions are not carried over',
  );
  assert.equal(body.shows_do_not_sell, false);
});

test('[PRIV-04] [AUTH-02] whoever signs up where a state was chosen is asked what that state asks', async () => {
  const cookie = await answerAsVisitor({
    matrix_id: 'US-WA',
    country: 'US',
    state: 'WA',
    choices: { analytics: 'declined' },
  });
  const { body: signup } = await api.call<{ access_token: string }>('POST', '/auth/signup', {
    headers: { cookie },
    body: memberBody({ email: 'washington@example.com', country: 'US', consents: undefined }),
  });
  const { body } = await api.call<ConsentStatus>('GET', '/auth/consents-status', {
    token: signup.access_token,
  });
  assert.deepEqual([body.matrix_id, body.state], ['US-WA', 'WA']);
  assert.equal(stateOf(body, 'health').is_granted, false);
});

test('[PRIV-04] logging in where something was refused fills what the member has not answered, and changes no answer of theirs', async () => {
  const member = await api.signUp({ country: 'US', state: 'TX' });
  await answerConsents(api, member, { analytics: 'accepted' });
  const cookie = await answerAsVisitor({
    country: 'US',
    choices: { sale_share: 'declined', analytics: 'declined', terms: 'declined' },
  });
  const here = await statusOf(member, { headers: { cookie } });
  assert.deepEqual(stateOf(here, 'sale_share'), REFUSED);
  assert.equal(stateOf(here, 'analytics').is_granted, true);
  assert.equal(stateOf(here, 'terms').is_granted, true);
  const { body } = await api.call<{ records: ConsentRecord[] }>('GET', '/auth/consents-history', {
    token: member.token,
  });
  await statusOf(member, { headers: { cookie } });
  assert.equal(body.records.filter(({ source }) => source === 'browser').length, 1);
  assert.deepEqual(stateOf(await statusOf(member), 'sale_share'), REFUSED, 'on another device');
  await answerConsents(api, member, { sale_share: 'accepted' });
  assert.equal(stateOf(await statusOf(member, { headers: { cookie } }), 'sale_share').is_granted, true);
});

test('[PRIV-02] [PRIV-04] a log-in adopts what was refused of the browser alone: health data that another visitor refused stays visible to its member; a sign-up adopts all', async () => {
  const refused = { health: 'declined', marketing_email: 'declined', sale_share: 'declined' };
  const cookie = await answerAsVisitor({ country: 'US', state: 'TX', choices: refused });
  const member = await api.signUp({ country: 'US', state: 'TX' });
  const here = await statusOf(member, { headers: { cookie } });
  assert.deepEqual(stateOf(here, 'sale_share'), REFUSED);
  assert.deepEqual([stateOf(here, 'health').is_granted, stateOf(here, 'health').choice], [true, null]);
  const { body } = await api.call<{ access_token: string }>('POST', '/auth/signup', {
    headers: { cookie },
    body: memberBody({ email: 'all@example.com', country: 'US', state: 'TX' }),
  });
  const ofSignup = await api.call<ConsentStatus>('GET', '/auth/consents-status', {
    token: body.access_token,
  });
  for (const id of ['health', 'sale_share']) assert.deepEqual(stateOf(ofSignup.body, id), REFUSED, id);
});

test('[PRIV-02] [PRIV-04] what was refused in a browser holds from the log-in on, before any page asks for the consents', async () => {
  const member = await api.signUp({ country: 'US', state: 'TX' });
  const cookie = await answerAsVisitor({ country: 'US', state: 'TX', choices: { analytics: 'declined' } });
  const login = await api.call('POST', '/auth/login', {
    headers: { cookie },
    body: { email: member.email, password: member.password },
  });
  assert.equal(login.status, 200, login.text);
  const { body } = await api.call<SessionResponse>('GET', '/auth/session', {
    headers: { cookie: cookieOf(login)! },
  });
  assert.ok(body.consents!.granted.length > 0);
  assert.equal(body.consents!.granted.includes('analytics'), false);
});

test('[PRIV-03] a code that is no state says nothing: what is asked is the strictest of the country, and nobody can answer by it', async () => {
  const ask = (query: string) => api.call<ConsentStatus>('GET', `/auth/consents-status?country=US${query}`);
  const [unknown, ofNoState] = [(await ask('')).body, (await ask('&state=ZZ')).body];
  assert.deepEqual(
    ofNoState.consents.map(({ id, kind, is_granted }) => [id, kind, is_granted]),
    unknown.consents.map(({ id, kind, is_granted }) => [id, kind, is_granted]),
  );
  assert.equal(ofNoState.needs_country, true);
  const signup = await api.call('POST', '/auth/signup', {
    body: memberBody({ email: 'nowhere@example.com', country: 'US', state: 'ZZ' }),
  });
  assert.equal(signup.status, 400, signup.text);
  const member = await api.signUp({ country: 'US', state: 'TX' });
  const moved = await api.call('POST', '/auth/update-consents', {
    token: member.token,
    body: {
      matrix_id: 'US',
      matrix_version: SHIPPED.version,
      locale: 'en-us',
      screen: 'test',
      choices: {},
      country: 'US',
      state: 'ZZ',
    },
  });
  assert.equal(moved.status, 400, moved.text);
});

test('[PRIV-02] [PRIV-04] what a member refuses in a browser stays refused there after they log out, apart from what is theirs alone', async () => {
  const member = await api.signUp({ country: 'US', state: 'TX' });
  const answered = await api.call<ConsentStatus>('POST', '/auth/update-consents', {
    token: member.token,
    body: {
      matrix_id: 'US',
      matrix_version: SHIPPED.version,
      locale: 'en-us',
      screen: 'test',
      choices: { sale_share: 'declined', analytics: 'declined', health: 'declined', captcha: 'accepted' },
    },
  });
  assert.equal(answered.status, 200, answered.text);
  const { body: visitor } = await api.call<ConsentStatus>(
    'GET',
    '/auth/consents-status?country=US&state=TX',
    { headers: { cookie: cookiesOf(answered) } },
  );
  for (const id of ['sale_share', 'analytics']) assert.deepEqual(stateOf(visitor, id), REFUSED, id);
  for (const id of ['health', 'captcha']) assert.equal(stateOf(visitor, id).choice, null, id);
});

test('[PRIV-03] the region that a visitor chose holds for every later call of the browser, with and without an answer', async () => {
  const texan = { 'accept-language': 'en-US' };
  const ask = async (cookie: string) =>
    (await api.call<ConsentStatus>('GET', '/auth/consents-status', { headers: { ...texan, cookie } })).body;
  const place = ({ country, state, needs_country }: ConsentStatus) => [country, state, needs_country];
  assert.deepEqual(place(await ask('')), ['US', null, true]);
  const german = await answerAsVisitor({ country: 'DE', choices: {} });
  assert.match(german, /^wm_region=DE$/, 'a region alone is no answer, and gets no key');
  assert.deepEqual(place(await ask(german)), ['DE', null, false]);
  assert.equal(stateOf(await ask(german), 'analytics').is_granted, false);
  const moved = await answerAsVisitor({ country: 'US', state: 'WA', choices: {} }, german);
  assert.deepEqual(place(await ask(moved)), ['US', 'WA', false]);
  assert.deepEqual(place(await ask('wm_region=<script>')), ['US', null, true]);
  assert.deepEqual(place(await ask('wm_region=QQ')), ['US', null, true]);
});

test('[PRIV-02] [PRIV-03] an American whose state is unknown gets what the strictest state asks, is asked for the state, and keeps it when only the country is said again', async () => {
  const place = ({ country, state, needs_country }: ConsentStatus) => [country, state, needs_country];
  const member = await api.signUp({ country: 'US', consents: undefined });
  const unknown = await statusOf(member);
  assert.deepEqual(place(unknown), ['US', null, true]);
  for (const id of ['health', 'sale_share']) assert.equal(stateOf(unknown, id).is_granted, false, id);
  assert.deepEqual([unknown.needs_answer, unknown.shows_do_not_sell], [true, false]);

  const texan = await answerConsents(api, member, {}, { place: { country: 'US', state: 'TX' } });
  assert.deepEqual(
    [texan.needs_country, stateOf(texan, 'health').is_granted, texan.shows_do_not_sell],
    [false, true, true],
  );
  const same = await answerConsents(api, member, {}, { place: { country: 'US' } });
  assert.deepEqual(place(same), ['US', 'TX', false]);
  assert.deepEqual(place(await statusOf(member)), ['US', 'TX', false]);
  await answerConsents(api, member, {}, { place: { country: 'DE' } });
  const back = await answerConsents(api, member, {}, { place: { country: 'US' } });
  assert.deepEqual(place(back), ['US', null, true], 'a state of another country is none');

  const ask = async (cookie: string) =>
    (await api.call<ConsentStatus>('GET', '/auth/consents-status', { headers: { cookie } })).body;
  const visitor = await answerAsVisitor({ country: 'US', state: 'CA', choices: {} });
  const again = await answerAsVisitor({ country: 'US', choices: {} }, visitor);
  assert.deepEqual(place(await ask(again)), ['US', 'CA', false]);
  assert.deepEqual(place(await ask('wm_region=US')), ['US', null, true]);
  assert.equal(stateOf(await ask('wm_region=US'), 'health').is_granted, false);
});

test('[PRIV-02] below the protected age everything optional is off until the member switches it on, and stays off when they come of age', async () => {
  const { db, env } = api.context;
  const year = new Date().getUTCFullYear();
  const minor = await api.signUp({ country: 'US', state: 'TX', birthdate: `${year - 14}-01-01` });
  const adult = await api.signUp({ country: 'US', state: 'TX' });
  const granted = async (member: TestMember) =>
    (await statusOf(member)).consents.filter(({ is_granted }) => is_granted).map(({ id }) => id);
  assert.deepEqual(await granted(adult), [
    'terms',
    'privacy_policy',
    'health',
    'analytics',
    'captcha',
    'sale_share',
  ]);
  assert.deepEqual(await granted(minor), ['terms', 'privacy_policy']);
  const status = await statusOf(minor);
  assert.equal(status.needs_answer, true, 'health data is asked for by itself');
  assert.equal(status.shows_do_not_sell, false, 'nothing is sold, so nothing has to be refused');
  await answerConsents(api, minor, { health: 'accepted', sale_share: 'accepted' });
  assert.deepEqual(await granted(minor), ['terms', 'privacy_policy', 'health', 'sale_share']);

  // Two years later: born and joined two years earlier.
  await db
    .updateTable('users')
    .set({ birthdate: `${year - 16}-01-01`, created_at: new Date(Date.UTC(year - 2, 6, 1)) })
    .where('id', '=', minor.userId)
    .execute();
  assert.deepEqual(await granted(minor), ['terms', 'privacy_policy', 'health', 'sale_share']);
  assert.deepEqual(await findConsenting({ db, env }, [minor.userId], 'analytics'), new Set());

  const indian = await api.signUp({ country: 'IN', birthdate: `${year - 17}-01-01`, consents: undefined });
  const { consents } = await statusOf(indian);
  assert.ok(
    consents.every(({ id }) => id !== 'sale_share' && id !== 'analytics'),
    'the law lets no minor allow it',
  );
});

test('[PRIV-02] countries without rules of their own get the strictest, and Brazil, Canada, Japan, Switzerland and the United Kingdom have theirs', async () => {
  const matrixOf = async (id: string) =>
    (await api.call<ConsentMatrix>('GET', `/auth/consents-matrix/${id}`)).body;
  const kinds = ({ consents }: ConsentMatrix) => consents.map(({ id, kind }) => `${id} ${kind}`);
  const strictest = await matrixOf('EU1');
  for (const id of ['BR', 'CA', 'JP', 'CH', 'GB']) {
    const matrix = await matrixOf(id);
    assert.equal(matrix.id, id);
    assert.deepEqual(kinds(matrix), kinds(strictest), id);
  }
  for (const id of ['IN', 'AU', 'ZA', 'MX', 'KR']) assert.deepEqual(await matrixOf(id), strictest, id);
  assert.equal((await matrixOf('US')).consents.find(({ id }) => id === 'analytics')?.kind, 'opt_out');
});

test('[PRIV-04] selling is asked about only where something is sold or shared; the lasting link follows the law of the state', async () => {
  const quiet = await startTestApi();
  try {
    const ask = async (on: TestApi, query: string, headers = {}) =>
      (await on.call<ConsentStatus>('GET', `/auth/consents-status?${query}`, { headers })).body;
    const asks = ({ consents }: ConsentStatus) => consents.some(({ id }) => id === 'sale_share');
    const california = await ask(quiet, 'country=US&state=CA');
    assert.deepEqual([asks(california), california.shows_do_not_sell], [false, false]);
    const selling = await ask(api, 'country=US&state=CA');
    assert.deepEqual([asks(selling), selling.shows_do_not_sell], [true, true]);
    assert.ok(
      !(await quiet.call<ConsentMatrix>('GET', '/auth/consents-matrix/US')).text.includes('sale_share'),
    );

    for (const [query, isShown] of [
      ['country=US&state=CA', true],
      ['country=US', true],
      ['country=US&state=NY', false],
      ['country=DE', false],
    ] as const)
      assert.equal((await ask(quiet, query)).shows_privacy_choices, isShown, query);

    // A signal on a site that sells nothing counts once it does.
    const member = await quiet.signUp({ country: 'US', state: 'TX' });
    const honoured = await statusOf(member, { on: quiet, headers: GPC });
    assert.equal(honoured.gpc.is_honoured, true);
    const record = await quiet.context.db
      .selectFrom('consent_records')
      .select(['choice', 'source'])
      .where('user_id', '=', member.userId)
      .where('consent_id', '=', 'sale_share')
      .executeTakeFirst();
    assert.deepEqual(record, { choice: 'declined', source: 'gpc' });
  } finally {
    await quiet.stop();
  }
});

test('[PRIV-02] whoever reads consents reads the same: status, session, mails and what is stored with the member, after any history', async () => {
  const { db, env } = api.context;
  const ids = Object.keys(SHIPPED.consents).filter((id) => id !== 'terms' && id !== 'privacy_policy');
  const step = fc.oneof(
    fc.record({
      id: fc.constantFrom(...ids),
      choice: fc.constantFrom<ConsentChoice>('accepted', 'declined'),
    }),
    fc.constantFrom({ country: 'DE' }, { country: 'US', state: 'TX' }, { country: 'US', state: 'WA' }),
    fc.constant('signal' as const),
  );
  const histories = fc.sample(fc.array(step, { minLength: 1, maxLength: 5 }), { numRuns: 12, seed: 30 });
  for (const history of histories) {
    const member = await api.signUp({ country: 'US', state: 'TX' });
    for (const event of history) {
      if (event === 'signal') await statusOf(member, { headers: GPC });
      else if ('country' in event) await answerConsents(api, member, {}, { place: event });
      else await answerConsents(api, member, { [event.id]: event.choice });
    }
    const about = JSON.stringify(history);
    const granted = (await statusOf(member)).consents
      .filter(({ is_granted }) => is_granted)
      .map(({ id }) => id);
    assert.deepEqual(await grantedBySession(member), granted, about);
    for (const id of ids)
      assert.equal(
        (await findConsenting({ db, env }, [member.userId], id)).has(member.userId),
        granted.includes(id),
        `${id} ${about}`,
      );
    const { hides_health_data } = await db
      .selectFrom('users')
      .select('hides_health_data')
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow();
    assert.equal(hides_health_data, !granted.includes('health'), about);
  }
});

test('[PRIV-02] [PRIV-04] [PRIV-05] random histories through the calls: no refusal becomes permission, whatever region, version, signal, log-out or log-in comes after', async () => {
  const ids = ['health', 'analytics', 'captcha', 'marketing_email', 'sale_share'] as const;
  const ofBrowser = new Set<string>(['analytics', 'captcha', 'sale_share']);
  const next = await updateSite('health', 'sale_share');
  const places = [
    { country: 'DE' },
    { country: 'US' },
    { country: 'US', state: 'TX' },
    { country: 'US', state: 'WA' },
  ];
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        id: fc.constantFrom(...ids),
        choice: fc.constantFrom<ConsentChoice>('accepted', 'declined'),
      }),
    },
    fc.record({ kind: fc.constant('move' as const), place: fc.constantFrom(...places) }),
    fc.constantFrom(...(['signal', 'version', 'log out', 'log in'] as const).map((kind) => ({ kind }))),
  );
  try {
    const histories = fc.sample(fc.array(step, { minLength: 4, maxLength: 10 }), { numRuns: 25, seed: 30 });
    for (const history of histories) {
      const about = JSON.stringify(history);
      const member = await api.signUp({ country: 'US', state: 'TX' });
      const [refusedByMember, refusedInBrowser] = [new Set<string>(), new Set<string>()];
      let [on, isSignedIn] = [api, true];
      const cookies = new Map<string, string>();
      const call = async (method: string, path: string, options: { body?: object; gpc?: boolean } = {}) => {
        const answered = await on.call<ConsentStatus>(method, path, {
          ...(isSignedIn && { token: member.token }),
          ...(options.body && { body: options.body }),
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(options.gpc && GPC),
          },
        });
        assert.equal(answered.status, 200, `${answered.text} ${about}`);
        for (const line of answered.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        return answered.body;
      };
      const answer = async (choices: Record<string, ConsentChoice>, place: object = {}) => {
        const query = new URLSearchParams(Object.entries(place)).toString();
        const { matrix_id, matrix_version } = await call('GET', `/auth/consents-status?${query}`);
        const body = { matrix_id, matrix_version, choices, locale: 'en-us', screen: 'test', ...place };
        await call('POST', '/auth/update-consents', { body });
      };
      for (const event of history) {
        if (event.kind === 'move') await answer({}, event.place);
        else if (event.kind === 'signal') {
          await call('GET', '/auth/consents-status', { gpc: true });
          if (isSignedIn) for (const id of ['analytics', 'sale_share']) refusedByMember.add(id);
        } else if (event.kind === 'version') on = next;
        else if (event.kind === 'answer') {
          const { id, choice } = event;
          await answer({ [id]: choice });
          const refused = isSignedIn ? refusedByMember : refusedInBrowser;
          if (choice === 'accepted') refused.delete(id);
          else refused.add(id);
          if (choice === 'declined' && isSignedIn && ofBrowser.has(id)) refusedInBrowser.add(id);
        } else isSignedIn = event.kind === 'log in';
        const status = await call('GET', '/auth/consents-status');
        for (const id of isSignedIn ? refusedByMember : refusedInBrowser)
          assert.deepEqual(stateOf(status, id), REFUSED, `${id} after ${event.kind}: ${about}`);
        if (isSignedIn) continue;
        const healthOfMember = await statusOf(member, { on });
        assert.equal(
          stateOf(healthOfMember, 'health').choice === 'declined',
          refusedByMember.has('health'),
          `what is answered without the member is theirs: ${about}`,
        );
      }
      const { hides_health_data: isHidden } = await next.context.db
        .selectFrom('users')
        .select('hides_health_data')
        .where('id', '=', member.userId)
        .executeTakeFirstOrThrow();
      if (refusedByMember.has('health')) assert.equal(isHidden, true, about);
    }
  } finally {
    await next.stop();
  }
});

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { type ActivityTypeList, RolloutList, StartupSettings } from '@waymark/api-contract';
import { startTestApi } from '../testing/api.ts';
import { mailedToken } from '../testing/mail.ts';

const api = await startTestApi({
  env: {
    ROLLOUTS: 'survey=show_survey, mapping=maplibre',
    SUPPORT_EMAIL: 'help@waymark.example',
    COUNTRIES: 'us, PL,ua',
    UNLOCK_PREMIUM: 'true',
    RECAPTCHA_SITE_KEY: 'public-key',
  },
});
after(() => api.stop());

test('[HOST-21] [HOST-22] startup settings come from the configuration', async () => {
  const { body } = await api.call<StartupSettings>('GET', '/platform/settings', {
    headers: { 'accept-language': 'pl-PL', accept: 'image/webp' },
  });
  assert.deepEqual(StartupSettings.parse(body), body);
  assert.deepEqual(body.appConfig.countries, ['us', 'pl', 'ua']);
  assert.deepEqual(body.appConfig.dataRegions, { us: 'US', pl: 'EU1', ua: 'EU2' });
  assert.deepEqual(
    [body.supportEmail, body.country, body.webp, body.unlockPremium, body.captcha, body.appConfig.mailbox],
    [
      'help@waymark.example',
      'PL',
      true,
      true,
      { siteKey: 'public-key', scriptUrl: 'https://www.google.com/recaptcha/api.js' },
      true,
    ],
  );
});

test('[HOST-20] rollouts are served to everyone', async () => {
  const { body } = await api.call('GET', '/platform/rollouts');
  assert.deepEqual(RolloutList.parse(body).rollouts, [
    { rollout_name: 'survey', variant_name: 'show_survey' },
    { rollout_name: 'mapping', variant_name: 'maplibre' },
  ]);
});

test('[SESS-05] a premium member is ad free with days remaining', async () => {
  const member = await api.signUp();
  const { body } = await api.call('GET', '/auth/session', { cookie: member.cookie });
  assert.deepEqual(body['premium'], { is_ad_free: true, days_remaining: 365 });
});

test('[DATA-01] the whole catalogue of activity types, which browsers keep for 30 days', async () => {
  const path = '/services/main/v7.1/activity_type/';
  const all = await api.call<ActivityTypeList>('GET', path);
  assert.equal(all.headers.get('cache-control'), 'public, max-age=2592000');
  const types = all.body._embedded.activity_types;
  assert.ok(types.length > 900 && types.length === all.body.total_count);
  const ids = new Set(types.map(({ id }) => id));
  assert.ok(
    types.every(({ parent_id, root_id }) => ids.has(root_id) && (parent_id === null || ids.has(parent_id))),
  );
  const again = await api.call('GET', path, { headers: { 'if-none-match': all.headers.get('etag') ?? '' } });
  assert.deepEqual([again.status, again.text], [304, '']);
  const run = await api.call('GET', `${path}16/`);
  assert.deepEqual(
    run.body,
    types.find(({ id }) => id === 16),
  );
  assert.equal((await api.call('GET', `${path}999999/`)).status, 404);
});

test('the mailbox page shows the mails of a local site, without running what is in them', async () => {
  const member = await api.signUp({ first_name: '<script>alert(1)</script>' });
  await mailedToken(api.context, member.email, '/verify_email/');
  const list = await api.call('GET', '/mailbox');
  assert.match(list.text, /Welcome to Waymark: confirm your e-mail address/);
  const address = /href="(\/mailbox\/\d+)"/.exec(list.text)?.[1] ?? '';
  const mail = await api.call('GET', address);
  assert.match(mail.text, /<a href="http:\/\/localhost:4000\/verify_email\/[\w-]+"/);
  const body = await api.call('GET', `${address}/body`);
  for (const page of [list, mail, body]) {
    assert.equal(page.text.includes('<script'), false);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
});

test('the developer page and the OpenAPI document name every call', async () => {
  const { body } = await api.call<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  }>('GET', '/services/openapi.json');
  assert.equal(body.openapi, '3.1.0');
  assert.ok(body.paths['/auth/password/reset/{token}']?.['post']);
  assert.ok(body.paths['/services/main/v7.1/workout/{id}/']?.['delete']);
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path));
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  const page = await api.call('GET', '/developer');
  assert.equal(page.text.match(/<details/g)?.length, operations.length);
  assert.equal(/<script|style="/.test(page.text), false);
  assert.equal(
    (await api.call('GET', '/developer/style.css')).headers.get('content-type'),
    'text/css; charset=utf-8',
  );
});

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';

const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
after(() => api.stop());

test('text that is no beacon is not taken for JSON', async () => {
  const answer = await api.call<ErrorBody>('POST', '/auth/login', {
    body: '{"email":"a@example.com","password":"x"}',
    headers: { 'content-type': 'text/plain' },
  });
  assert.deepEqual([answer.status, answer.body.error], [415, 'unsupported_media_type']);
});

test('the country of a visitor comes from the clock, else from the language', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await api.call('GET', '/auth/geoip', { headers })).body['country_code'];
  assert.equal(await ask({ 'x-time-zone': 'Europe/Warsaw', 'accept-language': 'en-US' }), 'PL');
  assert.equal(await ask({ 'x-time-zone': 'Asia/Kolkata', 'accept-language': 'en' }), 'IN');
  assert.equal(await ask({ 'x-time-zone': 'No/Where', 'accept-language': 'pt;q=0.9,pt-BR' }), 'BR');
  assert.equal(await ask({ 'accept-language': 'en' }), null);
});

test('guessing slows down who guesses, and never locks the member out', async () => {
  const member = await api.signUp();
  const login = (from: string, password: string) =>
    api.call<ErrorBody>('POST', '/auth/login', {
      body: { email: member.email, password },
      headers: { 'x-forwarded-for': from },
    });
  for (let guess = 0; guess < 10; guess++)
    assert.equal((await login('203.0.113.9', `guess ${guess}`)).status, 401);
  const slowed = await login('203.0.113.9', member.password);
  assert.deepEqual([slowed.status, slowed.body.error], [429, 'too_many_requests']);
  assert.ok(Number(slowed.headers.get('retry-after')) > 0);
  assert.equal((await login('198.51.100.4', member.password)).status, 200);
});

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { accessTokens } from '../../kernel/server/access-tokens.ts';
import { signingKey } from '../../kernel/server/signing-key.ts';
import { startTestApi } from '../../testing/api.ts';

const api = await startTestApi();
after(() => api.stop());
const member = await api.signUp();
const keyFile = path.join(api.context.env.DATA_DIR, 'keys', 'access-tokens.pem');

const self = (token: string) => api.call<ErrorBody>('GET', '/services/main/v7.1/user/self/', { token });
const refused = async (token: string, error: string) => {
  const answer = await self(token);
  assert.equal(answer.status, 401);
  assert.equal(answer.body.error, error);
  assert.ok(answer.body.request_id);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
};

test('a call for members without a token is refused', async () => {
  const answer = await api.call<ErrorBody>('GET', '/services/main/v7.1/user/self/');
  assert.deepEqual([answer.status, answer.body.error], [401, 'not_signed_in']);
});

test('an expired token is told apart from a forged one', async () => {
  const past = accessTokens(signingKey(keyFile), () => Date.now() - 601_000);
  await refused(past.mint(member.userId, 1), 'token_expired');
});

test('a token stops at its tenth minute although it was seen before', async () => {
  let now = Date.now();
  const tokens = accessTokens(signingKey(keyFile), () => now);
  const token = tokens.mint(7, 8);
  assert.equal((await tokens.verify(token)).userId, 7);
  now += 599_000;
  assert.equal((await tokens.verify(token)).userId, 7);
  now += 2000;
  assert.throws(() => tokens.verify(token), { code: 'token_expired' });
});

test('forged tokens are refused: other key, changed claims, no signature, other algorithm', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await refused(accessTokens(pem.toString()).mint(member.userId, 1), 'token_invalid');
  const [head, body, signature] = member.token.split('.');
  const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object;
  const changed = base64url.encode(JSON.stringify({ ...claims, sub: '1' }));
  await refused(`${head}.${changed}.${signature}`, 'token_invalid');
  await refused(new UnsecuredJWT({ ...claims }).encode(), 'token_invalid');
  const secret = new TextEncoder().encode(signingKey(keyFile));
  const hmac = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(secret);
  await refused(hmac, 'token_invalid');
  await refused('no token at all', 'token_invalid');
});

test('foreign tokens are refused: same key, other issuer, audience or kind', async () => {
  const { createPrivateKey } = await import('node:crypto');
  const key = createPrivateKey(signingKey(keyFile));
  const foreign = (issuer: string, audience: string, typ = 'at+jwt') =>
    new SignJWT({ sid: '1' })
      .setProtectedHeader({ alg: 'EdDSA', typ })
      .setSubject(String(member.userId))
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(key);
  assert.equal((await self(await foreign('waymark', 'waymark-api'))).status, 200);
  await refused(await foreign('elsewhere', 'waymark-api'), 'token_invalid');
  await refused(await foreign('waymark', 'another-api'), 'token_invalid');
  await refused(await foreign('waymark', 'waymark-api', 'JWT'), 'token_invalid');
});

test('a bad token is refused where anyone may call, so that the page renews it', async () => {
  const answer = await api.call('GET', `/services/main/v7.1/user/${member.userId}/`, { token: 'expired' });
  assert.equal(answer.status, 401);
});

test('only this account can read the signing key', () => {
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
});

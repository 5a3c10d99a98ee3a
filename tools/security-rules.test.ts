import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ROOT } from './testing/results.ts';

const SOURCE = '{api/src,host/{src,edge},shared/*,mfe-*/src}/**/*.{ts,tsx}';
const NOT_SHIPPED =
  /\.test\.tsx?$|test-helper|\/(?:testing|hostile|development|build)\/|\/testing\.ts$|\.d\.ts$|\/test-[\w-]+\.tsx?$/;

const files = globSync(SOURCE, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
  .filter((file) => !NOT_SHIPPED.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
const filesWith = (pattern: RegExp, start = ''): string[] =>
  files
    .filter(({ file, text }) => file.startsWith(start) && pattern.test(text))
    .map(({ file }) => file)
    .sort();

test('nothing that members send becomes code, a command or markup', () => {
  assert.ok(files.length > 800, `${files.length} files`);
  assert.deepEqual(filesWith(/\beval\(|new Function\(|from 'node:vm'/), []);
  assert.deepEqual(
    filesWith(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/),
    [],
  );
  assert.deepEqual(filesWith(/shell:\s*true|\bexec(?:Sync)?\(\s*[`'"]/), []);
  assert.deepEqual(
    filesWith(/from 'node:child_process'/),
    [
      'api/src/kernel/database/embedded.ts',
      'api/src/kernel/database/run-as.ts',
      'api/src/kernel/database/watchdog.ts',
      'api/src/kernel/images/image-queue.ts',
      'api/src/kernel/worker-queue/process-worker.ts',
      'api/src/training/imports/reader/file-pool.ts',
    ],
    'each starts a program of ours with arguments of ours',
  );
});

test('the API calls addresses of its configuration only', () => {
  assert.deepEqual(
    filesWith(/\bfetch\(|https?\.request\(|from 'nodemailer'/, 'api/src/'),
    [
      // The local payment provider: its page calls itself, and its notices go to this API.
      'api/src/commerce/billing/local-card-frame.ts',
      'api/src/commerce/billing/send-local-notices.ts',
      // Members' browsers name the address; it has to be one of the hosts of PUSH_SERVICES.
      'api/src/community/notifications/send-pushes.ts',
      'api/src/kernel/mail/mail.ts',
      'api/src/maps/elevation/sources.ts',
      'api/src/maps/elevation/terrarium.ts',
      'api/src/maps/places/geocoder.ts',
      'api/src/maps/routing/valhalla/valhalla.ts',
      'api/src/members/auth/captcha.ts',
      'api/src/members/support/service.ts',
      // Services of CONNECTED_SERVICES; where one names the address of a file, its host is checked.
      'api/src/training/connections/connectors/connector.ts',
      'api/src/training/workouts/weather/provider.ts',
    ],
    'each takes its address from a variable of env.ts; one that follows what members name needs a review',
  );
});

test('ciphers, hashes and random numbers are those that are approved', () => {
  const used = (call: RegExp) =>
    new Set(files.flatMap(({ text }) => [...text.matchAll(call)].map(([, name]) => name)));
  assert.deepEqual(used(/create(?:Cipheriv|Decipheriv)\(\s*'([^']+)'/g), new Set(['aes-256-gcm']));
  const hashes = used(/create(?:Hash|Hmac)\(\s*'([^']+)'/g);
  assert.deepEqual(hashes, new Set(['sha256', 'sha1']));
  // RFC 6238 as every authenticator app computes it; no collision helps there.
  assert.deepEqual(filesWith(/'sha1'/), ['api/src/members/security/totp.ts']);
  assert.deepEqual(filesWith(/Math\.random\(\)/, 'api/src/members/'), []);
});

test('the servers log through one door each, as the inventory of logs says', () => {
  const writesLog = /\bpino\(|pino\.destination|process\.std(?:out|err)\.write|\bconsole\.\w+\(/;
  assert.deepEqual(
    filesWith(writesLog).filter((file) => /^(?:api|host\/edge)\//.test(file)),
    [
      'api/src/kernel/database/crash-child.ts',
      'api/src/kernel/server/log.ts',
      'api/src/main.ts',
      'host/edge/main.ts',
    ],
    'a new log needs a line in the inventory of docs/data.md',
  );
});

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { SMTPServer } from 'smtp-server';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';

test('with a mail server mails go there, and the mailbox page is not', async () => {
  let received = '';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (part: Buffer) => (received += part.toString()));
      stream.on('end', done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const api = await startTestApi({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  try {
    const { email } = await api.signUp();
    await until('the mail arrived', () => Promise.resolve(received.includes('verify_email')));
    assert.match(received, new RegExp(`^To: ${email}`, 'm'));
    assert.match(received, /^From: Waymark <hello@waymark\.example>/m);
    assert.match(received, /multipart\/alternative/);
    assert.equal((await api.call('GET', '/mailbox')).status, 404);
  } finally {
    await api.stop();
    await new Promise<void>((resolve) => server.close(resolve));
  }
});

test('the mailbox page is not there on a public site', async () => {
  const api = await startTestApi({ env: { SITE_URL: 'https://waymark.example' } });
  try {
    assert.equal((await api.call('GET', '/mailbox')).status, 404);
    const { cookie, token } = await api.signUp();
    assert.ok(token && cookie.startsWith('__Host-waymark_refresh='));
  } finally {
    await api.stop();
  }
});

test('the mailbox page is for visitors on this machine, unless the configuration says otherwise', async () => {
  for (const [env, statusOfOthers] of [
    [{}, 404],
    [{ MAILBOX: 'true' }, 200],
  ] as const) {
    const api = await startTestApi({ env });
    try {
      const { email } = await api.signUp();
      const mail = await until('the mail', () =>
        api.context.db.selectFrom('mailbox').select('id').where('recipient', '=', email).executeTakeFirst(),
      );
      for (const path of ['/mailbox', `/mailbox/${mail.id}`, `/mailbox/${mail.id}/body`])
        for (const [address, status] of [
          ['127.0.0.1', 200],
          ['::1', 200],
          ['192.168.1.20', statusOfOthers],
          ['203.0.113.7', statusOfOthers],
          ['127.0.0.1, 203.0.113.7', statusOfOthers],
        ] as const) {
          const answer = await api.call('GET', path, { headers: { 'x-forwarded-for': address } });
          assert.equal(answer.status, status, `${path} from ${address}`);
        }
    } finally {
      await api.stop();
    }
  }
});

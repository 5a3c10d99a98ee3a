import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { SMTPServer } from 'smtp-server';
import { readEnv } from '../server/env.ts';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { writeMail } from './letter.ts';

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

test('a name cannot smuggle a link into the mail that somebody else gets', () => {
  const context = { env: readEnv({}), derive: () => Buffer.alloc(32) };
  const mailTo = (greeting: string) =>
    writeMail(
      context,
      { email: 'victim@example.com', userId: null },
      {
        subject: 'Welcome',
        greeting,
        lines: [],
        action: { label: 'Go', href: 'https://waymark.example' },
        after: [],
      },
    );
  for (const name of [
    'Win at evil.example',
    'https://evil.example',
    'evil.example/x',
    'call a@evil.example',
  ]) {
    const { text, html } = mailTo(name);
    assert.doesNotMatch(text + html, /evil/, name);
    assert.match(text, /^Hello there,/);
  }
  for (const name of ['Ana', 'J.R.', 'Zoë-Marie', 'O’Neill', '李'])
    assert.ok(mailTo(name).text.startsWith(`Hello ${name},`));
  assert.ok(mailTo('<b>Ana</b>').html?.includes('there'));
  assert.ok(mailTo('<b>Ana').html?.includes('Hello &lt;b&gt;Ana'));
});

test('[ACCT-02] a mail says who sent it, what its link stops, and its addresses can be clicked', () => {
  const context = {
    env: readEnv({ SITE_URL: 'https://waymark.example', SUPPORT_EMAIL: 'help@waymark.example' }),
    derive: () => Buffer.alloc(32),
  };
  const settings = 'https://waymark.example/notifications/settings';
  const letter = {
    subject: 'News',
    greeting: 'Ana',
    lines: ['Ben commented.'],
    action: { label: 'See it', href: 'https://waymark.example/notifications' },
    after: [`Choose what comes: ${settings}`],
  };
  const { text, html = '' } = writeMail(context, { email: 'ana@example.com', userId: 7 }, letter, 'social');
  assert.match(text, /See it:\nhttps:\/\/waymark\.example\/notifications\n/);
  for (const part of ['Waymark · ', 'https://waymark.example', 'help@waymark.example'])
    assert.ok(text.includes(part) && html.includes(part), part);
  assert.match(text, /^Unsubscribe from mails about friends: https:\S+$/m);
  assert.match(html, /<a href="https:[^"]+"[^>]*>Unsubscribe from mails about friends<\/a>/);
  assert.ok(html.includes(`<a href="${settings}"`));
  const own = writeMail(context, { email: 'ana@example.com', userId: 7 }, letter);
  assert.match(own.text, /^Unsubscribe from all other mails: /m);
  const stranger = writeMail(context, { email: 'ana@example.com', userId: null }, letter);
  assert.ok(!`${stranger.text}${stranger.html}`.includes('Unsubscribe'));
});

test('[ACCT-02] figures stand as a table and as lines of text, and every colour has one for dark mail programs', () => {
  const { text, html = '' } = writeMail(
    { env: readEnv({ SITE_URL: 'https://waymark.example' }), derive: () => Buffer.alloc(32) },
    { email: 'ana@example.com', userId: 7 },
    {
      subject: 'Your week',
      greeting: 'Ana',
      lines: ['Here is your week.'],
      figures: [
        { label: 'Distance', value: '18.2 km', note: '16 km the week before' },
        { label: 'Best', value: '<Run> & ride', note: '' },
      ],
      more: ['Goal reached.'],
      action: { label: 'See it', href: 'https://waymark.example/workout/stats' },
      after: ['More: https://waymark.example/account/settings'],
    },
    'summaries',
  );
  const figures = 'Distance: 18.2 km (16 km the week before)\nBest: <Run> & ride';
  assert.ok(text.includes(`Here is your week.\n\n${figures}\n\nGoal reached.\n\nSee it:`), text);
  assert.ok(html.includes('&lt;Run&gt; &amp; ride') && !html.includes('<Run>'));
  const [style = '', body = ''] = html.split('</style>');
  assert.match(style, /<meta name="color-scheme" content="light dark">/);
  assert.match(style, /@media \(prefers-color-scheme:dark\)/);
  const colored = [...body.matchAll(/<[a-z]+ [^>]*#[\da-f]{3,6}[^>]*>/gi)].map(([tag]) => tag);
  assert.ok(colored.length > 5);
  for (const tag of colored) {
    const classes = /class="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
    assert.ok(
      classes.some((name) => new RegExp(`\\.${name}[,{]`).test(style)),
      tag,
    );
  }
});

test('[ACCT-02] a mail fits the narrow window of a phone, and says the same as text', () => {
  const address = `robin.${'long'.repeat(12)}@example.com`;
  const {
    html = '',
    text,
    headers,
  } = writeMail(
    {
      env: readEnv({ DATA_DIR: 'unused', SITE_URL: 'https://waymark.example' }),
      derive: () => Buffer.alloc(32),
    },
    { email: address, userId: 7 },
    {
      subject: 'Your address',
      greeting: 'Robin',
      lines: [`From now on you log in with ${address}.`],
      action: { label: 'Open your settings', href: 'https://waymark.example/account/security' },
      after: ['It was not you? Tell us.'],
    },
  );
  assert.doesNotMatch(html, /width="\d+"/, 'a width in pixels does not give way');
  assert.match(html, /max-width:480px;[^"]*overflow-wrap:anywhere/);
  for (const said of [address, 'Open your settings', 'It was not you?', '/account/security'])
    assert.ok(html.includes(said) && text.includes(said), said);
  assert.match(headers?.['List-Unsubscribe'] ?? '', /^<https:\/\/waymark\.example\/internal\/unsubscribe\//);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { setUpMails } from './mails.test-helper.ts';
import { countReaders, queueNews, readNews, submitNews } from './news.ts';

const { clock, api, signUp, optOut, mailsOf } = setUpMails('2026-11-20T12:00:00Z');
const news = (member: TestMember) => mailsOf(member, 'news and offers');
const FILE = (subject: string) => `# ${subject}

Routes have a surface now:
paved, gravel or trail.

[Plan a route](/routes/create)
`;
const willing = () => signUp({ promotionalPreference: true });
/** Sends an issue and waits until it has been offered to all members and nothing of it waits. */
async function send(markdown: string, day = '2026-11-20'): Promise<void> {
  const { context } = api();
  const issue = readNews(markdown);
  await submitNews(context, issue, day);
  await queueNews(context);
  await until('all members are asked', async () => {
    const { is_walked } = await context.db
      .selectFrom('news_issues')
      .select('is_walked')
      .where('id', '=', issue.id)
      .executeTakeFirstOrThrow();
    return is_walked && (await countReaders(context, issue)) === 0;
  });
}

test('[ACCT-02] news go to confirmed members who agreed to them and did not switch them off, in the words of the file', async () => {
  const [reader, off, unconfirmed, unasked] = [
    await willing(),
    await willing(),
    await willing(),
    await signUp(),
  ];
  await optOut(off, { news: true });
  await api()
    .context.db.updateTable('logins')
    .set({ email_confirmed_at: null })
    .where('user_id', '=', unconfirmed.userId)
    .execute();
  assert.equal(await countReaders(api().context, readNews(FILE('Surfaces'))), 1);
  await send(FILE('Surfaces'));
  const [mail, ...more] = await until('the news', async () => {
    const mails = await news(reader);
    return mails.length > 0 && mails;
  });
  assert.deepEqual(more, []);
  assert.equal(mail!.subject, 'Surfaces');
  assert.match(
    mail!.text,
    /^Hello Ola,\n\nRoutes have a surface now: paved, gravel or trail\.\n\nPlan a route:\nhttp:\S+\/routes\/create\n/,
  );
  for (const member of [off, unconfirmed, unasked]) assert.deepEqual(await news(member), []);
});

test('[ACCT-02] the same file sent again reaches those who have come since, and nobody twice', async () => {
  const first = await willing();
  await send(FILE('Again'));
  await until('the news', async () => (await news(first)).some(({ subject }) => subject === 'Again'));
  const second = await willing();
  clock.now = '2026-11-25T12:00:00Z';
  await Promise.all([1, 2, 3].map(() => send(FILE('Again'), '2026-11-25')));
  await until('the news', async () => (await news(second)).some(({ subject }) => subject === 'Again'));
  for (const member of [first, second])
    assert.equal((await news(member)).filter(({ subject }) => subject === 'Again').length, 1);
});

test('[ACCT-02] who withdraws the agreement while news wait in the queue gets none', async (t) => {
  const [stays, leaves] = [await willing(), await willing()];
  const { context } = api();
  const waiting: { name: string; data: object; options: object }[] = [];
  const sendJob = context.jobs.send.bind(context.jobs);
  const mock = t.mock.method(context.jobs, 'send', (name: string, data: object, options: object) =>
    name === 'scheduled-mails.send-news'
      ? Promise.resolve(void waiting.push({ name, data, options }))
      : sendJob(name, data, options),
  );
  const issue = readNews(FILE('Waiting'));
  await submitNews(context, issue, '2026-11-25');
  await queueNews(context);
  await until('both wait', () =>
    Promise.resolve(
      [stays, leaves].every(({ userId }) =>
        waiting.some(({ data }) => 'userId' in data && data.userId === userId),
      ),
    ),
  );
  mock.mock.restore();
  await context.db
    .updateTable('consent_records')
    .set({ choice: 'declined' })
    .where('user_id', '=', leaves.userId)
    .where('consent_id', '=', 'marketing_email')
    .execute();
  for (const { name, data, options } of waiting) await sendJob(name, data, options);
  await until('the news', async () => (await news(stays)).some(({ subject }) => subject === 'Waiting'));
  await until('nothing waits', async () => {
    const pending = await Promise.all(waiting.map(({ name, data }) => context.jobs.isPending(name, data)));
    return !pending.includes(true);
  });
  assert.ok(!(await news(leaves)).some(({ subject }) => subject === 'Waiting'));
});

test('[ACCT-02] a file that is no news is refused with a sentence', () => {
  for (const [file, message] of [
    ['', /Begin the file with a heading/],
    ['Hello\n\n[See](/x)', /Begin the file with a heading/],
    [`# ${'x'.repeat(121)}\n\nText\n\n[See](/x)`, /below 121 characters/],
    ['# New\n\nText', /one link/],
    ['# New\n\nText\n\n[See](/x)\n\n[See](/y)', /one link/],
    ['# New\n\nText\n\n[See](javascript:alert)', /one link/],
    ['# New\n\n[See](/x)', /at least one paragraph/],
    ['# New\n\n- One\n- Two\n\n[See](/x)', /plain paragraphs/],
    ['# New\n\nRead [this](/y) first\n\n[See](/x)', /plain paragraphs/],
    ['# New\n\n## More\n\n[See](/x)', /plain paragraphs/],
  ] as const)
    assert.throws(() => readNews(file), message, file);
  const { id, ...read } = readNews(
    '\uFEFF# New\r\n\r\nOne\r\nline.\r\n\r\n[See it](https://example.com/a)\r\n',
  );
  assert.deepEqual(read, {
    subject: 'New',
    lines: ['One line.'],
    action: { label: 'See it', href: 'https://example.com/a' },
  });
  assert.equal(id, readNews('# New\n\nOne line.\n\n[See it](https://example.com/a)').id);
});

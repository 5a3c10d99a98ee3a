import { operatorLink } from '@waymark/api-contract/outside-address';
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { findConsenting } from '../../members/consents/status.ts';
import type { Context } from '../../kernel/server/context.ts';
import { isReachable, type MailPlan, sendMail } from './scheduled-mail.ts';
import type { DueMail, NewsIssueTable } from './tables.ts';

/** What an operator wrote. */
export interface NewsIssue {
  /** By its content: the same file is the same issue, however often it is sent. */
  id: string;
  subject: string;
  lines: string[];
  action: { label: string; href: string };
}

const SUBJECT_MAX = 120;
const LINK = /^\[([^[\]]+)\]\((https?:\/\/[^\s()]+|\/[^\s()]*)\)$/;
/** What Markdown would make something else of than a paragraph. */
const MARKUP = /^(?:#|[-*+>|] |\d+\. |```|<|!\[)|\]\(/;

/** Reads a file of news: a heading, paragraphs, and one link by itself. @throws Error saying what is wrong with it */
export function readNews(markdown: string): NewsIssue {
  const blocks = markdown
    .replace(/^\uFEFF/, '')
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => block.split(/\s+/).filter(Boolean).join(' '))
    .filter(Boolean);
  const [heading = '', ...rest] = blocks;
  if (!heading.startsWith('# ')) throw new Error('Begin the file with a heading: # What is new.');
  const subject = heading.slice(2);
  if (subject.length > SUBJECT_MAX) throw new Error(`Keep the heading below ${SUBJECT_MAX + 1} characters.`);
  const links = rest.flatMap((block) => LINK.exec(block) ?? []).length / 3;
  if (links !== 1) throw new Error('Give the news one link, in a line by itself: [See what is new](/news).');
  const [, label = '', href = ''] = LINK.exec(rest.find((block) => LINK.test(block)) ?? '') ?? [];
  if (operatorLink(href) === null) throw new Error(`The link leads nowhere: ${href}`);
  const lines = rest.filter((block) => !LINK.test(block));
  const marked = lines.find((line) => MARKUP.test(line));
  if (marked !== undefined)
    throw new Error(`Write plain paragraphs, without lists, headings or links. This is none: ${marked}`);
  if (lines.length === 0) throw new Error('Write at least one paragraph below the heading.');
  const content = { subject, lines, action: { label, href } };
  const id = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);
  return { id, ...content };
}

const PAGE_SIZE = 500;
/** News for members by the consent of their region to mails of this kind. */
const CONSENT = 'marketing_email';
const WALK = 'scheduled-mails.news';
const SEND = 'scheduled-mails.send-news';

type Store = Pick<Context, 'db' | 'env'>;

interface Page {
  /** Null at the end of all members. */
  last: number | null;
  userIds: number[];
}

const markOf = (id: string) => `news ${id}` as const;

/** Some members whom an issue is to reach and has not reached before. */
async function readPage({ db, env }: Store, id: string, after: number): Promise<Page> {
  const isOpen: RawBuilder<boolean> = sql`not exists (
    select from sent_mails s where s.user_id = u.id and s.mail = ${markOf(id)})`;
  const { rows } = await sql<{ id: number; is_due: boolean }>`
    select u.id, ${isReachable('news')} and ${isOpen} as is_due
    from (select * from users where id > ${after} order by id limit ${PAGE_SIZE}) as u order by u.id`.execute(
    db,
  );
  const due = rows.filter(({ is_due }) => is_due).map((row) => row.id);
  const consenting = await findConsenting({ db, env }, due, CONSENT);
  return { last: rows.at(-1)?.id ?? null, userIds: due.filter((one) => consenting.has(one)) };
}

/** How many members an issue would go to now. */
export async function countReaders(store: Store, { id }: NewsIssue): Promise<number> {
  let count = 0;
  for (let after: number | null = 0; after !== null;) {
    const page: Page = await readPage(store, id, after);
    count += page.userIds.length;
    after = page.last;
  }
  return count;
}

/** Has an issue sent by the processes that serve; who has it already gets it no second time. */
export async function submitNews({ db }: Store, issue: NewsIssue, day: string): Promise<void> {
  await db
    .insertInto('news_issues')
    .values({
      id: issue.id,
      subject: issue.subject,
      lines: JSON.stringify(issue.lines),
      action: JSON.stringify(issue.action),
      day,
      walked_to: 0,
      is_walked: false,
    })
    // Members who have joined or agreed since then.
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet({ walked_to: 0, is_walked: false })
        .where('news_issues.is_walked', '=', true),
    )
    .execute();
}

const readIssue = ({ db }: Store, id: string) =>
  db.selectFrom('news_issues').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type StoredIssue = Awaited<ReturnType<typeof readIssue>>;

const planOf = ({ id, subject, lines, action, day }: StoredIssue): MailPlan => ({
  name: markOf(id),
  kind: 'news',
  hour: 0,
  async compose(context, { userId }) {
    // Asked again: the queue may be long.
    if (!(await findConsenting(context, [userId], CONSENT)).has(userId)) return null;
    return {
      content: {
        subject,
        lines,
        action: { label: action.label, href: new URL(action.href, context.env.SITE_URL).href },
        after: [],
      },
      // The same for each run of the file, so that a later one is not newer.
      day,
      told: [],
    };
  },
});

/** Queues an issue for the members that are left, page by page. A process that is killed goes on where it was. */
async function walk(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { db, jobs } = context;
  while (!signal.aborted) {
    const { walked_to: after, is_walked } = await readIssue(context, id);
    if (is_walked) return;
    const { last, userIds } = await readPage(context, id, after);
    for (const userId of userIds)
      await jobs.send<DueMail>(SEND, { name: markOf(id), userId }, { key: `${id} ${userId}` });
    await db
      .updateTable('news_issues')
      .set(last === null ? { is_walked: true } : { walked_to: last })
      .where('id', '=', id)
      .where('walked_to', '=', after)
      .execute();
  }
}

export function declareNews(context: Context): void {
  context.jobs.work<Pick<NewsIssueTable, 'id'>>(
    WALK,
    { concurrency: 1, retries: 5, timeoutSeconds: 600 },
    ({ id }, signal) => walk(context, id, signal),
  );
  context.jobs.work<DueMail>(
    SEND,
    { concurrency: 2, retries: 5, timeoutSeconds: 60 },
    async ({ name, userId }) =>
      sendMail(context, planOf(await readIssue(context, name.slice(markOf('').length))), userId),
  );
}

/** Takes up issues that an operator submitted, and those whose walk was given up. */
export async function queueNews({ db, jobs }: Context): Promise<void> {
  const open = await db.selectFrom('news_issues').select('id').where('is_walked', '=', false).execute();
  for (const { id } of open) await jobs.send<Pick<NewsIssueTable, 'id'>>(WALK, { id }, { key: id });
}

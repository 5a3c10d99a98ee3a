import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { type Report, SERVICE_BASES, type Story, type User } from '@waymark/api-contract';
import { sql } from 'kysely';
import { movableClock, runBilling, shopper } from '../../commerce/billing/billing.test-helper.ts';
import { billingOf } from '../../commerce/billing/billing.ts';
import { queueMails } from '../../commerce/billing/mails.ts';
import { befriend, named } from '../../members/friends/testing.ts';
import { createOwner } from '../../testing/hostile/world.ts';
import { eraseMember } from './erase-member.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';

const MODERATOR = 'moderator@example.com';
const RECEIVER = 'receiver@example.com';
let api: TestApi;
let moderator: TestMember;
let friend: TestMember;
before(async () => {
  api = await startTestApi({ env: { MODERATORS: MODERATOR } });
  movableClock(api);
  [moderator, friend] = [await api.signUp({ email: MODERATOR }), await api.signUp()];
  const { db, now } = api.context;
  await db.updateTable('logins').set({ email_confirmed_at: now() }).execute();
});
after(() => api.stop());

/** Who leaves: everything by which they could be recognized. */
interface Leaver {
  member: TestMember;
  texts: string[];
}

/**
 * Tables that have more rows once somebody has come and gone, without any that names them. All others are compared row by
 * row: a new table is among those.
 */
const KEEPS: Readonly<Record<string, string>> = {
  accounting_records: 'the books, which the law wants kept, without a member',
  receipt_counters: 'the numbers of receipts have no gap',
  coupons: 'a gift code still works for whoever has it',
  local_cards: 'the books of the local payment provider',
  local_payments: 'the same',
  local_notices: 'the same',
  removed_customers: 'until the provider has removed them too',
  provider_events: 'notices of payments',
  job_runs: 'when work of the clock ran',
  route_cells: 'counts of public routes, down to 0',
  mailbox: 'mails that others got',
  rate_limits: 'counts by hashes, which lapse within a day',
  friend_counts: 'of the friend',
  friend_request_history: 'of the friend',
  member_actions: 'of the friend and the moderator',
  sessions: 'of the friend and the moderator',
  refresh_tokens: 'the same',
};

/** All rows by table, as text. */
async function readTables(): Promise<Map<string, Map<string, number>>> {
  const { db } = api.context;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  const all = new Map<string, Map<string, number>>();
  for (const { name } of [...tables, { name: 'waymark_jobs.job' }]) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      db,
    );
    const counted = new Map<string, number>();
    for (const { text } of rows) counted.set(text, (counted.get(text) ?? 0) + 1);
    all.set(name, counted);
  }
  return all;
}

type Tables = Awaited<ReturnType<typeof readTables>>;

/** A letter to somebody else is theirs, and says who wrote it. Only local installations store letters. */
const isLetterOf = (friendly: string, table: string, text: string) =>
  table === 'mailbox' && text.includes(`,${friendly},`);

/** What a table has more of than before, where it keeps nothing; and rows of any table that name the leaver. */
function findLeftovers(earlier: Tables, later: Tables, texts: readonly string[]): string[] {
  const problems: string[] = [];
  for (const [table, rows] of later)
    for (const [text, count] of rows) {
      const isNamed = texts.some((one) => text.toLowerCase().includes(one.toLowerCase()));
      const isNew = count > (earlier.get(table)?.get(text) ?? 0);
      const isKept = table in KEEPS || table === 'waymark_jobs.job';
      const isLetter = [RECEIVER, friend.email].some((email) => isLetterOf(email, table, text));
      if ((isNamed && !isLetter) || (isNew && !isKept)) problems.push(`${table}: ${text.slice(0, 200)}`);
    }
  return problems;
}

const call = <T>(method: string, where: string, { token }: Pick<TestMember, 'token'>, body?: unknown) =>
  api.call<T>(method, where, { token, ...(body !== undefined && { body }) });

/** The life of a member: workouts, files, friends, words, premium, a gift that was mailed, a token, a new address waiting. */
async function live(): Promise<Leaver> {
  const { member, username, marker, call: byMember } = await createOwner(api, 3);
  await befriend(api, member, friend);
  const { body: story } = await byMember<Story>('POST', '/activity_story/', {
    verb: 'post',
    object: { type: 'status', text: marker },
    privacy: 3,
  });
  await as(api, friend)('POST', '/activity_story/', { verb: 'like', parent_story_id: story.id });
  const shop = shopper(api, member);
  await shop.buyGift('premium-monthly');
  const [gift] = await shop.gifts();
  await shop.must('POST', `${SERVICE_BASES.billing}/gifts/${gift!.id}/mails`, {
    email: RECEIVER,
    message: 'For you',
  });
  await shop.buy('premium-annual');
  await queueMails(billingOf(api.context));
  await runBilling(api);
  const { body } = await byMember<User>('GET', '/user/self/');
  return { member, texts: [String(member.userId), member.email, username, marker, body.display_name] };
}

async function leave(
  { token, password }: Pick<TestMember, 'token' | 'password'>,
  proof: object | null,
): Promise<void> {
  const answer = await call(
    'POST',
    '/auth/deletion-request',
    { token },
    {
      confirm: 'delete',
      ...(proof && { proof: { password, ...proof } }),
    },
  );
  assert.equal(answer.status, 201, answer.text);
}

/** How accounts end. Nobody but their member ends one, neither time nor an operator: for those there is no way. */
const WAYS: Record<string, () => Promise<Leaver>> = {
  async 'asked for by its member, with all that they had'() {
    const leaver = await live();
    await leave(leaver.member, {});
    return leaver;
  },
  async 'with a sign-up whose address was never confirmed'() {
    const member = await api.signUp({ first_name: 'Unconfirmed', last_name: 'Wombat' });
    await leave(member, {});
    return {
      member,
      texts: [String(member.userId), member.email, 'Unconfirmed Wombat', 'unconfirmedwombat'],
    };
  },
  async 'of a chat app, without a password'() {
    const member = await api.signUp({ first_name: 'Chatting', last_name: 'Wombat' });
    const { db, now } = api.context;
    await db
      .updateTable('logins')
      .set({ password_hash: null })
      .where('user_id', '=', member.userId)
      .execute();
    await db
      .insertInto('chat_app_links')
      .values({ user_id: member.userId, channel: 'lark', subject: 'subject-of-wombat', created_at: now() })
      .execute();
    await leave(member, null);
    return { member, texts: [String(member.userId), member.email, 'chattingwombat', 'subject-of-wombat'] };
  },
  async 'suspended by a moderator, with an appeal, and then asked for'() {
    const leaver = await live();
    const { member } = leaver;
    await as(api, friend)('POST', '/report/', {
      object_type: 'user',
      object_id: member.userId,
      reason: 'spam',
      note: 'Look',
    });
    const { body } = await as(api, moderator)<{ _embedded: { reports: Report[] } }>(
      'GET',
      '/moderation/report/',
    );
    const [report] = body._embedded.reports;
    const decided = await as(api, moderator)('PATCH', `/moderation/report/${report!.id}/`, {
      action: 'suspend',
    });
    assert.equal(decided.status, 200, decided.text);
    const appeal = await as(api, member)('POST', `/moderation_decision/${report!.id}/appeal/`, {
      text: 'It was a joke',
    });
    assert.ok(appeal.status < 300, appeal.text);
    await leave(member, {});
    return leaver;
  },
  async 'blocked by a friend, who reads whom they blocked'() {
    const leaver = await live();
    const blocked = await as(api, friend)('POST', '/user_block/', named(leaver.member.userId));
    assert.ok(blocked.status < 300, blocked.text);
    await leave(leaver.member, {});
    return leaver;
  },
  async 'after its address was changed'() {
    const leaver = await live();
    const { member, texts } = leaver;
    const address = 'moved-wombat@example.com';
    const asked = await call('POST', '/auth/security/email', member, { email: address });
    assert.ok(asked.status < 300, asked.text);
    const link = await mailedToken(api.context, address, '/account/confirm_email_change/');
    assert.equal((await api.call('POST', `/auth/security/email/confirm/${link}`)).status, 200);
    await mailedToken(api.context, member.email, '/account/undo_email_change/');
    // Weeks later nothing leads back to the old address any more.
    await api.context.db.deleteFrom('mail_tokens').where('user_id', '=', member.userId).execute();
    await leave(member, {});
    return { member, texts: [...texts, address] };
  },
};

for (const [way, run] of Object.entries(WAYS))
  test(`[ACCT-04] an account ${way}: compared table by table, nothing of it is left`, async () => {
    const earlier = await readTables();
    const { member, texts } = await run();
    const meanwhile = findLeftovers(earlier, await readTables(), texts);
    assert.ok(meanwhile.length > 5, 'it was there');
    await eraseMember(api.context, member.userId);
    await until('the provider has forgotten the customer', async () => {
      const customer = `customer ${member.userId}`;
      const { db } = api.context;
      const row = await db
        .selectFrom('local_customers')
        .select('ref')
        .where('request_key', '=', customer)
        .executeTakeFirst();
      return row === undefined;
    });
    assert.deepEqual(findLeftovers(earlier, await readTables(), texts), []);
    const folder = path.join(api.context.env.DATA_DIR, 'files');
    const files = readdirSync(folder, { recursive: true }).map(String);
    assert.deepEqual(
      files.filter((file) => file.includes(String(member.userId))),
      [],
    );
  });

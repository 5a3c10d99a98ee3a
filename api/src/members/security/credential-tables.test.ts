import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { CREDENTIAL_KINDS } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';

const api = await startTestApi();
after(() => api.stop());

const PAGE = path.resolve(import.meta.dirname, '../../../../docs/data.md');
/** Columns that hold, name or prove a secret. */
const SECRET_COLUMN = /^(hash|key|nonce)$|secret|token|credential|password|(upload|link|share)_(hash|key)$/;

/** Tables with secrets that no kind of credential ends, and why nobody gets into an account by them afterwards. */
const RULES: Readonly<Record<string, string>> = {
  logins: 'the password is the one that is set anew, and its access version ends sign-ins that are half done',
  refresh_tokens: 'they end with their sessions, which all end first',
  push_subscriptions: 'they end with their sessions',
  mail_tokens:
    '`MAIL_TOKENS` says of each kind whether it ends; none goes back to an address that an intruder gave the account: `mail-links.test.ts`',
  mailbox: 'mails of a local installation, as a mailbox has them',
  webauthn_challenges: 'a passkey that was ended signs none, and one is added by a session only',
  oauth_clients:
    'the secret of an app that the member made; what members allowed it ends with their password',
  ended_connections: 'on their way to their end at the service; they bring nothing in',
  groups: 'a link into a group, which its members renew; it opens no account',
  training_plans: 'a link to a plan that was shared; it opens no account',
  link_keys: 'a link to a workout or route that was shared, which its owner renews; it opens no account',
  route_bookmarks: 'with which link of somebody else a route was bookmarked',
  privacy_zone_owners: 'hides places, and leaves the server nowhere',
  billing_profiles: 'a name at the payment provider, which takes it from this server only',
  idempotency_keys: 'a call that is repeated has its session as well',
  record_candidates: 'the key names a distance or duration',
  redacted_candidates: 'the key names a distance or duration',
  rate_limits: 'counts calls',
  work_attempts: 'counts attempts of jobs',
};

test('[AUTH-05] each table with secrets is ended with an old password, or has a reason why it lets nobody in', async () => {
  const { db, credentials } = api.context;
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute(
    db,
  );
  const [, list = ''] = /^- \*\*secret\*\*: (.*)$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const secrets = new Set([...list.matchAll(/`(\w+)`/g)].map(([, table = '']) => table));
  const walked = rows
    .filter(({ name, columns }) => secrets.has(name) || columns.some((column) => SECRET_COLUMN.test(column)))
    .map(({ name }) => name);
  assert.ok(walked.length > 20, walked.join(', '));
  const ended = new Set<string>(credentials.flatMap(({ tables }) => tables));
  assert.deepEqual(
    walked.filter((table) => !ended.has(table) && !(table in RULES)),
    [],
    'say in `credentials` of its service how it ends, or here why it need not',
  );
  assert.deepEqual(
    Object.keys(RULES).filter((table) => ended.has(table) || !walked.includes(table)),
    [],
    'rules for what is not there',
  );
});

test('[AUTH-05] each kind of credential that the contract names is ended by one service', () => {
  const kinds = api.context.credentials.map(({ kind }) => kind);
  assert.deepEqual(kinds.toSorted(), [...CREDENTIAL_KINDS].toSorted());
});

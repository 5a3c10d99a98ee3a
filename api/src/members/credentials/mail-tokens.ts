import { randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { hashOf } from '../sessions/refresh-token.ts';

/** What a link of a mail is for. */
export type MailTokenKind =
  | 'password_reset'
  | 'confirm_email'
  | 'change_email'
  | 'undo_email_change'
  | 'keep_account';

interface MailTokenRule {
  lifeMs: number;
  what: string;
  again: string;
  /** Works only as long as the account has the address that it was sent to. */
  needsAddress: boolean;
  /** Ends when a password is set, by the link of a mail or by who is signed in. */
  endsWithPassword: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const MAIL_TOKENS: Readonly<Record<MailTokenKind, MailTokenRule>> = {
  password_reset: {
    lifeMs: HOUR,
    what: 'This reset link',
    again: 'Ask for a new one.',
    needsAddress: true,
    endsWithPassword: true,
  },
  confirm_email: {
    lifeMs: 14 * DAY,
    what: 'This confirmation link',
    again: 'Ask for a new one in your settings.',
    needsAddress: true,
    // It opens nothing.
    endsWithPassword: false,
  },
  change_email: {
    lifeMs: DAY,
    what: 'This link',
    again: 'Ask for the change again in your settings.',
    needsAddress: false,
    endsWithPassword: true,
  },
  undo_email_change: {
    lifeMs: 7 * DAY,
    what: 'This link',
    again: 'Ask support for help if you did not change the address.',
    needsAddress: false,
    // Whoever changed the address to theirs sets the password next. `endWaysBack` ends those of an intruder.
    endsWithPassword: false,
  },
  keep_account: {
    // Longer than the longest grace period that can be configured: its last day is one on which the link is wanted.
    lifeMs: 91 * DAY,
    what: 'This link',
    again: 'Sign in to see how it stands with your account.',
    needsAddress: true,
    // It opens nothing.
    endsWithPassword: false,
  },
};
const KINDS = Object.keys(MAIL_TOKENS) as MailTokenKind[];
export const MAIL_TOKENS_OF_PASSWORD = KINDS.filter((kind) => MAIL_TOKENS[kind].endsWithPassword);
const KEEP_MS = 60 * DAY;

const problem = (kind: MailTokenKind, status: number, state: 'unknown' | 'used' | 'expired') => {
  const { what, again } = MAIL_TOKENS[kind];
  const how = { unknown: 'is not known', used: 'was already used', expired: 'has expired' }[state];
  return new ApiProblem(status, `token_${state}`, `${what} ${how}. ${again}`);
};

/**
 * A secret for a link; only its hash stays here.
 * @param since when what it is for happened, where that was before
 */
export async function mintMailToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  kind: MailTokenKind,
  { user_id, email, since }: { user_id: number; email: string; since?: Date },
): Promise<string> {
  const at = now().getTime();
  const token = randomBytes(24).toString('base64url');
  await db
    .deleteFrom('mail_tokens')
    .where('user_id', '=', user_id)
    .where('expires_at', '<', new Date(at - KEEP_MS))
    .execute();
  await db
    .insertInto('mail_tokens')
    .values({
      hash: hashOf(token),
      user_id,
      kind,
      email,
      created_at: since ?? new Date(at),
      expires_at: new Date(at + MAIL_TOKENS[kind].lifeMs),
      used_at: null,
    })
    .execute();
  return token;
}

/** Links to set a password that wait in somebody's mailbox: each works for an hour, and any of them will do. */
const MAX_OPEN_RESETS = 10;

/**
 * Whether a member has as many links to set a password as anybody needs. Whoever asks for more, from wherever, only
 * fills their mailbox.
 */
export async function hasEnoughResets(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<boolean> {
  const { n } = await db
    .selectFrom('mail_tokens')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'password_reset')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow();
  return n >= MAX_OPEN_RESETS;
}

export const findMailToken = (db: Db, kind: MailTokenKind, token: string) =>
  db
    .selectFrom('mail_tokens')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .executeTakeFirst();

const hasAddress = (db: Db, userId: number, email: string) =>
  db.selectFrom('logins').select('user_id').where('user_id', '=', userId).where('email', '=', email);

/** @throws ApiProblem `token_unknown`, `token_used` or `token_expired` */
export async function checkMailToken(db: Db, kind: MailTokenKind, token: string, now: Date) {
  const row = await findMailToken(db, kind, token);
  if (!row) throw problem(kind, 404, 'unknown');
  if (row.used_at) throw problem(kind, 410, 'used');
  const isOver =
    row.expires_at <= now ||
    (MAIL_TOKENS[kind].needsAddress && !(await hasAddress(db, row.user_id, row.email).executeTakeFirst()));
  if (isOver) throw problem(kind, 410, 'expired');
  return row;
}

/** Uses a token up: of two parallel calls one succeeds. @throws as `checkMailToken` */
export async function spendMailToken(db: Db, kind: MailTokenKind, token: string, now: Date) {
  const { user_id, email, created_at } = await checkMailToken(db, kind, token, now);
  const { numUpdatedRows } = await db
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem(kind, 410, 'used');
  return { user_id, email, created_at };
}

const openTokens = (trx: Trx, userId: number, at: Date) =>
  trx
    .updateTable('mail_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null);

export const endMailTokens = (trx: Trx, userId: number, at: Date, kinds: readonly MailTokenKind[]) =>
  openTokens(trx, userId, at).where('kind', 'in', kinds).execute();

/**
 * Ends the ways back to addresses that the account left after a time. An address to which a way back is open comes
 * before those: a week ago it was the account's, and they were not.
 */
export const endWaysBack = (trx: Trx, userId: number, at: Date, leftAfter: Date) =>
  openTokens(trx, userId, at)
    .where('kind', '=', 'undo_email_change')
    .where('created_at', '>', leftAfter)
    .execute();

/** When an account left an address to which a way back is still open. */
export async function findWayBack(
  db: Db,
  userId: number,
  email: string,
  now: Date,
): Promise<Date | undefined> {
  const way = await db
    .selectFrom('mail_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo_email_change')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .executeTakeFirst();
  return way?.created_at;
}

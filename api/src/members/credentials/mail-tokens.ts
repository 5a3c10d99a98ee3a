import { randomBytes } from 'node:crypto';
import type { Db } from '../../kernel/database/tables.ts';
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIFE_MS: Record<MailTokenKind, number> = {
  password_reset: HOUR,
  confirm_email: 14 * DAY,
  change_email: DAY,
  undo_email_change: 7 * DAY,
  // Longer than the longest grace period that can be configured: its last day is one on which the link is wanted.
  keep_account: 91 * DAY,
};
const KEEP_MS = 60 * DAY;

const WORDS: Record<MailTokenKind, { what: string; again: string }> = {
  password_reset: { what: 'This reset link', again: 'Ask for a new one.' },
  confirm_email: { what: 'This confirmation link', again: 'Ask for a new one in your settings.' },
  change_email: { what: 'This link', again: 'Ask for the change again in your settings.' },
  undo_email_change: { what: 'This link', again: 'Ask support for help if you did not change the address.' },
  keep_account: { what: 'This link', again: 'Sign in to see how it stands with your account.' },
};

const problem = (kind: MailTokenKind, status: number, state: 'unknown' | 'used' | 'expired') => {
  const { what, again } = WORDS[kind];
  const how = { unknown: 'is not known', used: 'was already used', expired: 'has expired' }[state];
  return new ApiProblem(status, `token_${state}`, `${what} ${how}. ${again}`);
};

/** A secret for a link; only its hash stays here. */
export async function mintMailToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  kind: MailTokenKind,
  { user_id, email }: { user_id: number; email: string },
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
      created_at: new Date(at),
      expires_at: new Date(at + LIFE_MS[kind]),
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

/** @throws ApiProblem `token_unknown`, `token_used` or `token_expired` */
export async function checkMailToken(db: Db, kind: MailTokenKind, token: string, now: Date) {
  const row = await findMailToken(db, kind, token);
  if (!row) throw problem(kind, 404, 'unknown');
  if (row.used_at) throw problem(kind, 410, 'used');
  if (row.expires_at <= now) throw problem(kind, 410, 'expired');
  return row;
}

/** Uses a token up: of two parallel calls one succeeds. @throws as `checkMailToken` */
export async function spendMailToken(db: Db, kind: MailTokenKind, token: string, now: Date) {
  const used = await db
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  if (used) return used;
  await checkMailToken(db, kind, token, now);
  throw problem(kind, 410, 'used');
}

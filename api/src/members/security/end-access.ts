import type { AccountCredential } from '@waymark/api-contract';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { HeldCredential } from '../../kernel/server/account-credentials.ts';
import type { Context } from '../../kernel/server/context.ts';
import { endMailTokens, MAIL_TOKENS_OF_PASSWORD } from '../credentials/mail-tokens.ts';
import { type Origin, recordSecurityEvent, type SecurityEventKind } from './events.ts';

const SINCE_EVER = new Date(0);
/** A second step of signing in that is younger may be an intruder's, and the mailbox opened the account until then. */
const SECOND_STEP_MS = 7 * 86_400_000;

/**
 * The link of a change that waits opens nothing any more.
 * @returns whether one waited
 */
export async function cancelEmailChange(trx: Trx, userId: number, at: Date): Promise<boolean> {
  // In the order in which the link takes them.
  await endMailTokens(trx, userId, at, ['change_email']);
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends what is under way with an old password: links of mails, a change of the address.
 * @returns whether the address was about to change
 */
export async function endPendingAccess(trx: Trx, userId: number, at: Date): Promise<boolean> {
  await endMailTokens(trx, userId, at, MAIL_TOKENS_OF_PASSWORD);
  return cancelEmailChange(trx, userId, at);
}

/** Those that members are also told of one by one. */
const EVENTS: Partial<Record<AccountCredential['kind'], SecurityEventKind>> = {
  passkey: 'passkey_removed',
  authenticator_app: 'totp_disabled',
  chat_app: 'chat_app_unlinked',
  access_token: 'token_revoked',
  app: 'app_revoked',
};

const present = (
  kind: AccountCredential['kind'],
  { id, name, createdAt, lastUsedAt }: HeldCredential,
): AccountCredential => ({
  key: `${kind} ${id}`,
  kind,
  name,
  created_datetime: createdAt.toISOString(),
  last_used_datetime: lastUsedAt?.toISOString() ?? null,
  stays: false,
});

type Store = Pick<Context, 'credentials' | 'env' | 'now'> & { db: Db };

/** What opens an account besides its password and sessions. */
export async function listCredentials(context: Store, userId: number): Promise<AccountCredential[]> {
  const credentials: AccountCredential[] = [];
  for (const { kind, list } of context.credentials)
    for (const held of await list(context, userId)) credentials.push(present(kind, held));
  return credentials;
}

/**
 * The same for who holds a link of a mail and nothing else. They must not get around a second step that has been there
 * for longer: it stays. Where nobody has shown yet whose address it is, the account may be an intruder's from the start.
 */
export async function listCredentialsForReset(
  context: Store,
  userId: number,
  { isAddressConfirmed }: { isAddressConfirmed: boolean },
): Promise<AccountCredential[]> {
  const youngest = context.now().getTime() - SECOND_STEP_MS;
  const credentials = await listCredentials(context, userId);
  for (const credential of credentials)
    credential.stays =
      credential.kind === 'authenticator_app' &&
      isAddressConfirmed &&
      Date.parse(credential.created_datetime) < youngest;
  return credentials;
}

async function endKinds(
  context: Pick<Context, 'credentials' | 'db'>,
  trx: Trx,
  userId: number,
  { since, kept }: { since: Date; kept: readonly AccountCredential[] },
): Promise<void> {
  for (const { kind, end } of context.credentials) {
    const keptIds = kept
      .filter((credential) => credential.kind === kind)
      .map(({ key }) => key.slice(kind.length + 1));
    await end(trx, userId, { since, keptIds }, context);
  }
}

/** Ends what was made since a time. Sessions end before. */
export const endAccessSince = (
  context: Pick<Context, 'credentials' | 'db'>,
  trx: Trx,
  userId: number,
  since: Date,
): Promise<void> => endKinds(context, trx, userId, { since, kept: [] });

/**
 * Ends what a member does not keep. Sessions end before.
 * @returns what ended
 */
export async function endAccess(
  context: Pick<Context, 'credentials' | 'db' | 'newId' | 'now'>,
  trx: Trx,
  {
    userId,
    credentials,
    keep,
    origin,
  }: { userId: number; credentials: readonly AccountCredential[]; keep: readonly string[]; origin: Origin },
): Promise<AccountCredential[]> {
  const isKept = ({ key, stays }: AccountCredential) => stays || keep.includes(key);
  await endKinds(context, trx, userId, { since: SINCE_EVER, kept: credentials.filter(isKept) });
  const ended = credentials.filter((credential) => !isKept(credential));
  for (const { kind, name } of ended) {
    const event = EVENTS[kind];
    if (event)
      await recordSecurityEvent(trx, context, { userId, kind: event, origin, subject: name ?? undefined });
  }
  return ended;
}

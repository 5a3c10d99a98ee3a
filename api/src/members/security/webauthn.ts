import type { WebAuthnJson } from '@waymark/api-contract';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { hashOf } from '../sessions/refresh-token.ts';
import type { SecurityTables } from './tables.ts';

type Purpose = SecurityTables['webauthn_challenges']['purpose'];
export type PasskeyRow = Selectable<SecurityTables['passkeys']>;

const CHALLENGE_MS = 5 * 60_000;

const refused = () =>
  new ApiProblem(400, 'passkey_refused', 'This passkey could not be checked. Try again, or use another way.');

/** Passkeys are bound to the host of the site: one of another site signs for that one and is refused. */
const siteOf = ({ env }: Pick<Context, 'env'>) => {
  const { hostname, origin } = new URL(env.SITE_URL);
  return { rpID: hostname, origin };
};

/** A handle that says nothing about the member to whom it belongs. */
const handleOf = ({ derive }: Pick<Context, 'derive'>, userId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(derive(`passkey user ${userId}`));

async function storeChallenge(
  { db, now }: Context,
  challenge: string,
  purpose: Purpose,
  userId: number | null,
): Promise<void> {
  await db.deleteFrom('webauthn_challenges').where('expires_at', '<', now()).execute();
  await db
    .insertInto('webauthn_challenges')
    .values({
      hash: hashOf(challenge),
      purpose,
      user_id: userId,
      expires_at: new Date(now().getTime() + CHALLENGE_MS),
    })
    .execute();
}

/** Takes a challenge once, for the purpose and the member that it was made for. */
const takeChallenge =
  ({ db, now }: Context, purpose: Purpose, userId: number | null) =>
  async (challenge: string): Promise<boolean> => {
    const taken = await db
      .deleteFrom('webauthn_challenges')
      .where('hash', '=', hashOf(challenge))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now())
      .$if(userId !== null, (own) => own.where('user_id', '=', userId))
      .returning('hash')
      .executeTakeFirst();
    return taken !== undefined;
  };

export async function beginRegistration(
  context: Context,
  userId: number,
  member: { email: string; displayName: string },
): Promise<WebAuthnJson> {
  const existing = await context.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  const options = await generateRegistrationOptions({
    rpName: 'Waymark',
    rpID: siteOf(context).rpID,
    userID: handleOf(context, userId),
    userName: member.email,
    userDisplayName: member.displayName,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(context, options.challenge, 'add', userId);
  return { ...options };
}

/** @throws ApiProblem 400 `passkey_refused` */
export async function finishRegistration(context: Context, userId: number, credential: WebAuthnJson) {
  const { rpID, origin } = siteOf(context);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: takeChallenge(context, 'add', userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => {
    throw refused();
  });
  if (!verified || !registrationInfo) throw refused();
  return registrationInfo;
}

export async function beginAuthentication(
  context: Context,
  purpose: 'sign_in' | 'confirm_identity',
  userId: number | null,
): Promise<WebAuthnJson> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(context).rpID,
    userVerification: 'required',
  });
  await storeChallenge(context, options.challenge, purpose, userId);
  return { ...options };
}

const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('logins', 'logins.user_id', 'passkeys.user_id')
    .selectAll('passkeys')
    .select('access_version')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/**
 * Checks what a passkey signed and notes its use.
 * @param userId whose passkey it must be; null for whoever signs in
 * @throws ApiProblem 400 `passkey_refused`
 */
export async function finishAuthentication(
  context: Context,
  purpose: 'sign_in' | 'confirm_identity',
  userId: number | null,
  credential: WebAuthnJson,
): Promise<PasskeyRow & { access_version: number }> {
  const { db, now } = context;
  const { rpID, origin } = siteOf(context);
  const id = credential['id'];
  const passkey = typeof id === 'string' ? await findPasskey(db, id) : undefined;
  if (!passkey || (userId !== null && passkey.user_id !== userId)) throw refused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: takeChallenge(context, purpose, userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => {
    throw refused();
  });
  if (!verified) throw refused();
  await db
    .updateTable('passkeys')
    .set({
      counter: authenticationInfo.newCounter,
      is_backed_up: authenticationInfo.credentialBackedUp,
      last_used_at: now(),
    })
    .where('user_id', '=', passkey.user_id)
    .where('id', '=', passkey.id)
    .execute();
  return passkey;
}

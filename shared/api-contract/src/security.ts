import { z } from 'zod';
import { AccountCredential, Email, KeptCredentials, LoginResponse, Password, TokenParams } from './auth.ts';
import { Done, Id, IdParams, type Call } from './common.ts';
import { securityEndpoints, signInEndpoints } from './endpoints/account.ts';
import { IdentityProof, TotpCode, WebAuthnJson } from './identity-proof.ts';
import { SingleLine } from './text.ts';

const RecoveryCode = z.string().trim().min(8, 'A recovery code has ten characters.').max(20);

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_datetime: z.string(),
  last_used_datetime: z.string().nullable(),
  /** Synchronised by its maker's cloud, so that losing one device does not lose it. */
  is_backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const SecurityOverview = z.object({
  email: z.string(),
  email_confirmed: z.boolean(),
  /** The address waiting for its confirmation. */
  pending_email: z.object({ email: z.string(), expires_datetime: z.string() }).nullable(),
  /** False for who signs in with passkeys or a chat app only. */
  has_password: z.boolean(),
  passkeys: z.array(Passkey),
  totp: z.object({ is_enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  chat_apps: z.array(z.object({ channel: z.string(), name: z.string() })),
  /** Until then sensitive calls need no further confirmation in this session; null when one is needed first. */
  identity_confirmed_until: z.string().nullable(),
});
export type SecurityOverview = z.infer<typeof SecurityOverview>;

export const SignedInSession = z.object({
  id: Id,
  /** For instance `Firefox on Linux`; empty when unknown. */
  device: z.string(),
  /** Country code, as far as known. */
  country: z.string().nullable(),
  /** How it was signed in. */
  method: z.enum(['password', 'passkey', 'chat_app', 'signup', 'unknown']),
  created_datetime: z.string(),
  last_used_datetime: z.string(),
  is_current: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

export const SECURITY_EVENT_KINDS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'identity_confirmed',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_change_cancelled',
  'email_changed',
  'email_change_undone',
  'passkey_added',
  'passkey_removed',
  'totp_enabled',
  'totp_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'chat_app_linked',
  'chat_app_unlinked',
  'app_authorized',
  'app_revoked',
  'token_created',
  'token_revoked',
  'export_requested',
  'deletion_requested',
  'deletion_cancelled',
] as const;
export const SecurityEvent = z.object({
  id: Id,
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: z.string(),
  device: z.string(),
  country: z.string().nullable(),
  /** What it was about, such as the name of a passkey or an app. */
  subject: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/**
 * The security page. Calls marked "confirmed identity" answer 403 `identity_unconfirmed` unless the session was signed
 * in or confirmed (`confirmIdentity`) within the last five minutes: ask for a proof and repeat the call.
 */
export const securityCalls = {
  overview: { ...securityEndpoints.overview, summary: 'How the member signs in', response: SecurityOverview },
  events: {
    ...securityEndpoints.events,
    summary: 'What happened to the security of the account, latest first',
    querystring: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: z.object({ events: z.array(SecurityEvent), has_more: z.boolean() }),
  },
  confirmIdentity: {
    ...securityEndpoints.confirmIdentity,
    summary: 'Prove again who is asking, for five minutes',
    body: IdentityProof,
    response: z.object({ identity_confirmed_until: z.string() }),
  },
  passkeyIdentityOptions: {
    ...securityEndpoints.passkeyIdentityOptions,
    summary: 'What a passkey has to sign to confirm the identity',
    response: WebAuthnJson,
  },
  changePassword: {
    ...securityEndpoints.changePassword,
    summary:
      'Change or set the password and end all other sessions (confirmed identity); with `keep`, also what else opens the account',
    body: z.object({ password: Password, keep: KeptCredentials.optional() }),
    response: Done,
  },
  credentials: {
    ...securityEndpoints.credentials,
    summary: 'What opens the account besides its password and sessions',
    response: z.object({ credentials: z.array(AccountCredential) }),
  },
  requestEmailChange: {
    ...securityEndpoints.requestEmailChange,
    summary:
      'Ask for another e-mail address, which its link confirms (confirmed identity); answers alike for addresses in use',
    body: z.object({ email: Email }),
    response: SecurityOverview,
    status: 202,
  },
  cancelEmailChange: {
    ...securityEndpoints.cancelEmailChange,
    summary: 'Keep the present e-mail address',
    response: SecurityOverview,
  },
  confirmEmailChange: {
    ...securityEndpoints.confirmEmailChange,
    summary: 'Confirm the new address with the link of the mail; announced to the old one',
    params: TokenParams,
    response: z.object({ email: z.string() }),
  },
  undoEmailChange: {
    ...securityEndpoints.undoEmailChange,
    summary: 'Go back to the old address within seven days, with the link of its mail; ends all sessions',
    params: TokenParams,
    response: z.object({ email: z.string() }),
  },
  sessions: {
    ...securityEndpoints.sessions,
    summary: 'Where the member is signed in, latest use first',
    response: z.object({ sessions: z.array(SignedInSession) }),
  },
  endSession: {
    ...securityEndpoints.endSession,
    summary: 'Sign one session out',
    params: IdParams,
    status: 204,
  },
  endOtherSessions: {
    ...securityEndpoints.endOtherSessions,
    summary: 'Sign out everywhere else',
    response: z.object({ ended: z.number().int() }),
  },
  passkeyOptions: {
    ...securityEndpoints.passkeyOptions,
    summary: 'What a new passkey has to sign (confirmed identity)',
    response: WebAuthnJson,
  },
  addPasskey: {
    ...securityEndpoints.addPasskey,
    summary: 'Add a passkey (confirmed identity)',
    body: z.object({ name: SingleLine.max(60).optional(), credential: WebAuthnJson }),
    response: Passkey,
    status: 201,
  },
  renamePasskey: {
    ...securityEndpoints.renamePasskey,
    summary: 'Name a passkey',
    params: IdParams,
    body: z.object({ name: SingleLine.min(1, 'Name is required.').max(60) }),
    response: Passkey,
  },
  removePasskey: {
    ...securityEndpoints.removePasskey,
    summary: 'Remove a passkey (confirmed identity); the last way to sign in stays',
    params: IdParams,
    status: 204,
  },
  beginTotp: {
    ...securityEndpoints.beginTotp,
    summary: 'A secret for an authenticator app (confirmed identity); counts once a code confirms it',
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  enableTotp: {
    ...securityEndpoints.enableTotp,
    summary: 'Ask for a code at each sign-in from now on (confirmed identity); shows the recovery codes once',
    body: z.object({ code: TotpCode }),
    response: RecoveryCodes,
  },
  disableTotp: {
    ...securityEndpoints.disableTotp,
    summary: 'Ask for no code any more (confirmed identity)',
    response: Done,
  },
  renewRecoveryCodes: {
    ...securityEndpoints.renewRecoveryCodes,
    summary: 'Ten new recovery codes instead of the old ones (confirmed identity)',
    response: RecoveryCodes,
  },
} satisfies Record<keyof typeof securityEndpoints, Call>;

/**
 * Signing in beyond the password. `login` answers with `second_factor` where a code is asked for; a passkey counts as
 * both factors.
 */
export const signInCalls = {
  secondFactor: {
    ...signInEndpoints.secondFactor,
    summary: 'Finish signing in with a code of the app or a recovery code',
    body: z.object({
      challenge: z.string().min(16).max(600),
      code: TotpCode.optional(),
      recovery_code: RecoveryCode.optional(),
    }),
    response: LoginResponse,
  },
  passkeyOptions: {
    ...signInEndpoints.passkeyOptions,
    summary: 'What a passkey has to sign to sign in; the same for everybody',
    response: WebAuthnJson,
  },
  passkey: {
    ...signInEndpoints.passkey,
    summary: 'Sign in with a passkey',
    body: z.object({ credential: WebAuthnJson }),
    response: LoginResponse,
  },
} satisfies Record<keyof typeof signInEndpoints, Call>;

import { z } from 'zod';
import { Done, type Call } from './common.ts';
import { ConsentChoice, ConsentSummary, UsState } from './consents.ts';
import { DeletionRequest } from './account-deletion.ts';
import { Gender, User } from './users.ts';
import { authEndpoints } from './endpoints/members.ts';
import { PublicName } from './text.ts';

/** Passwords: 8 or more characters (at most 200), not one of the common ones. */
export const Password = z
  .string()
  .min(8, 'Use 8 or more characters.')
  .max(200, 'Use at most 200 characters.');
export const Email = z.email('Invalid email format').max(254, 'This e-mail address is too long.');
export const Birthdate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Invalid date.');
/** Forms send the three fields of a birthdate apart, each with its zeros: `{ year: '1990', month: '05', day: '07' }`. */
export const BirthdateParts = z.object({
  year: z.string().max(4),
  month: z.string().max(2),
  day: z.string().max(2),
});
export type BirthdateParts = z.infer<typeof BirthdateParts>;

export const LoginBody = z.object({
  email: z.string().min(1, 'Email is required.').max(254),
  password: z.string().min(1, 'Password is required.').max(200),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const OnboardingProfile = z.object({
  email: z.string().optional(),
  birthdate: z.string().optional(),
  location: z.object({ country: z.string().optional() }).optional(),
});

/** `authToken` is the access token (10 minutes); the refresh token travels only as an HttpOnly cookie. */
export const LoginResponse = z.object({
  onboarding: z.boolean(),
  uacfId: z.string(),
  profile: OnboardingProfile.optional(),
  authToken: z.string().optional(),
  expires_in: z.number().int().optional(),
  /** The password was right and a second factor is asked for: finish with `signInCalls.secondFactor`. */
  second_factor: z
    .object({ challenge: z.string(), methods: z.array(z.enum(['totp', 'recovery_code'])) })
    .optional(),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

export const SignupBody = z.object({
  email: Email,
  password: Password,
  birthdate: z.union([BirthdateParts, Birthdate], {
    error: ({ input }) => (input === undefined ? 'Birthdate is required.' : 'Invalid date.'),
  }),
  gender: Gender,
  country: z.string().regex(/^[A-Z]{2}$/, 'Country is required.'),
  first_name: PublicName.min(1, 'First name is required.').max(60),
  last_name: PublicName.min(1, 'Last name is required.').max(60),
  promotionalPreference: z.boolean().default(false),
  time_zone: z.string().max(64).optional(),
  /** Of the form; one that the product has no formats for is left out. */
  preferred_language: z.string().max(16).optional(),
  /** Answers to the consents on the form, with the matrix that it showed. Signing up itself agrees to the terms. */
  consents: z
    .object({
      matrix_id: z.string().max(10),
      matrix_version: z.number().int().positive(),
      choices: z.record(z.string().max(40), ConsentChoice),
      locale: z.string().max(35).default('en-us'),
    })
    .optional(),
  /** State of the US, where the law of one applies. */
  state: UsState.optional(),
});
export type SignupBody = z.input<typeof SignupBody>;
export const SignupResponse = z.object({
  access_token: z.string(),
  expires_in: z.number().int(),
  user_id: z.number(),
});
export type SignupResponse = z.infer<typeof SignupResponse>;

export const RefreshResponse = z.object({
  authToken: z.string(),
  expires_in: z.number().int(),
  user_id: z.number(),
});
export type RefreshResponse = z.infer<typeof RefreshResponse>;

/** What the edge puts into the HTML: the session as the page starts. It does not rotate the refresh token. */
/** `none` is for a page that holds a token already and asks for member and premium status only. */
export const SessionQuery = z.object({ token: z.enum(['new', 'none']).default('new') });
export const SessionResponse = z.object({
  authToken: z.string().nullable(),
  expires_in: z.number().int(),
  user: User.nullable(),
  premium: z.object({ is_ad_free: z.boolean(), days_remaining: z.number() }).nullable(),
  rollouts: z.array(z.object({ rollout_name: z.string(), variant_name: z.string() })),
  /** Null without a member. `needs_answer`: the privacy centre comes before any other signed-in page. */
  consents: ConsentSummary.nullable(),
  /** The account is in the grace period of its deletion: offer to keep it, to export, and nothing else. */
  deletion: DeletionRequest.nullable(),
});
export type SessionResponse = z.infer<typeof SessionResponse>;

export const GeoipResponse = z.object({
  country_code: z.string().nullable(),
  region_code: z.string().nullable(),
});
export const PasswordResetRequest = z.object({ email: Email, redirect_uri: z.string().max(500).optional() });
export const TokenParams = z.object({ token: z.string().min(8).max(200) });
/** What opens an account, or parts of it, besides its password and its sessions. */
export const CREDENTIAL_KINDS = [
  'passkey',
  'authenticator_app',
  'chat_app',
  'access_token',
  'app',
  'connection',
  'feed_address',
  'calendar_address',
  'friend_invite',
  'archive',
] as const;
export const AccountCredential = z.object({
  /** Names it in `keep`. */
  key: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  /** As its member named it; null for what there is one of. */
  name: z.string().nullable(),
  created_datetime: z.string(),
  last_used_datetime: z.string().nullable(),
  /** A link of a mail does not end it: the second step of signing in, once it has been there for a week. */
  stays: z.boolean(),
});
export type AccountCredential = z.infer<typeof AccountCredential>;
/** Keys of the credentials that go on; all others end. */
export const KeptCredentials = z.array(z.string().max(300)).max(500);

export const PasswordResetInfo = z.object({
  valid: z.literal(true),
  email: z.string(),
  credentials: z.array(AccountCredential),
});
export type PasswordResetInfo = z.infer<typeof PasswordResetInfo>;
export const PasswordResetBody = z.object({
  password: Password,
  recaptchaToken: z.string().max(4000).optional(),
  keep: KeptCredentials.default([]),
});
export const EmailParams = z.object({ email: z.string().min(3).max(254) });
export const UserExists = z.object({ userExists: z.boolean() });
export type UserExists = z.infer<typeof UserExists>;

export const ClientEvent = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_.]{1,63}$/, 'An event name is lower case words joined by underscores.'),
  at: z.iso.datetime().optional(),
  properties: z
    .record(z.string().max(64), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
    .refine((properties) => Object.keys(properties).length <= 40, 'An event has at most 40 properties.')
    .optional(),
});
export type ClientEvent = z.infer<typeof ClientEvent>;
/** At most `CLIENT_EVENTS_MAX_BYTES` as a whole. A call beyond a device's or an address's budget answers 429. */
export const ClientEventsBody = z.object({
  event: ClientEvent.optional(),
  events: z.array(ClientEvent).max(50).optional(),
  'uacf-id': z.string().max(64).optional(),
  device_id: z.string().max(64).optional(),
});

export const authCalls = {
  login: { ...authEndpoints.login, summary: 'Sign in', body: LoginBody, response: LoginResponse },
  signup: {
    ...authEndpoints.signup,
    summary: 'Create an account',
    body: SignupBody,
    response: SignupResponse,
    status: 201,
  },
  refresh: {
    ...authEndpoints.refresh,
    summary: 'Exchange the refresh cookie for a new access token',
    response: RefreshResponse,
  },
  session: {
    ...authEndpoints.session,
    summary: 'The session behind the cookie, with member and premium status',
    querystring: SessionQuery,
    response: SessionResponse,
  },
  logout: { ...authEndpoints.logout, summary: 'End the session', response: Done },
  geoip: {
    ...authEndpoints.geoip,
    summary: 'The country a visitor seems to be in',
    response: GeoipResponse,
  },
  clearLegacy: {
    ...authEndpoints.clearLegacy,
    summary: 'Remove cookies of older versions',
    response: Done,
  },
  requestReset: {
    ...authEndpoints.requestReset,
    summary: 'Send a password reset mail',
    body: PasswordResetRequest,
    response: Done,
  },
  resetInfo: {
    ...authEndpoints.resetInfo,
    summary: 'Is this reset link usable, and what else opens the account',
    params: TokenParams,
    response: PasswordResetInfo,
  },
  resetPassword: {
    ...authEndpoints.resetPassword,
    summary: 'Set a new password; ends all sessions, and what opens the account besides unless it is kept',
    params: TokenParams,
    body: PasswordResetBody,
    response: Done,
  },
  confirmEmail: {
    ...authEndpoints.confirmEmail,
    summary: 'Confirm an e-mail address',
    params: TokenParams,
    response: z.object({ email: z.string() }),
  },
  resendConfirmation: {
    ...authEndpoints.resendConfirmation,
    summary: 'Send the confirmation mail again',
    response: Done,
  },
  findUser: {
    ...authEndpoints.findUser,
    summary: 'Is there an account for this e-mail',
    params: EmailParams,
    response: UserExists,
  },
  clientEvents: {
    ...authEndpoints.clientEvents,
    summary: 'Store events of the browser',
    body: ClientEventsBody,
    response: Done,
    status: 202,
  },
} satisfies Record<keyof typeof authEndpoints, Call>;

import { z } from 'zod';
import { Email, LoginResponse, SignupBody, SignupResponse } from './auth.ts';
import { type Call } from './common.ts';
import { chatAppEndpoints } from './endpoints/account.ts';
import { SecurityOverview } from './security.ts';

const ChannelParams = z.object({ chat_app: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/) });

/** What the provider sent the browser back with, as it stands in the address of `/auth/chat/{chat_app}`. */
export const ChatAppReturn = z.object({
  code: z.string().max(2000).optional(),
  state: z.string().min(10).max(600),
  /** Who the provider says that it is. */
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(1000).optional(),
});

/** Whom the provider named, from the answer of `login` or `confirmEmail`. */
const SealedIdentity = z.string().min(20).max(4000);

/**
 * Signing in with a chat app (OpenID Connect). `start` answers where the browser goes; what it comes back with goes to
 * `login` or `link`, as the first word of its state says. Errors start with the channel, such as `lark/access_denied`.
 * A login of somebody unknown answers 404 `{channel}/not_linked`; its diagnostics hold `identity` for the sign-up, and
 * e-mail and names to fill the form. An address that `email_confirmed` does not call `true` is one that the provider does
 * not vouch for: `confirmEmail` comes before the sign-up.
 */
export const chatAppCalls = {
  channels: {
    ...chatAppEndpoints.channels,
    summary: 'Chat apps that one can sign in with',
    response: z.object({ channels: z.array(z.object({ channel: z.string(), name: z.string() })) }),
  },
  start: {
    ...chatAppEndpoints.start,
    summary: 'Begin an exchange with the chat app',
    params: ChannelParams,
    body: z.object({ purpose: z.enum(['login', 'link']) }),
    response: z.object({ authorization_url: z.string() }),
  },
  login: {
    ...chatAppEndpoints.login,
    summary: 'Sign in with what the chat app answered',
    params: ChannelParams,
    body: ChatAppReturn,
    response: LoginResponse,
  },
  signup: {
    ...chatAppEndpoints.signup,
    summary: 'Create an account with what the chat app answered',
    params: ChannelParams,
    body: z.object({
      identity: SealedIdentity,
      ...SignupBody.pick({
        first_name: true,
        last_name: true,
        state: true,
        birthdate: true,
        gender: true,
        country: true,
        promotionalPreference: true,
        time_zone: true,
        preferred_language: true,
        consents: true,
      }).shape,
    }),
    response: SignupResponse,
    status: 201,
  },
  /** For an identity whose address the provider does not confirm: `signup` refuses it with `{channel}/email_missing`. */
  sendEmailCode: {
    ...chatAppEndpoints.sendEmailCode,
    summary: 'Mail a code to the address for a new account; answers alike for addresses in use',
    params: ChannelParams,
    body: z.object({ identity: SealedIdentity, email: Email }),
    response: z.object({ challenge: z.string() }),
  },
  confirmEmail: {
    ...chatAppEndpoints.confirmEmail,
    summary: 'Confirm the address with the code of its mail; answers the identity for the sign-up',
    params: ChannelParams,
    body: z.object({
      challenge: z.string().min(20).max(4000),
      code: z
        .string()
        .transform((text) => text.replaceAll(/\s/g, ''))
        .pipe(z.string().regex(/^\d{8}$/, 'Enter the eight digits of the mail.')),
    }),
    response: z.object({ identity: z.string(), email: z.string() }),
  },
  link: {
    ...chatAppEndpoints.link,
    summary: 'Also sign in with this chat app from now on',
    params: ChannelParams,
    body: ChatAppReturn,
    response: SecurityOverview,
  },
  unlink: {
    ...chatAppEndpoints.unlink,
    summary: 'Stop signing in with this chat app; the last way to sign in stays',
    params: ChannelParams,
    response: SecurityOverview,
  },
} satisfies Record<keyof typeof chatAppEndpoints, Call>;

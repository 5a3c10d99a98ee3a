import { z } from 'zod';
import type { Call } from './common.ts';
import { emailPreferenceEndpoints } from './endpoints/account.ts';

/** Kinds of mail that a member can switch off. Mails about the account itself always come. */
export const EMAIL_KINDS = ['news', 'social', 'challenges', 'summaries', 'reminders'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** True for each kind of mail that the member does not want. */
export const EmailOptOuts = z.object({
  news: z.boolean(),
  social: z.boolean(),
  challenges: z.boolean(),
  summaries: z.boolean(),
  reminders: z.boolean(),
} satisfies Record<EmailKind, z.ZodBoolean>);
export type EmailOptOuts = z.infer<typeof EmailOptOuts>;

const Answer = z.object({ email: z.string(), opt_outs: EmailOptOuts });

export const emailPreferenceCalls = {
  read: {
    ...emailPreferenceEndpoints.read,
    summary: 'Mails that the member does not want',
    response: Answer,
  },
  update: {
    ...emailPreferenceEndpoints.update,
    summary: 'Switch kinds of mail on or off; what is not named stays',
    body: EmailOptOuts.partial(),
    response: Answer,
  },
} satisfies Record<keyof typeof emailPreferenceEndpoints, Call>;

import { z } from 'zod';
import type { Call } from './common.ts';
import { supportEndpoints } from './endpoints/account.ts';
import { MultiLine, SingleLine } from './text.ts';

/** Where the profile menu's external support login starts: a navigation, answered with a redirect. */
export const SUPPORT_LOGIN_PATH = '/internal/support/login';

export const SupportTicket = z.object({
  /** May be left out by a signed-in member. */
  email: z.email('Invalid email format').max(254).optional(),
  name: SingleLine.max(120).optional(),
  topic: z.enum(['account', 'privacy', 'workouts', 'routes', 'premium', 'other']),
  subject: SingleLine.min(3, 'Subject is required.').max(150, 'Keep the subject below 150 characters.'),
  message: MultiLine.trim().min(10, 'Tell us a little more.').max(10_000, 'Keep it below 10,000 characters.'),
  /** Page on which help was needed. */
  page: SingleLine.max(500).optional(),
  recaptchaToken: z.string().max(4000).optional(),
});
export type SupportTicket = z.infer<typeof SupportTicket>;

export const supportCalls = {
  ticket: {
    ...supportEndpoints.ticket,
    summary: 'Ask for help; also without an account',
    body: SupportTicket,
    /** `reference` is what the person can name when they write again. */
    response: z.object({ reference: z.string() }),
    status: 201,
  },
} satisfies Record<keyof typeof supportEndpoints, Call>;

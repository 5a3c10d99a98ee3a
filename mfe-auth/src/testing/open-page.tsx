import type { User } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderRemote, type TestCall, type TestHost } from '@waymark/remote/testing';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import declaration from '../../waymark.json' with { type: 'json' };
import { pages } from '../pages.tsx';

type Answers = Record<string, unknown>;

/** An answer of the API that is an error, as the server writes them. */
export const refusal = (
  status: number,
  error: string,
  text = 'A sentence.',
  fields?: Record<string, string>,
) =>
  new ApiError(status, 'Refused', {
    status,
    error,
    error_description: text,
    request_id: 'r1',
    ...(fields && {
      diagnostics: Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, [sentence]])),
    }),
  });

/**
 * Opens a page of this remote at its address. `answers` holds what the API says to 'POST /login' and so on:
 * a body, an error to throw, or a list of both, one for each call. A call that is not there fails the test.
 */
export function openPage(
  at: string,
  answers: Answers = {},
  options: NonNullable<Parameters<typeof installTestHost>[1]> & { demo?: boolean; mailbox?: boolean } = {},
) {
  const { demo = false, mailbox = false, settings, ...rest } = options;
  const left = new Map(Object.entries(answers).map(([call, answer]) => [call, queueOf(answer)]));
  const answer = ({ method, path }: TestCall): unknown => {
    const queue = left.get(`${method} ${path}`);
    if (!queue) throw new Error(`Nobody expected ${method} ${path}.`);
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (next instanceof Error) throw next;
    return next;
  };
  const host = installTestHost(answer, {
    ...rest,
    settings: {
      appConfig: {
        siteName: 'Waymark',
        countries: ['US'],
        dataRegions: {},
        services: {},
        demo,
        mailbox,
        mapSources: [],
        partners: [],
      },
      legal: { terms: '/terms', privacyPolicy: '/privacy', cookies: '/cookies', privacyNotice: '/notice' },
      ...settings,
    },
  });
  renderRemote(pages, declaration, { at, ...(rest.locale && { locale: rest.locale }) });
  return { host, user: userEvent.setup({ delay: null }) };
}

const queueOf = (answer: unknown): unknown[] =>
  Array.isArray(answer) ? [...(answer as unknown[])] : [answer];

/** A signed-in member, as far as these pages look at one. */
export const member = (fields: Partial<User> = {}): User =>
  ({ id: 7, email: 'robin@waymark.example', email_confirmed: false, ...fields }) as User;

/** What was logged under a name, in order. */
export const logged = ({ events }: TestHost, name: string) =>
  events.filter((event) => event.name === name).map(({ properties }) => properties);

/** Fills a field at once, as a password manager or the clipboard does. */
export async function write(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text) await user.paste(text);
}

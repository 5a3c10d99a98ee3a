import type { User } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import {
  callAddress,
  installTestHost,
  renderRemote,
  type TestCall,
  type TestHost,
} from '@waymark/remote/testing';
import userEvent from '@testing-library/user-event';
import declaration from '../../waymark.json' with { type: 'json' };
import { pages } from '../pages.tsx';

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

/** No answer came. */
export const noAnswer = () => new ApiError(0, '', null);

/** A body, an error to throw, a list of both for one call after the other, or what makes the answer of the call. */
type Answer = unknown;

/**
 * Opens a page of this remote at its address. `answers` holds what the API says to 'POST /login' and so on; a call that
 * is not there fails the test.
 */
export function openPage(
  at: string,
  answers: Record<string, Answer> = {},
  { state, ...options }: NonNullable<Parameters<typeof installTestHost>[1]> & { state?: unknown } = {},
) {
  const left = new Map(
    Object.entries(answers).map(([name, answer]) => [name, Array.isArray(answer) ? [...answer] : [answer]]),
  );
  const host = installTestHost((call: TestCall): unknown => {
    const queue = left.get(`${call.method} ${callAddress(call)}`) ?? left.get(`${call.method} ${call.path}`);
    if (!queue) throw new Error(`Nobody expected ${call.method} ${callAddress(call)}.`);
    const next: unknown = queue.length > 1 ? queue.shift() : queue[0];
    if (next instanceof Error) throw next;
    return typeof next === 'function' ? (next as (call: TestCall) => unknown)(call) : next;
  }, options);
  const { container, unmount } = renderRemote(pages, declaration, {
    at,
    locale: options.locale ?? 'en-us',
    state,
  });
  return { host, user: userEvent.setup({ delay: null }), container, unmount };
}

/** Everything that a page sent to change something. */
export const sentCalls = ({ calls }: TestHost) => calls.filter(({ method }) => method !== 'GET');

/** A member as the API has them. */
export const sampleMember = (fields: Partial<User> = {}): User => ({
  id: 7,
  uacfUserId: '7',
  username: 'robin7',
  title: 'Trail runner',
  first_name: 'Robin',
  last_name: 'Trail',
  display_name: 'Robin Trail',
  email: 'robin@waymark.example',
  email_confirmed: true,
  gender: 'F',
  birthdate: '1990-05-07',
  height: 1.7,
  weight: 61,
  location: { locality: 'Bern', region: 'BE', country: 'CH' },
  time_zone: 'Europe/Zurich',
  time_zone_offset: 60,
  preferred_language: 'en-us',
  first_day_of_week: 1,
  favorite_activities: [],
  date_joined: '2026-01-05T10:00:00.000Z',
  display_measurement_system: 'metric',
  goal_statement: '',
  introduction: '',
  sharing: {},
  communication: {},
  opt_outs: { news: true, social: false, challenges: false, summaries: false, reminders: false },
  default_privacy: { workout: 1, route: 1, profile: 3 },
  hrZones: [],
  profilePictureStatus: 'none',
  gdpr_iso_code: 'CH',
  consents: { terms: true, health: true },
  consent_matrix_version: 1,
  app_name: 'Waymark',
  loyalty_status: null,
  has_sample_data: false,
  _links: {},
  ...fields,
});

import type { User } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderRemote, type TestCall } from '@waymark/remote/testing';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import declaration from '../../waymark.json' with { type: 'json' };
import type { SubmittingAction } from '../checkout/use-pay.ts';
import { pages } from '../pages.tsx';

/** An answer of the API that refuses a call, as the server writes it. */
export const refusal = (status: number, error: string, text = 'A sentence.', more: object = {}) =>
  new ApiError(status, 'Refused', { status, error, error_description: text, request_id: 'r1', ...more });

const MEMBER = { id: 7, display_name: 'Robin Trail', time_zone: 'UTC' } as User;

/** A body, an error, what makes the answer of a call, or a list of these for one call after the other. */
type Answers = Record<string, unknown>;

/**
 * Opens an address of the remote as a member, or as a visitor. Answers go by method and address; a call without an
 * answer fails the test.
 */
export function openPage(
  at: string,
  answers: Answers,
  {
    user = MEMBER,
    settings = {},
    blockedBy = null,
  }: { user?: User | null; settings?: object; blockedBy?: 'deletion' | null } = {},
) {
  const queues = new Map(
    Object.entries(answers).map(([name, answer]) => [name, Array.isArray(answer) ? [...answer] : [answer]]),
  );
  const host = installTestHost(
    (call: TestCall) => {
      const address = `${call.method} ${callAddress(call)}`;
      const queue = queues.get(address);
      if (!queue) throw new Error(`Not planned: ${address}`);
      const answer: unknown = queue.length > 1 ? queue.shift() : queue[0];
      const made = typeof answer === 'function' ? (answer as (call: TestCall) => unknown)(call) : answer;
      if (made instanceof Error) throw made;
      return made;
    },
    {
      ...(user && { user }),
      blockedBy,
      settings: {
        paymentConfig: { provider: 'local' },
        premiumPaymentKey: null,
        unlockPremium: false,
        legal: { terms: '/terms', privacyPolicy: '/privacy' },
        ...settings,
      },
    },
  );
  renderRemote(pages, declaration, { at });
  return {
    host,
    user: userEvent.setup({ delay: null }),
    sent: () => host.calls.filter(({ method }) => method !== 'GET'),
  };
}

/** Answers a call once a button names what is being sent; without the name there is no answer. */
export const whileSending = (action: SubmittingAction, answer: unknown) => async (): Promise<unknown> => {
  await waitFor(() => {
    if (!document.querySelector(`[data-action=${action}]`)) throw new Error(`Nothing says ${action}.`);
  });
  return answer;
};

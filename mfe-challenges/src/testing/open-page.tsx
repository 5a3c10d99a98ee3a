import type { User } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderRemote, type TestCall } from '@waymark/remote/testing';
import userEvent from '@testing-library/user-event';
import declaration from '../../waymark.json' with { type: 'json' };
import { pages } from '../pages.tsx';
import { sampleMember } from './samples.ts';

/** An answer that refuses a call, as the API writes it. */
export const refusal = (status: number, error: string, text = 'A sentence.') =>
  new ApiError(status, 'Refused', { status, error, error_description: text, request_id: 'r1' });

/**
 * Opens an address of the remote as a member, or as a visitor. Answers go by method and address: a body, an error, or a
 * function that makes one of the call. A call without an answer fails the test.
 */
export function openPage(
  at: string,
  answers: Record<string, unknown>,
  { user = sampleMember(), hasPremium = false }: { user?: User | null; hasPremium?: boolean } = {},
) {
  const host = installTestHost(
    (call: TestCall) => {
      const address = `${call.method} ${callAddress(call)}`;
      if (!(address in answers)) throw new Error(`Not planned: ${address}`);
      const answer = answers[address];
      const made: unknown =
        typeof answer === 'function' ? (answer as (call: TestCall) => unknown)(call) : answer;
      if (made instanceof Error) throw made;
      return made;
    },
    user ? { user, hasPremium } : {},
  );
  renderRemote(pages, declaration, { at });
  return {
    host,
    user: userEvent.setup({ delay: null }),
    sent: () => host.calls.filter(({ method }) => method !== 'GET'),
  };
}

import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { App } from '../app.tsx';
import { sampleMember } from './samples.ts';

/** What the API answers, by method and address: a body, or a function that makes one or throws. */
export type Answers = Record<string, unknown>;

export const OFFLINE = new ApiError(0, '', null);
export const UNAVAILABLE = new ApiError(503, 'Service Unavailable', null);

/** Opens an address of the remote as a member, or as a visitor. A call without an answer fails the test. */
export function openPage(at: string, answers: Answers, { isVisitor = false } = {}) {
  const host = installTestHost(
    (call) => {
      const address = `${call.method} ${callAddress(call)}`;
      if (!(address in answers)) throw new Error(`Not planned: ${address}`);
      const answer = answers[address];
      return typeof answer === 'function' ? (answer as (call: TestCall) => unknown)(call) : answer;
    },
    isVisitor ? {} : { user: sampleMember() },
  );
  const { unmount } = renderPage(<App />, { at });
  return { ...host, unmount };
}

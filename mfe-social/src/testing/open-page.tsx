import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderRemote, type TestCall } from '@waymark/remote/testing';
import declaration from '../../waymark.json' with { type: 'json' };
import { pages } from '../pages.tsx';
import { sampleMember } from './samples.ts';

/** What the API answers, by method and address: a body, or a function that makes one or throws. */
export type Answers = Record<string, unknown>;

export const OFFLINE = new ApiError(0, '', null);
/** Stands for a call that no answer comes to. */
export const noAnswer = (): never => {
  throw OFFLINE;
};
export const UNAVAILABLE = new ApiError(503, 'Service Unavailable', null);

/** Opens an address of the remote as a member, or as a visitor. A call without an answer fails the test. */
export function openPage(at: string, answers: Answers, { isVisitor = false, userId = 7 } = {}) {
  const host = installTestHost(
    (call) => {
      const address = `${call.method} ${callAddress(call)}`;
      // Some are planned whatever their query is.
      const planned = [address, `${call.method} ${call.path}`].find((known) => known in answers);
      if (!planned) throw new Error(`Not planned: ${address}`);
      const answer = answers[planned];
      return typeof answer === 'function' ? (answer as (call: TestCall) => unknown)(call) : answer;
    },
    isVisitor ? {} : { user: sampleMember({ id: userId, uacfUserId: String(userId) }) },
  );
  const { unmount } = renderRemote(pages, declaration, { at });
  return { ...host, unmount };
}

/**
 * Hands the drafts that the browser keeps of one member to another, of whom nothing is in memory: as after a reload only
 * what was stored is left of them.
 */
export function reloadDrafts({ from, to }: { from: number; to: number }): void {
  const prefix = `waymark.draft.${from}.`;
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix)))
    localStorage.setItem(`waymark.draft.${to}.${key.slice(prefix.length)}`, localStorage.getItem(key)!);
}

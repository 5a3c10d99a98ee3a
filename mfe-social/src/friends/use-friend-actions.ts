import { useLingui } from '@lingui/react/macro';
import { friendCalls } from '@waymark/api-contract/client';
import { ApiError, announceChange, call, notify } from '@waymark/contract';
import { useFailureText, useSession } from '@waymark/remote';
import { useState } from 'react';

interface Friend {
  id: number;
  display_name: string;
}

export type FriendAction = 'request' | 'accept' | 'deny' | 'withdraw' | 'unfriend';

/** Requests, answers and endings of friendships; every list and count is fetched anew after each. */
export function useFriendActions() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { userId } = useSession();
  /** What is under way, by the other member's id. */
  const [pending, setPending] = useState<Readonly<Record<number, FriendAction>>>({});

  const words: Record<FriendAction, string> = {
    request: t`Your request wasn’t sent. Try again.`,
    accept: t`The request wasn’t accepted. Try again.`,
    deny: t`The request is still there. Try again.`,
    withdraw: t`Your request is still there. Try again.`,
    unfriend: t`You are still friends. Try again.`,
  };

  async function run(action: FriendAction, friend: Friend): Promise<boolean> {
    if (userId === null || pending[friend.id]) return false;
    setPending((now) => ({ ...now, [friend.id]: action }));
    try {
      await send(action, userId, friend.id);
      return true;
    } catch (error) {
      // Somebody was quicker: what is shown is outdated, and fetching it anew says how things stand.
      if (error instanceof ApiError && [404, 409].includes(error.status)) announceChange(['friends']);
      notify({ kind: 'error', text: failureText(error, words[action]) });
      return false;
    } finally {
      setPending((now) => Object.fromEntries(Object.entries(now).filter(([id]) => Number(id) !== friend.id)));
    }
  }
  return { run, pending };
}

/** What a request says: who asks whom. */
export function requestBody(userId: number, otherId: number) {
  const link = (id: number) => [{ href: `/v7.1/user/${id}/`, id: String(id) }];
  return { _links: { to_user: link(otherId), from_user: link(userId) } };
}

function send(action: FriendAction, userId: number, otherId: number): Promise<unknown> {
  const pair = `${otherId}_${userId}`;
  if (action === 'request') return call(friendCalls.request, { body: requestBody(userId, otherId) });
  if (action === 'accept') return call(friendCalls.accept, { params: { pair }, body: { status: 'active' } });
  return call(friendCalls.remove, { params: { pair } });
}

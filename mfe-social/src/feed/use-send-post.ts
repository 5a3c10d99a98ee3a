import { useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { ApiError, call } from '@waymark/contract';
import { apiErrorText, createIdempotencyKey } from '@waymark/remote';
import { useState } from 'react';
import type { PostPrivacy } from './post-options.ts';

interface Post {
  text: string;
  privacy: PostPrivacy;
}

/** Sends a post. A repeat after a failure has the same key: a post that was taken is not posted twice. */
export function useSendPost() {
  const { t } = useLingui();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [key] = useState(createIdempotencyKey);

  async function send({ text, privacy }: Post): Promise<Story | null> {
    const body = { verb: 'post', object: { type: 'status', text }, privacy } as const;
    setIsSending(true);
    setProblem('');
    try {
      const story = (await call(storyCalls.create, { body, idempotencyKey: key.keyFor(body) })) as Story;
      key.clear();
      return story;
    } catch (error) {
      const isOffline = error instanceof ApiError && error.status === 0;
      setProblem(
        isOffline
          ? t`You seem to be offline. Your post is kept here; send it once you are connected.`
          : apiErrorText(error, t`Your post wasn't sent. It is kept here; try again.`),
      );
      return null;
    } finally {
      setIsSending(false);
    }
  }
  return { send, isSending, problem };
}

import { useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { ApiError, call } from '@waymark/contract';
import { apiErrorText, createIdempotencyKey } from '@waymark/remote';
import { useRef, useState } from 'react';
import type { PostPrivacy } from './post-options.ts';

interface Post {
  text: string;
  privacy: PostPrivacy;
  photos: readonly File[];
}

/**
 * Sends a post and then its photos. A repeat after a failure sends what is missing only: a post that was taken is not
 * posted twice.
 */
export function useSendPost() {
  const { t } = useLingui();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [key] = useState(createIdempotencyKey);
  /** The post that was taken while its photos were not. */
  const posted = useRef<{ content: string; story: Story }>(undefined);

  async function send({ text, privacy, photos }: Post): Promise<Story | null> {
    const body = { verb: 'post', object: { type: 'status', text }, privacy } as const;
    const content = JSON.stringify(body);
    setIsSending(true);
    setProblem('');
    let hasPost = false;
    try {
      if (posted.current?.content !== content) {
        const story = (await call(storyCalls.create, { body, idempotencyKey: key.keyFor(body) })) as Story;
        posted.current = { content, story };
      }
      hasPost = true;
      let { story } = posted.current;
      if (photos.length > 0) {
        const form = new FormData();
        for (const photo of photos) form.append('photo', photo, photo.name);
        story = await call(storyCalls.addPhotos, { params: { id: story.id }, body: form });
      }
      key.clear();
      posted.current = undefined;
      return story;
    } catch (error) {
      const isOffline = error instanceof ApiError && error.status === 0;
      const fallback = hasPost
        ? t`Your post is up, but its photos aren't. Press Post again to add them.`
        : t`Your post wasn't sent. It is kept here; try again.`;
      setProblem(
        isOffline
          ? t`You seem to be offline. Your post is kept here; send it once you are connected.`
          : apiErrorText(error, fallback),
      );
      return null;
    } finally {
      setIsSending(false);
    }
  }
  return { send, isSending, problem };
}

import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { announceChange, call, notify } from '@waymark/contract';
import { createIdempotencyKey, endsIdempotencyKey, isSavedBefore, useFailureText } from '@waymark/remote';
import { changeStory } from '@waymark/social';
import { useState } from 'react';
import { PRIVACY_NAMES } from '@waymark/ui';

/** As the contract has it; the number comes without its schemas. */
export const POST_MAX = 4000;

export type PostPrivacy = 0 | 1 | 3;

/** Who may see a post, as selects show it. */
export function usePostPrivacies(): { value: string; label: string }[] {
  const { i18n } = useLingui();
  const levels: PostPrivacy[] = [1, 3, 0];
  return levels.map((level) => ({ value: String(level), label: i18n._(PRIVACY_NAMES[level]) }));
}

interface Post {
  text: string;
  privacy: PostPrivacy;
  photos: readonly File[];
}

/**
 * Sends a post and then its photos. A repeat after a failure has the same key: a post that was taken is not posted
 * twice. Photos that did not arrive are offered to be sent again; the post stands without them meanwhile.
 */
export function useSendPost({ onSavedBefore }: { onSavedBefore: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [key] = useState(createIdempotencyKey);

  /** @param idempotencyKey the same until they are there: some may be, although the answer was lost */
  async function sendPhotos(story: Story, photos: readonly File[], idempotencyKey: string): Promise<Story> {
    const body = new FormData();
    for (const photo of photos) body.append('photo', photo);
    try {
      const complete = await call(storyCalls.addPhotos, { params: { id: story.id }, body, idempotencyKey });
      changeStory(queries, story.id, (cached) => ({ ...cached, object: complete.object }));
      return complete;
    } catch (error) {
      const text = t`Your post is up, but its photos weren’t sent.`;
      notify({
        kind: 'error',
        text: failureText(error, text),
        action: { label: t`Send again`, run: () => void sendPhotos(story, photos, idempotencyKey) },
      });
      return story;
    }
  }

  async function send({ text, privacy, photos }: Post): Promise<Story | null> {
    const body = { verb: 'post', object: { type: 'status', text }, privacy } as const;
    setIsSending(true);
    setProblem('');
    try {
      const story = (await call(storyCalls.create, { body, idempotencyKey: key.keyFor(null) })) as Story;
      key.clear();
      if (photos.length === 0) return story;
      return await sendPhotos(story, photos, createIdempotencyKey().keyFor(story.id));
    } catch (error) {
      if (endsIdempotencyKey(error)) key.clear();
      if (isSavedBefore(error)) {
        // Feeds do not follow changes of stories: the page fetches the stored post itself.
        announceChange(['stories']);
        onSavedBefore();
        setProblem(
          t`Your first try was posted after all, without your latest changes. It’s in your feed, where you can edit it. Posting again makes a second post.`,
        );
      } else setProblem(failureText(error, t`Your post wasn’t sent. It is kept here; try again.`));
      return null;
    } finally {
      setIsSending(false);
    }
  }
  return { send, isSending, problem };
}

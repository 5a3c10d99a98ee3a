import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { useSession } from '@waymark/remote';
import { MemberPicture, useDraft } from '@waymark/social';
import { Box, Button, Card, Flex, FormError, Select, Textarea } from '@waymark/ui';
import { useRef, useState } from 'react';
import { AddPhotosButton, ChosenPhotos, LostPhotos } from './post-photos.tsx';
import { useSendPost, POST_MAX, usePostPrivacies, type PostPrivacy } from './use-send-post.ts';

const FRIENDS = '1';

/**
 * Writes a post. It takes the focus unless it only shows what was left from before. What was written stays in this
 * browser until it is posted, with who may see it; photos are too large for that, and are asked for again.
 */
export default function PostForm({
  onPosted,
  onSavedBefore,
  hasFocus: takesFocus,
}: {
  onPosted: (story: Story) => void;
  onSavedBefore: () => void;
  hasFocus: boolean;
}) {
  const { t } = useLingui();
  const { user } = useSession();
  const privacies = usePostPrivacies();
  const [text, setText] = useDraft('post');
  const [keptPrivacy, keepPrivacy] = useDraft('post.privacy');
  const [keptPhotos, keepPhotos] = useDraft('post.photos');
  // Kept with the text: what was chosen for a post that was given up does not decide about the next one.
  const [privacy, setPrivacy] = useState(
    text && privacies.some(({ value }) => value === keptPrivacy) ? keptPrivacy : FRIENDS,
  );
  const [hasFocus, setHasFocus] = useState(takesFocus);
  const hasTakenFocus = useRef(false);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const { send, isSending, problem } = useSendPost({ onSavedBefore });
  if (!user) return null;
  const hasLostPhotos = keptPhotos !== '' && photos.length === 0;
  const isOpen = hasFocus || text !== '' || photos.length > 0 || hasLostPhotos;
  const write = (next: string) => {
    setText(next);
    keepPrivacy(next && privacy);
  };
  const choosePrivacy = (next: string) => {
    setPrivacy(next);
    keepPrivacy(text && next);
  };
  const choosePhotos = (next: readonly File[]) => {
    setPhotos(next);
    keepPhotos(next.length > 0 ? String(next.length) : '');
  };

  const post = async () => {
    const story = await send({ text: text.trim(), privacy: Number(privacy) as PostPrivacy, photos });
    if (!story) return;
    write('');
    choosePhotos([]);
    setRefused([]);
    setHasFocus(false);
    onPosted(story);
  };
  return (
    <Card
      as="section"
      aria-label={t`Write a post`}
      display="grid"
      gap={3}
      gridTemplateColumns="minmax(0, 1fr)"
    >
      <Flex gap={3} align="flex-start">
        <MemberPicture member={user} />
        <Textarea
          ref={(field) => {
            if (takesFocus && field && !hasTakenFocus.current) {
              hasTakenFocus.current = true;
              field.focus();
            }
          }}
          rows={1}
          aria-label={t`Write a post`}
          placeholder={t`How is training going?`}
          maxLength={POST_MAX}
          value={text}
          style={{ minHeight: isOpen ? undefined : '44px' }}
          onFocus={() => setHasFocus(true)}
          onChange={(event) => write(event.target.value)}
        />
      </Flex>
      <ChosenPhotos photos={photos} onChange={choosePhotos} refused={refused} />
      {hasLostPhotos && <LostPhotos onDismiss={() => keepPhotos('')} />}
      <FormError>{problem}</FormError>
      {isOpen && (
        <Flex gap={2} align="center" wrap="wrap" justify="flex-end">
          <Box me="auto">
            <AddPhotosButton photos={photos} onChange={choosePhotos} onRefused={setRefused} />
          </Box>
          <Box w="180px">
            <Select
              aria-label={t`Who can see it`}
              options={privacies}
              value={privacy}
              onChange={choosePrivacy}
            />
          </Box>
          <Button variant="primary" loading={isSending} disabled={!text.trim()} onClick={() => void post()}>
            <Trans>Post</Trans>
          </Button>
        </Flex>
      )}
    </Card>
  );
}

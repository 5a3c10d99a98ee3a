import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES } from '@waymark/api-contract/limits';
import { useSession } from '@waymark/remote';
import { MemberPicture, useDraft } from '@waymark/social';
import { Banner, Box, Button, CameraIcon, Card, Flex, Select, Text, Textarea } from '@waymark/ui';
import { useRef, useState } from 'react';
import { PhotoPicks } from './photo-picks.tsx';
import { POST_MAX, POST_PHOTOS_MAX, usePostPrivacies, type PostPrivacy } from './post-options.ts';
import { useSendPost } from './use-send-post.ts';

/** Writes a post with photos. What was written stays in this browser until it is posted. */
export function PostForm({ onPosted }: { onPosted: (story: Story) => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const privacies = usePostPrivacies();
  const [text, setText] = useDraft('post');
  const [photos, setPhotos] = useState<File[]>([]);
  const [privacy, setPrivacy] = useState('1');
  const [refusal, setRefusal] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { send, isSending, problem } = useSendPost();
  if (!user) return null;
  const isOpen = hasFocus || text !== '' || photos.length > 0;

  const addPhotos = (list: FileList | null) => {
    const picked = [...(list ?? [])];
    const fitting = picked.filter(({ size, type }) => type.startsWith('image/') && size <= PHOTO_MAX_BYTES);
    const next = [...photos, ...fitting];
    setPhotos(next.slice(0, POST_PHOTOS_MAX));
    setRefusal(
      next.length > POST_PHOTOS_MAX
        ? t`A post holds at most ${POST_PHOTOS_MAX} photos.`
        : fitting.length < picked.length
          ? t`Only pictures of up to 30 MB can be added.`
          : '',
    );
  };
  const post = async () => {
    const story = await send({ text: text.trim(), privacy: Number(privacy) as PostPrivacy, photos });
    if (!story) return;
    setText('');
    setPhotos([]);
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
          rows={1}
          aria-label={t`Write a post`}
          placeholder={t`How is training going?`}
          maxLength={POST_MAX}
          value={text}
          style={{ minHeight: isOpen ? undefined : '44px' }}
          onFocus={() => setHasFocus(true)}
          onChange={(event) => setText(event.target.value)}
        />
      </Flex>
      {photos.length > 0 && (
        <PhotoPicks
          photos={photos}
          onRemove={(photo) => setPhotos(photos.filter((other) => other !== photo))}
        />
      )}
      {refusal && (
        <Text role="alert" size="sm" color="danger.fg">
          {refusal}
        </Text>
      )}
      {problem && <Banner kind="error">{problem}</Banner>}
      {isOpen && (
        <Flex gap={2} align="center" wrap="wrap" justify="flex-end">
          <Button
            variant="quiet"
            icon={<CameraIcon />}
            me="auto"
            disabled={photos.length >= POST_PHOTOS_MAX}
            onClick={() => chooser.current?.click()}
          >
            <Trans>Add photos</Trans>
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept="image/*"
            multiple
            onChange={(event) => {
              addPhotos(event.target.files);
              event.target.value = '';
            }}
          />
          <Box w="180px">
            <Select
              aria-label={t`Who can see it`}
              options={privacies}
              value={privacy}
              onChange={setPrivacy}
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

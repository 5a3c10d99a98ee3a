import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES } from '@waymark/api-contract/limits';
import { useSession } from '@waymark/remote';
import { MemberPicture, useDraft } from '@waymark/social';
import { Banner, Box, Button, CameraIcon, Card, Flex, Select, Text, Textarea } from '@waymark/ui';
import { useRef, useState } from 'react';
import { PhotoPicks, pickPhoto, releasePhoto, type PickedPhoto } from './photo-picks.tsx';
import { POST_MAX, POST_PHOTOS_MAX, usePostPrivacies, type PostPrivacy } from './post-options.ts';
import { useSendPost } from './use-send-post.ts';

/** Writes a post with photos. It takes the focus unless it only shows what was left from before. What was written stays in this browser until it is posted. */
export default function PostForm({
  onPosted,
  hasFocus: takesFocus,
}: {
  onPosted: (story: Story) => void;
  hasFocus: boolean;
}) {
  const { t } = useLingui();
  const { user } = useSession();
  const privacies = usePostPrivacies();
  const [text, setText] = useDraft('post');
  const [photos, setPhotos] = useState<PickedPhoto[]>([]);
  const [privacy, setPrivacy] = useState('1');
  const [refusal, setRefusal] = useState('');
  const [hasFocus, setHasFocus] = useState(takesFocus);
  const chooser = useRef<HTMLInputElement>(null);
  const { send, isSending, problem } = useSendPost();
  if (!user) return null;
  const isOpen = hasFocus || text !== '' || photos.length > 0;

  const addPhotos = (list: FileList | null) => {
    const picked = [...(list ?? [])];
    const fitting = picked.filter(({ size, type }) => type.startsWith('image/') && size <= PHOTO_MAX_BYTES);
    const left = POST_PHOTOS_MAX - photos.length;
    setPhotos([...photos, ...fitting.slice(0, left).map(pickPhoto)]);
    setRefusal(
      fitting.length > left
        ? t`A post holds at most ${POST_PHOTOS_MAX} photos.`
        : fitting.length < picked.length
          ? t`Only pictures of up to 30 MB can be added.`
          : '',
    );
  };
  const post = async () => {
    const story = await send({
      text: text.trim(),
      privacy: Number(privacy) as PostPrivacy,
      photos: photos.map(({ file }) => file),
    });
    if (!story) return;
    setText('');
    for (const photo of photos) releasePhoto(photo);
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
          ref={(field) => {
            if (takesFocus && !chooser.current) field?.focus();
          }}
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
          onRemove={(photo) => {
            releasePhoto(photo);
            setPhotos(photos.filter((other) => other !== photo));
          }}
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

import { PHOTO_MAX_BYTES, STORY_PHOTOS_MAX } from '@waymark/api-contract/limits';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, CameraIcon, CloseIcon, Flex, IconButton, Text } from '@waymark/ui';
import { useCallback, useRef } from 'react';
import './story-photos.css';

/** A browser that does not know the type leaves it empty; the server looks into the file itself. */
const isPhoto = ({ type, size }: File): boolean =>
  (type === '' || type.startsWith('image/')) && size > 0 && size <= PHOTO_MAX_BYTES;

interface PostPhotosProps {
  photos: readonly File[];
  onChange: (photos: readonly File[]) => void;
}

/** Opens the device's choice of pictures. */
export function AddPhotosButton({ photos, onChange, onRefused }: PostPhotosProps & RefusedProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = (files: File[]) => {
    const good = files.filter(isPhoto);
    const room = STORY_PHOTOS_MAX - photos.length;
    onRefused([...files.filter((file) => !isPhoto(file)), ...good.slice(room)].map(({ name }) => name));
    onChange([...photos, ...good.slice(0, room)]);
  };
  return (
    <>
      <Button variant="quiet" icon={<CameraIcon />} onClick={() => input.current?.click()}>
        <Trans>Photos</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        data-testid="post-photos"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
interface RefusedProps {
  onRefused: (names: string[]) => void;
}

/** The chosen photos, each of which can be left out again, and what was refused. */
export function ChosenPhotos({ photos, onChange, refused }: PostPhotosProps & { refused: string[] }) {
  const { t } = useLingui();
  return (
    <>
      {refused.length > 0 && (
        <Text size="sm" color="danger.fg" role="alert">
          <Plural
            value={refused.length}
            one={`Up to ${STORY_PHOTOS_MAX} pictures of 30 MB each. This one was left out:`}
            other={`Up to ${STORY_PHOTOS_MAX} pictures of 30 MB each. These were left out:`}
          />{' '}
          <span data-untranslated="">{refused.join(', ')}</span>
        </Text>
      )}
      {photos.length > 0 && (
        <Flex as="ul" gap={2} wrap="wrap" aria-label={t`Chosen photos`} p={0} listStyleType="none">
          {photos.map((photo) => (
            <Thumbnail
              key={`${photo.name} ${photo.size} ${photo.lastModified}`}
              photo={photo}
              onRemove={() => onChange(photos.filter((one) => one !== photo))}
            />
          ))}
        </Flex>
      )}
    </>
  );
}

/** Photos were chosen before the page was left: no browser keeps them. */
export function LostPhotos({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui();
  return (
    <Flex align="center" gap={2} role="status">
      <Text muted size="sm" flex={1}>
        <Trans>Your photos weren’t kept. Add them again to post them.</Trans>
      </Text>
      <IconButton size="sm" label={t`Leave the photos out`} icon={<CloseIcon />} onClick={onDismiss} />
    </Flex>
  );
}

function Thumbnail({ photo, onRemove }: { photo: File; onRemove: () => void }) {
  const { t } = useLingui();
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(photo);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [photo],
  );
  return (
    <Box as="li" position="relative" w="96px" h="96px" bg="sunken" borderRadius="md" overflow="hidden">
      <img ref={show} className="wm-story-photo" alt={photo.name} />
      <Box position="absolute" top={1} right={1} bg="surface" borderRadius="md">
        <IconButton size="sm" label={t`Remove ${photo.name}`} icon={<CloseIcon />} onClick={onRemove} />
      </Box>
    </Box>
  );
}

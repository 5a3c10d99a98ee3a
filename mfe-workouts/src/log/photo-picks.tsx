import { PHOTOS_MAX } from '@waymark/api-contract/limits';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, CloseIcon, Field, FileDrop, IconButton, Text } from '@waymark/ui';
import { useCallback, useState } from 'react';
import { photoRefusal } from '../details/photos/photo-uploads.ts';

export { photoUploads } from '../details/photos/photo-uploads.ts';

interface PhotoPicksProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** Photos chosen before the workout is saved. They are sent once it is there. */
export function PhotoPicks({ files, onChange }: PhotoPicksProps) {
  const { t } = useLingui();
  const [refused, setRefused] = useState<string[]>([]);
  const add = (more: File[]) => {
    const good = more.filter((file) => photoRefusal(file) === null);
    setRefused(more.filter((file) => photoRefusal(file) !== null).map(({ name }) => name));
    onChange([...files, ...good].slice(0, PHOTOS_MAX));
  };
  return (
    <Field group label={<Trans>Photos</Trans>} optional>
      <FileDrop onFiles={add} accept="image/*" action={<Trans>Choose photos</Trans>}>
        <Text muted size="sm">
          <Trans>They upload when you save the workout. We remove where they were taken.</Trans>
        </Text>
      </FileDrop>
      {refused.length > 0 && (
        <Box fontSize="sm" color="danger.fg" role="alert">
          <Plural
            value={refused.length}
            one="Skipped, because it isn’t a photo of up to 30 MB:"
            other="Skipped, because they aren’t photos of up to 30 MB:"
          />{' '}
          {refused.join(', ')}
        </Box>
      )}
      {files.length > 0 && (
        <Box
          as="ul"
          aria-label={t`Chosen photos`}
          display="flex"
          flexWrap="wrap"
          gap={2}
          p={0}
          listStyleType="none"
        >
          {files.map((file, i) => (
            <Thumbnail
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              onRemove={() => onChange(files.filter((_, at) => at !== i))}
            />
          ))}
        </Box>
      )}
    </Field>
  );
}

function Thumbnail({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useLingui();
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return (
    <Box as="li" position="relative" w="96px" h="96px" bg="sunken" borderRadius="md" overflow="hidden">
      <img ref={show} alt={file.name} style={{ width: '100%', height: '100%', objectFit: 'cover' }} />
      <Box position="absolute" top={1} right={1} bg="surface" borderRadius="md">
        <IconButton size="sm" label={t`Remove ${file.name}`} icon={<CloseIcon />} onClick={onRemove} />
      </Box>
    </Box>
  );
}

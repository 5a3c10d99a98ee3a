import { useLingui } from '@lingui/react/macro';
import { Box, chakra, CloseIcon, Flex, IconButton } from '@waymark/ui';
import { useEffect, useState } from 'react';

interface PhotoPicksProps {
  photos: readonly File[];
  onRemove: (photo: File) => void;
}

/** Photos that were chosen for a post, before they are sent. */
export function PhotoPicks({ photos, onRemove }: PhotoPicksProps) {
  return (
    <Flex as="ul" gap={2} wrap="wrap" listStyleType="none">
      {photos.map((photo) => (
        <PickedPhoto key={`${photo.name} ${photo.lastModified}`} photo={photo} onRemove={onRemove} />
      ))}
    </Flex>
  );
}

function PickedPhoto({ photo, onRemove }: { photo: File; onRemove: (photo: File) => void }) {
  const { t } = useLingui();
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <Box as="li" position="relative" w="96px" h="96px" borderRadius="md" overflow="hidden" bg="sunken">
      {url && <chakra.img src={url} alt={photo.name} w="100%" h="100%" objectFit="cover" />}
      <Box position="absolute" top={1} insetInlineEnd={1}>
        <IconButton
          size="sm"
          variant="outline"
          label={t`Remove ${photo.name}`}
          icon={<CloseIcon size={16} />}
          onClick={() => onRemove(photo)}
        />
      </Box>
    </Box>
  );
}

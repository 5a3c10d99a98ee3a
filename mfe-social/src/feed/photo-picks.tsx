import { useLingui } from '@lingui/react/macro';
import { Box, chakra, CloseIcon, Flex, IconButton } from '@waymark/ui';

/** A photo that was chosen for a post, and the address of its preview. */
export interface PickedPhoto {
  file: File;
  url: string;
}

export const pickPhoto = (file: File): PickedPhoto => ({ file, url: URL.createObjectURL(file) });
export const releasePhoto = ({ url }: PickedPhoto): void => URL.revokeObjectURL(url);

interface PhotoPicksProps {
  photos: readonly PickedPhoto[];
  onRemove: (photo: PickedPhoto) => void;
}

/** Photos that were chosen for a post, before they are sent. */
export function PhotoPicks({ photos, onRemove }: PhotoPicksProps) {
  const { t } = useLingui();
  return (
    <Flex as="ul" gap={2} wrap="wrap" listStyleType="none">
      {photos.map((photo) => (
        <Box
          as="li"
          key={photo.url}
          position="relative"
          w="96px"
          h="96px"
          borderRadius="md"
          overflow="hidden"
          bg="sunken"
        >
          <chakra.img src={photo.url} alt={photo.file.name} w="100%" h="100%" objectFit="cover" />
          <Box position="absolute" top={1} insetInlineEnd={1}>
            <IconButton
              size="sm"
              variant="outline"
              label={t`Remove ${photo.file.name}`}
              icon={<CloseIcon size={16} />}
              onClick={() => onRemove(photo)}
            />
          </Box>
        </Box>
      ))}
    </Flex>
  );
}

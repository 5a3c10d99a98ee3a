import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  ArrowUpIcon,
  Box,
  CommentIcon,
  chakra,
  EditIcon,
  Flex,
  IconButton,
  TrashIcon,
  VisuallyHidden,
} from '@waymark/ui';
import { distanceText } from '../distance-text.ts';
import type { PlacedNote } from '@waymark/routes';

interface NoteRowProps {
  listed: PlacedNote;
  onShow: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A note or a turn, with the distance at which one comes by it. Turns are the router's and stay as they are. */
export function NoteRow({ listed, onShow, onEdit, onRemove }: NoteRowProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { note, along } = listed;
  const own = note.isCustomNote;
  const text = note.instructions;
  return (
    <Flex as="li" gap={1} align="flex-start" borderTop="hairline" py={1}>
      <chakra.button
        type="button"
        display="flex"
        gap={3}
        flex={1}
        minW={0}
        minH="44px"
        py={2}
        alignItems="flex-start"
        textAlign="start"
        cursor="pointer"
        borderRadius="sm"
        _hover={{ bg: 'sunken' }}
        onClick={onShow}
        onFocus={onShow}
      >
        <Box as="span" flex="none" color={own ? 'sun.fg' : 'muted'} mt="1px">
          {own ? <CommentIcon size={18} /> : <ArrowUpIcon size={18} />}
          <VisuallyHidden>{own ? <Trans>Your note:</Trans> : <Trans>Turn:</Trans>}</VisuallyHidden>
        </Box>
        <Box
          as="span"
          flex={1}
          minW={0}
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
          fontSize="sm"
          color={own ? undefined : 'muted'}
        >
          {text}
        </Box>
        <Box as="span" flex="none" fontSize="sm" data-figure="">
          {distanceText(along, system, locale)}
        </Box>
      </chakra.button>
      {own && (
        <>
          <IconButton
            size="sm"
            data-note="edit"
            label={t`Change note: ${text}`}
            icon={<EditIcon />}
            onClick={onEdit}
          />
          <IconButton
            size="sm"
            data-note="remove"
            label={t`Delete note: ${text}`}
            icon={<TrashIcon />}
            onClick={onRemove}
          />
        </>
      )}
    </Flex>
  );
}

import type { Workout, WorkoutEdit } from '@waymark/api-contract';
import { editCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { useCall, useFormatLocale } from '@waymark/remote';
import { Box, Button, CutIcon, Flex, UndoIcon } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useUndo } from '../../shared/use-undo-edit.ts';

/** On a workout that was shortened, split or merged: when, and the way back while there is one. */
export function EditNote({ workout }: { workout: Workout }) {
  const { data } = useCall(editCalls.edits, { query: { workout: workout.id } });
  const { undo, busy } = useUndo();
  const edit = data?.edits.find(({ can_undo }) => can_undo);
  if (!edit) return null;
  return (
    <Flex
      as="aside"
      wrap="wrap"
      align="center"
      columnGap={3}
      rowGap={2}
      px={4}
      py={2}
      bg="sunken"
      borderRadius="md"
      fontSize="sm"
    >
      <CutIcon size="1.2em" />
      <Box as="span" flex="1 1 200px">
        <Sentence edit={edit} />
      </Box>
      <Button size="sm" icon={<UndoIcon />} loading={busy} onClick={() => void undo(edit)}>
        <Trans>Undo</Trans>
      </Button>
    </Flex>
  );
}

function Sentence({ edit: { kind, created_datetime } }: { edit: WorkoutEdit }) {
  const locale = useFormatLocale();
  const date = formatDate(created_datetime, { locale });
  if (kind === 'split') return <Trans>You split this workout on {date}.</Trans>;
  if (kind === 'merge') return <Trans>You merged this workout from several on {date}.</Trans>;
  return <Trans>You shortened this workout on {date}.</Trans>;
}

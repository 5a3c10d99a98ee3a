import type { Workout } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { callKey, useFailureText, useSend } from '@waymark/remote';
import { Box, Button, EditIcon, Flex } from '@waymark/ui';
import { useState } from 'react';
import { GearSelect } from './gear-select.tsx';

/** What the workout was done with. Its owner changes it in place. */
export function GearPart({ workout, own }: { workout: Workout; own: boolean }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [changing, setChanging] = useState(false);
  const key = callKey(workoutCalls.one, { params: { id: workout.id } });
  const { mutate } = useSend(workoutCalls.update, {
    onSuccess: (saved) => queries.setQueryData(key, saved),
    onError: (error) => {
      queries.setQueryData(key, workout);
      notify({ kind: 'error', text: failureText(error, t`The gear could not be changed. Try again.`) });
    },
  });
  const choose = (id: number | null, name = '') => {
    queries.setQueryData<Workout>(key, { ...workout, gear: id === null ? null : { id, name } });
    setChanging(false);
    mutate({ params: { id: workout.id }, body: { gear_id: id } });
  };
  if (changing)
    return (
      <Box maxW="420px">
        <GearSelect
          label={t`Gear of this workout`}
          hideLabel
          value={workout.gear?.id ?? null}
          name={workout.gear?.name}
          onChange={choose}
        />
        <Button size="sm" variant="quiet" mt={2} onClick={() => setChanging(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </Box>
    );
  return (
    <Flex align="center" gap={3} wrap="wrap">
      {workout.gear ? (
        <Box as="span" fontWeight={600} overflowWrap="anywhere">
          {workout.gear.name}
        </Box>
      ) : (
        <Box as="span" color="muted">
          <Trans>None chosen</Trans>
        </Box>
      )}
      {own && workout.gear && !workout.are_notes_shared && (
        <Box as="span" color="muted" fontSize="sm">
          <Trans>Only you see this.</Trans>
        </Box>
      )}
      {own && workout.can.edit && (
        <Button size="sm" icon={<EditIcon />} onClick={() => setChanging(true)}>
          {workout.gear ? <Trans>Change gear</Trans> : <Trans>Choose gear</Trans>}
        </Button>
      )}
    </Flex>
  );
}

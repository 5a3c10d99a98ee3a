import { useLingui } from '@lingui/react/macro';
import { loadActivityOptions, useChunk } from '@waymark/remote';
import { Box, Button, Skeleton } from '@waymark/ui';
import { useState } from 'react';
import { useBulkActions } from '../shared/use-bulk-actions.ts';

const loadPicker = () => import(/* webpackChunkName: "log-activities" */ '../shared/activities-chunk.ts');

interface ChangeActivityProps {
  ids: readonly number[];
  /** Text of the button that opens the choice. */
  label: string;
}

/** Gives imported workouts another activity, where the file had the wrong one or none. */
export function ChangeActivity({ ids, label }: ChangeActivityProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const picker = useChunk(loadPicker, isOpen);
  const { isBusy, change } = useBulkActions(() => setIsOpen(false));
  if (!isOpen)
    return (
      <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    );
  return (
    <Box minW="200px">
      {picker.module ? (
        <picker.module.ActivityTypePicker
          load={loadActivityOptions}
          placeholder={t`Choose an activity`}
          value={null}
          disabled={isBusy}
          onChange={(activity_type_id) => void change(ids, { activity_type_id })}
        />
      ) : (
        <Skeleton height="40px" />
      )}
    </Box>
  );
}

import { groupOfId } from '@waymark/activities';
import { Trans, useLingui } from '@lingui/react/macro';
import { loadActivityOptions, useChunk } from '@waymark/remote';
import { ActivityIcon, Box, Button, Field, groupName, Skeleton } from '@waymark/ui';
import { useId, useState } from 'react';
import './activity-field.css';

/** Run, ride, walk, hike, swim and gym: most goals are about one of these, each with all its kinds. */
const COMMON_IDS = [16, 11, 9, 24, 15, 8];
const loadPicker = () => import(/* webpackChunkName: "goal-activities" */ './activities-chunk.ts');

interface ActivityFieldProps {
  /** Null for every activity; undefined while another one is to be chosen. */
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** The form was sent once. */
  hasTried: boolean;
}

/** Which workouts count: all, one of the common activities, or any other from the whole list. */
export function ActivityField({ value, onChange, hasTried }: ActivityFieldProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const [isOther, setIsOther] = useState(false);
  const picker = useChunk(loadPicker, isOther);
  const choose = (id: number | null) => {
    setIsOther(false);
    onChange(id);
  };
  const chooseOther = () => {
    setIsOther(true);
    onChange(undefined);
  };
  const chip = (key: string, isChecked: boolean, onSelect: () => void, content: React.ReactNode) => (
    <label key={key} className="goal-chip">
      <input type="radio" name={name} checked={isChecked} onChange={onSelect} />
      {content}
    </label>
  );
  return (
    <Field
      group
      label={t`Activity`}
      error={value === undefined ? t`Choose an activity.` : undefined}
      touched={hasTried}
    >
      <Box className="goal-chips">
        {chip('all', !isOther && value === null, () => choose(null), <Trans>All activities</Trans>)}
        {COMMON_IDS.map((id) => {
          const group = groupOfId(id);
          return chip(
            String(id),
            !isOther && value === id,
            () => choose(id),
            <>
              <ActivityIcon group={group} />
              {i18n._(groupName(group))}
            </>,
          );
        })}
        {chip('other', isOther, chooseOther, <Trans>Another activity</Trans>)}
      </Box>
      {isOther && (
        <Box mt={2} maxW="400px">
          {picker.module ? (
            <picker.module.ActivityTypePicker
              load={loadActivityOptions}
              value={value ?? null}
              onChange={onChange}
            />
          ) : picker.failed ? (
            <Button onClick={picker.retry}>
              <Trans>Show the activities</Trans>
            </Button>
          ) : (
            <Skeleton height="40px" />
          )}
        </Box>
      )}
    </Field>
  );
}

import { Trans } from '@lingui/react/macro';
import { ALL } from '@waymark/activities';
import { ActivityMultiPicker, Field } from '@waymark/ui';
import { useOwnActivityOptions } from '../shared/own-activities.ts';

interface ActivityChoiceProps {
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** Which activities count. None chosen are all of them. */
export function ActivityChoice({ value, onChange }: ActivityChoiceProps) {
  const load = useOwnActivityOptions();
  return (
    <Field label={<Trans>Activities</Trans>}>
      <ActivityMultiPicker
        load={load}
        value={value}
        onChange={(types) => onChange(types.length > 0 ? types : [ALL])}
      />
    </Field>
  );
}

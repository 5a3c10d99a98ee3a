import { Trans } from '@lingui/react/macro';
import { ALL } from '@waymark/activities';
import { loadActivityOptions } from '@waymark/remote';
import { ActivityMultiPicker, Field } from '@waymark/ui';

interface ActivityChoiceProps {
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** Which activities count. None chosen are all of them. */
export function ActivityChoice({ value, onChange }: ActivityChoiceProps) {
  return (
    <Field label={<Trans>Activities</Trans>}>
      <ActivityMultiPicker
        load={loadActivityOptions}
        value={value}
        onChange={(types) => onChange(types.length > 0 ? types : [ALL])}
      />
    </Field>
  );
}

import { ACTIVITY_GROUPS } from '@waymark/activities';
import { useLingui } from '@lingui/react/macro';
import { Box, Field, groupName, Select } from '@waymark/ui';

interface GroupSelectProps {
  groups: readonly string[];
  /** Key of the group; empty for all of them. */
  value: string;
  onChange: (group: string) => void;
  /** Offers all groups together. */
  all?: boolean;
}

/** One activity group, or all. */
export function GroupSelect({ groups, value, onChange, all }: GroupSelectProps) {
  const { t, i18n } = useLingui();
  if (groups.length < 2) return null;
  return (
    <Box minW="170px">
      <Field label={t`Activity group`} hideLabel>
        <Select
          value={value}
          onChange={onChange}
          options={[
            ...(all ? [{ value: '', label: t`All activities` }] : []),
            ...groups.map((key) => ({ value: key, label: i18n._(groupName(key)) })),
          ]}
        />
      </Field>
    </Box>
  );
}

/** Is it the key of an activity group? */
export const isGroup = (text: string): boolean => ACTIVITY_GROUPS.some(({ key }) => key === text);

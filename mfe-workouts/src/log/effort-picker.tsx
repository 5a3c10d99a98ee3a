import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Field, Select } from '@waymark/ui';
import { EFFORTS, useEffortName } from '../shared/efforts.ts';

interface EffortPickerProps {
  effort: number | null;
  error?: string | undefined;
  onChange: (effort: number | null) => void;
}

/** How hard it was, from 1 to 10, each with its words. */
export function EffortPicker({ effort, error, onChange }: EffortPickerProps) {
  const { t } = useLingui();
  const nameOf = useEffortName();
  return (
    <Box maxW={{ md: '50%' }}>
      <Field label={<Trans>How hard was it?</Trans>} optional error={error} touched>
        <Select
          value={effort === null ? '' : String(effort)}
          options={[
            { value: '', label: t`Not rated` },
            ...EFFORTS.map((value) => ({ value: String(value), label: `${value} · ${nameOf(value)}` })),
          ]}
          onChange={(value) => onChange(value === '' ? null : Number(value))}
        />
      </Field>
    </Box>
  );
}

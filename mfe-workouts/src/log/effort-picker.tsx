import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Field, Select } from '@waymark/ui';
import type { ReactNode } from 'react';
import { EFFORTS, useEffortName } from '../shared/efforts.ts';

interface EffortPickerProps {
  effort: number | null;
  hint: ReactNode;
  error?: string | undefined;
  onChange: (effort: number | null) => void;
}

/** How hard it was, from 1 to 10, each with its words. */
export function EffortPicker({ effort, hint, error, onChange }: EffortPickerProps) {
  const { t } = useLingui();
  const nameOf = useEffortName();
  return (
    <Box maxW={{ md: '50%' }}>
      <Field label={<Trans>How hard was it?</Trans>} optional hintBelow hint={hint} error={error} touched>
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

import type { Gear } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import { Box, Button, Field, Select } from '@waymark/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { NewGear } from './new-gear.tsx';
import { useGear } from './use-gear.ts';

const NEW = 'new';

interface GearSelectProps {
  label: string;
  hideLabel?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  /** Undefined: nothing was chosen yet, and what is usual for the `group` is shown. */
  value: number | null | undefined;
  /** Key of the activity's group. */
  group?: string;
  /** What `value` is called, in case it is retired and not offered any more. */
  name?: string | undefined;
  onChange: (id: number | null, name?: string) => void;
}

/** Gear in use, none, or new gear that is added in place. */
export function GearSelect({
  label,
  hideLabel,
  optional,
  hint,
  group,
  name,
  onChange,
  ...rest
}: GearSelectProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data, error, refetch } = useGear();
  const [adding, setAdding] = useState(false);
  const all = data?._embedded.gear ?? [];
  const usual = all.find(
    (gear) => gear.retired_datetime === null && group !== undefined && gear.default_for.includes(group),
  );
  const value = rest.value === undefined ? (usual?.id ?? null) : rest.value;
  const offered: Pick<Gear, 'id' | 'name'>[] = all.filter(
    (gear) => gear.retired_datetime === null || gear.id === value,
  );
  if (value !== null && !offered.some(({ id }) => id === value) && name) offered.unshift({ id: value, name });
  const options = [
    { value: '', label: t`No gear` },
    ...offered.map((gear) => ({ value: String(gear.id), label: gear.name })),
    { value: NEW, label: t`Add new gear…` },
  ];
  return (
    <Box>
      <Field label={label} hideLabel={hideLabel ?? false} optional={optional ?? false} hintBelow hint={hint}>
        <Select
          options={options}
          value={adding ? NEW : value === null ? '' : String(value)}
          onChange={(chosen) => {
            setAdding(chosen === NEW);
            if (chosen !== NEW)
              onChange(
                chosen === '' ? null : Number(chosen),
                offered.find(({ id }) => String(id) === chosen)?.name,
              );
          }}
        />
      </Field>
      {error && (
        <Box mt={2} fontSize="sm" color="danger.fg" role="alert">
          {failureText(error, t`We couldn’t load your gear.`)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Box>
      )}
      {adding && (
        <NewGear
          onDone={(gear) => {
            setAdding(false);
            if (gear) onChange(gear.id, gear.name);
          }}
        />
      )}
    </Box>
  );
}

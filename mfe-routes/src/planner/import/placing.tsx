import { Trans, useLingui } from '@lingui/react/macro';
import { Field, RadioGroup, Select, Stack } from '@waymark/ui';
import { useState } from 'react';
import type { Placing } from './joined.ts';

/** More way points are no list to choose from: the one that was chosen before is offered then. */
const MOST = 100;

interface PlacingFieldProps {
  placing: Placing;
  onChange: (placing: Placing) => void;
  /** Way points of the course. */
  count: number;
  /** The way point chosen on the map or in the list. */
  selected: number | null;
}

/** Where a course goes that is put into what is drawn. */
export function PlacingField({ placing, onChange, count, selected }: PlacingFieldProps) {
  const { t } = useLingui();
  const last = count - 1;
  const inner = Array.from({ length: Math.max(0, last) }, (_, at) => at).filter(
    (at) => count <= MOST || at === selected,
  );
  const [behind, setBehind] = useState(inner.find((at) => at === selected) ?? inner[0] ?? null);
  const value =
    placing === 'replace' ? placing : placing === last ? 'end' : placing < 0 ? 'start' : 'between';
  const choose = (next: string) => {
    if (next === 'replace') onChange(next);
    else if (next === 'between') onChange(behind!);
    else onChange(next === 'end' ? last : -1);
  };
  return (
    <Stack gap={3}>
      <RadioGroup
        label={t`Where to put it`}
        value={value}
        onChange={choose}
        options={[
          { value: 'replace', label: t`Replace what is drawn` },
          { value: 'end', label: t`Add it to the end of what is drawn` },
          { value: 'start', label: t`Put it before the start` },
          ...(behind === null ? [] : [{ value: 'between', label: t`Put it between two points` }]),
        ]}
      />
      {value === 'between' && (
        <Field label={<Trans>In the place of the way</Trans>}>
          <Select
            value={String(behind)}
            onChange={(next) => {
              setBehind(Number(next));
              onChange(Number(next));
            }}
            options={inner.map((at) => ({
              value: String(at),
              label: t`From point ${at + 1} to point ${at + 2}`,
            }))}
          />
        </Field>
      )}
    </Stack>
  );
}

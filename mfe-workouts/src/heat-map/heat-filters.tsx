import { Trans, useLingui } from '@lingui/react/macro';
import type { TracksHeader } from '@waymark/streams';
import { DatePicker, Field, Grid, groupName, Select } from '@waymark/ui';
import { useState } from 'react';
import { type HeatFilter, spanKeyOf, type SpanKey, spanOf, yearsOf } from './filter.ts';

interface HeatFiltersProps {
  header: TracksHeader;
  filter: HeatFilter;
  today: string;
  onChange: (filter: HeatFilter) => void;
}

/** Which activities, and when. */
export function HeatFilters({ header, filter, today, onChange }: HeatFiltersProps) {
  const { t, i18n } = useLingui();
  const years = yearsOf(header);
  const groups = [...new Set(header.types.map(({ group }) => group))];
  const named = spanKeyOf(filter, years, today);
  const [own, setOwn] = useState(named === 'own');
  const span = own ? 'own' : named;
  const choose = (key: SpanKey) => {
    setOwn(key === 'own');
    const days = spanOf(key, today);
    if (days) onChange({ ...filter, ...days });
  };
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 220px))' }}
      gap={4}
      alignItems="end"
    >
      <Field label={<Trans>Activity</Trans>}>
        <Select
          value={filter.group}
          onChange={(group) => onChange({ ...filter, group })}
          options={[
            { value: '', label: t`All activities` },
            ...groups
              .map((group) => ({ value: group, label: i18n._(groupName(group)) }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
        />
      </Field>
      <Field label={<Trans>When</Trans>}>
        <Select
          value={span}
          onChange={(key) => choose(key as SpanKey)}
          options={[
            { value: 'all', label: t`All time` },
            { value: 'month', label: t`Last 30 days` },
            { value: 'year', label: t`Last 365 days` },
            ...years.map((year) => ({ value: String(year), label: String(year) })),
            { value: 'own', label: t`Custom dates` },
          ]}
        />
      </Field>
      {span === 'own' && (
        <>
          <Field label={<Trans>From</Trans>}>
            <DatePicker value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
          </Field>
          <Field label={<Trans>To</Trans>}>
            <DatePicker value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
          </Field>
        </>
      )}
    </Grid>
  );
}

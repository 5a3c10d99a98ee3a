import { useLingui } from '@lingui/react/macro';
import { Box, Field, Grid, IconButton, Input, NumberInput, TrashIcon } from '@waymark/ui';
import { startOf, type LimitProblem, type ZoneDraft } from './zone-limits.ts';

interface ZoneRowProps {
  at: number;
  drafts: readonly ZoneDraft[];
  problem: LimitProblem | null;
  touched: boolean;
  onChange: (change: Partial<ZoneDraft>) => void;
  onRemove: (() => void) | undefined;
}

/** A zone: its name, the beat it begins at, and the one it ends at. */
export function ZoneRow({ at, drafts, problem, touched, onChange, onRemove }: ZoneRowProps) {
  const { t } = useLingui();
  const { name, end } = drafts[at]!;
  const number = at + 1;
  const start = startOf(drafts, at) ?? '–';
  const sentences: Record<LimitProblem, string> = {
    missing: t`Write a whole number of beats.`,
    'too-high': t`A heart rate is at most 250.`,
    'not-above': t`This zone has to end above ${start}.`,
  };
  return (
    <Grid templateColumns="minmax(0, 1fr) 4em 76px 36px" gap={3} alignItems="end">
      <Field label={t`Zone ${number}`}>
        <Input
          value={name}
          maxLength={40}
          placeholder={t`Zone ${number}`}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Box pb="10px" color="muted" textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {start} –
      </Box>
      <Field
        label={t`Zone ${number} ends at`}
        hideLabel
        error={problem && sentences[problem]}
        touched={touched}
      >
        <NumberInput whole value={end} onChange={(text) => onChange({ end: text })} />
      </Field>
      <Box pb="2px">
        {onRemove && (
          <IconButton size="sm" label={t`Remove zone ${number}`} icon={<TrashIcon />} onClick={onRemove} />
        )}
      </Box>
    </Grid>
  );
}

import { useLingui } from '@lingui/react/macro';
import { zoneStart, type ZoneDraft, type ZoneLimitProblem } from '@waymark/units';
import { IconButton } from '../actions/button.tsx';
import { TrashIcon } from '../icons/icons.tsx';
import { Field } from './field.tsx';
import { styles } from '../theme/styles.ts';
import { Input, NumberInput } from './inputs.tsx';

styles(`
.wm-zone{display:grid;grid-template-columns:minmax(0,1fr) 4em max(76px,4rem) 36px;gap:12px;align-items:end}
.wm-zone__start{padding-bottom:10px;color:var(--wm-muted);text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
.wm-zone__remove{padding-bottom:2px}
`);

export interface ZoneRowProps {
  at: number;
  drafts: readonly ZoneDraft[];
  problem: ZoneLimitProblem | null;
  touched: boolean;
  onChange: (change: Partial<ZoneDraft>) => void;
  onRemove: (() => void) | undefined;
}

/** A zone: its name, the beat it begins at, and the one it ends at. */
export function ZoneRow({ at, drafts, problem, touched, onChange, onRemove }: ZoneRowProps) {
  const { t } = useLingui();
  const { name, end } = drafts[at]!;
  const number = at + 1;
  const start = zoneStart(drafts, at) ?? '–';
  const sentences: Record<ZoneLimitProblem, string> = {
    missing: t`Write a whole number of beats.`,
    'too-high': t`A heart rate is at most 250.`,
    'not-above': t`This zone has to end above ${start}.`,
  };
  return (
    <div className="wm-zone">
      <Field label={t`Zone ${number}`}>
        <Input
          value={name}
          maxLength={40}
          placeholder={t`Zone ${number}`}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <div className="wm-zone__start">{start} –</div>
      <Field
        label={t`Zone ${number} ends at`}
        hideLabel
        error={problem && sentences[problem]}
        touched={touched}
      >
        <NumberInput whole value={end} onChange={(text) => onChange({ end: text })} />
      </Field>
      <div className="wm-zone__remove">
        {onRemove && (
          <IconButton size="sm" label={t`Remove zone ${number}`} icon={<TrashIcon />} onClick={onRemove} />
        )}
      </div>
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import { Field, Input } from '@waymark/ui';

const MIN_REASON = 3;

export const isReason = (text: string): boolean => text.trim().length >= MIN_REASON;

export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useLingui();
  return (
    <Field label={t`Reason`} hint={t`It’s stored with your name.`}>
      <Input
        autoComplete="off"
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

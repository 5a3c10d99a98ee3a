import type { EmailKind } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Stack, Switch } from '@waymark/ui';
import type { SettingsForm } from './use-settings-form.ts';

/** The kinds of mail that can be switched off, each on its own. */
export function EmailSwitches({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  const kinds: { kind: EmailKind; label: string; hint: string }[] = [
    {
      kind: 'social',
      label: t`Friends`,
      hint: t`Friend requests, comments and likes, as often as you set for notifications`,
    },
    {
      kind: 'challenges',
      label: t`Challenges`,
      hint: t`The day before a challenge you joined begins, and your final result`,
    },
    { kind: 'summaries', label: t`Summaries`, hint: t`Your week in figures, on the morning after it ends` },
    {
      kind: 'reminders',
      label: t`Reminders`,
      hint: t`The sessions of your training plan, on the evening before each week`,
    },
    {
      kind: 'news',
      label: t`News and offers`,
      hint: t`What is new on Waymark, if you agreed to news by mail`,
    },
  ];
  const isReached = values.communication['email'] !== false;
  return (
    <Stack gap={4} align="flex-start">
      {kinds.map(({ kind, label, hint }) => (
        <Switch
          key={kind}
          label={label}
          hint={hint}
          checked={isReached && !values.opt_outs[kind]}
          disabled={!isReached}
          onChange={(isWanted) => void change('opt_outs', { ...values.opt_outs, [kind]: !isWanted })}
        />
      ))}
    </Stack>
  );
}

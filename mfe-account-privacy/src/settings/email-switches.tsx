import type { EmailKind } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Link, Stack, Switch } from '@waymark/ui';
import type { ReactNode } from 'react';
import type { SettingsForm } from './use-settings-form.ts';

/** The kinds of mail that can be switched off, each on its own. */
export function EmailSwitches({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  const { user } = useSession();
  const hasNewsConsent = user?.consents['marketing_email'] === true;
  const kinds: { kind: EmailKind; label: string; hint: ReactNode }[] = [
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
      hint: hasNewsConsent ? (
        t`What is new on Waymark`
      ) : (
        <Trans>
          You haven’t agreed to news by mail. <Link href="/privacy_center/manage">Change your choices</Link>
        </Trans>
      ),
    },
  ];
  const isReached = (kind: EmailKind) =>
    values.communication['email'] !== false && (kind !== 'news' || hasNewsConsent);
  return (
    <Stack gap={4} align="flex-start">
      {kinds.map(({ kind, label, hint }) => (
        <Switch
          key={kind}
          label={label}
          hint={hint}
          checked={isReached(kind) && !values.opt_outs[kind]}
          disabled={!isReached(kind)}
          onChange={(isWanted) => void change('opt_outs', { ...values.opt_outs, [kind]: !isWanted })}
        />
      ))}
    </Stack>
  );
}

import type { User } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Field, Grid, PRIVACY_NAMES, Select } from '@waymark/ui';
import type { SettingsForm } from './use-settings-form.ts';

type Kind = keyof User['default_privacy'];
type Level = User['default_privacy'][Kind];

/** Who sees what is new: what exists keeps who sees it. */
export function PrivacyDefaults({ form: { values, change } }: { form: SettingsForm }) {
  const { t, i18n } = useLingui();
  const levels = (values: readonly Level[]) =>
    values.map((value) => ({ value: String(value), label: i18n._(PRIVACY_NAMES[value]) }));
  const kinds: { kind: Kind; label: string; hint: string; options: ReturnType<typeof levels> }[] = [
    {
      kind: 'workout',
      label: t`New workouts`,
      hint: t`You can change it for each workout.`,
      options: levels([0, 1, 3, 6]),
    },
    {
      kind: 'route',
      label: t`New routes`,
      hint: t`You can change it for each route.`,
      options: levels([0, 1, 3, 6]),
    },
    {
      kind: 'profile',
      label: t`Your profile`,
      hint: t`Name, picture, title, city and introduction.`,
      options: levels([0, 1, 3]),
    },
  ];
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap={5}>
      {kinds.map(({ kind, label, hint, options }) => (
        <Field key={kind} label={label} hint={hint} hintBelow>
          <Select
            value={String(values.default_privacy[kind])}
            options={options}
            onChange={(level) =>
              void change('default_privacy', { ...values.default_privacy, [kind]: Number(level) as Level })
            }
          />
        </Field>
      ))}
    </Grid>
  );
}

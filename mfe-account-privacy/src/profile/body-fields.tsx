import type { User } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { HealthConsentNote } from '@waymark/remote/health-consent';
import { BirthDateInput, Box, Field, Grid, NumberInput, RadioGroup, Stack } from '@waymark/ui';
import { readHeight, readWeight } from '@waymark/units';
import { useFormatLocale } from '@waymark/remote';
import { Audience } from './audience.tsx';
import { BodyMassIndex } from './body-mass-index.tsx';
import type { ProfileForm } from './use-profile-form.ts';

/** Birthdate, gender, height and weight: nobody else sees these. */
export function BodyFields({ form, member }: { form: ProfileForm; member: User }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { draft, set, field, system } = form;
  const { profile } = member.default_privacy;
  const isMetric = system === 'metric';
  return (
    <Stack gap={5}>
      <Field
        group
        label={t`Birthdate`}
        hint={<Audience field="birthdate" profile={profile} />}
        required
        {...field('birthdate')}
      >
        <Box maxWidth="460px">
          <BirthDateInput value={draft.birthdate} onChange={(value) => set('birthdate', value)} />
        </Box>
      </Field>
      <Field
        group
        label={t`Gender`}
        hint={<Audience field="gender" profile={profile} />}
        {...field('gender')}
      >
        <RadioGroup
          row
          name="gender"
          label={t`Gender`}
          value={draft.gender}
          onChange={(value) => set('gender', value as typeof draft.gender)}
          options={[
            { value: 'F', label: t`Female` },
            { value: 'M', label: t`Male` },
            { value: '', label: t`Rather not say` },
          ]}
        />
      </Field>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={5}>
        {isMetric ? (
          <Field
            label={t`Height`}
            hint={<Audience field="height" profile={profile} />}
            optional
            {...field('height')}
          >
            <NumberInput unit="cm" value={draft.height} onChange={(text) => set('height', text)} />
          </Field>
        ) : (
          <Field
            group
            label={t`Height`}
            hint={<Audience field="height" profile={profile} />}
            optional
            {...field('height')}
          >
            <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap={3}>
              <NumberInput
                whole
                unit="ft"
                aria-label={t`Feet`}
                value={draft.height}
                onChange={(text) => set('height', text)}
              />
              <NumberInput
                unit="in"
                aria-label={t`Inches`}
                value={draft.inches}
                onChange={(text) => set('inches', text)}
              />
            </Grid>
          </Field>
        )}
        {form.health.areFieldsOffered && (
          <Field
            label={t`Weight`}
            hint={<Audience field="weight" profile={profile} />}
            optional
            {...field('weight')}
          >
            <NumberInput
              unit={isMetric ? 'kg' : 'lb'}
              value={draft.weight}
              onChange={(text) => set('weight', text)}
            />
          </Field>
        )}
      </Grid>
      {form.health.areFieldsOffered && (
        <BodyMassIndex
          height={readHeight(draft, system, locale)}
          weight={readWeight(draft.weight, system, locale)}
          birthdate={draft.birthdate}
        />
      )}
      {!form.health.hasConsent && (
        <HealthConsentNote>
          <Trans>Weight needs your consent for health data, which you have not given.</Trans>
        </HealthConsentNote>
      )}
    </Stack>
  );
}

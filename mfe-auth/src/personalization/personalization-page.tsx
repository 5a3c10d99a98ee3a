import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@waymark/api-contract';
import { loadActivityOptions, useSession } from '@waymark/remote';
import { HealthConsentNote } from '@waymark/remote/health-consent';
import {
  ActivityMultiPicker,
  Button,
  Field,
  Flex,
  FormError,
  Grid,
  Link,
  NumberInput,
  RadioGroup,
  Stack,
} from '@waymark/ui';
import { CallWaiting } from '../page/call-state.tsx';
import { AuthPage } from '../page/auth-page.tsx';
import { useNext } from '../page/next.ts';
import { type GoalChoice, type PersonalizationForm, usePersonalization } from './use-personalization.ts';

/** `/account/personalization/`: what Waymark asks once, right after the sign-up. */
export default function PersonalizationPage() {
  const { t } = useLingui();
  const { user } = useSession();
  return (
    <AuthPage
      title={t`Make it yours`}
      lead={<Trans>Four questions, all optional. You can change the answers at any time.</Trans>}
    >
      {user ? <Questions member={user} /> : <CallWaiting />}
    </AuthPage>
  );
}

function Questions({ member }: { member: User }) {
  const { t } = useLingui();
  const next = useNext();
  const form = usePersonalization(member, next.path);
  const { values, set } = form;
  return (
    <form {...form.form}>
      <Stack gap={6}>
        <Field group label={t`Units`}>
          <RadioGroup
            row
            name="system"
            label={t`Units`}
            value={values.system}
            onChange={(system) => form.setSystem(system as typeof values.system)}
            options={[
              { value: 'metric', label: t`Kilometers, kilograms` },
              { value: 'imperial', label: t`Miles, pounds` },
            ]}
          />
        </Field>
        <Field
          group
          label={t`What do you do most?`}
          hint={t`These come first wherever you choose an activity.`}
        >
          <ActivityMultiPicker
            load={loadActivityOptions}
            value={values.activities}
            onChange={(activities) => set('activities', activities)}
          />
        </Field>
        <BodyFields form={form} />
        <GoalFields form={form} />
        <FormError>{form.failure}</FormError>
        <Flex gap={4} align="center" wrap="wrap">
          <Button type="submit" variant="primary" size="lg" loading={form.busy}>
            <Trans>Save and continue</Trans>
          </Button>
          <Link href={next.path}>
            <Trans>Skip this</Trans>
          </Link>
        </Flex>
      </Stack>
    </form>
  );
}

/** Height and weight, in the units that are chosen above. */
function BodyFields({ form }: { form: PersonalizationForm }) {
  const { t } = useLingui();
  const { values, set } = form;
  const isMetric = values.system === 'metric';
  return (
    <Stack gap={3}>
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap={4}>
        {isMetric ? (
          <Field label={t`Height`} optional error={form.error('height')} touched>
            <NumberInput unit="cm" value={values.height} onChange={(text) => set('height', text)} />
          </Field>
        ) : (
          <Field group label={t`Height`} optional error={form.error('height')} touched>
            <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap={2}>
              <NumberInput
                whole
                unit="ft"
                aria-label={t`Feet`}
                value={values.height}
                onChange={(text) => set('height', text)}
              />
              <NumberInput
                unit="in"
                aria-label={t`Inches`}
                value={values.inches}
                onChange={(text) => set('inches', text)}
              />
            </Grid>
          </Field>
        )}
        {form.health.areFieldsOffered && (
          <Field
            label={t`Weight`}
            optional
            hint={t`For calories. Only you see it.`}
            hintBelow
            error={form.error('weight')}
            touched
          >
            <NumberInput
              unit={isMetric ? 'kg' : 'lb'}
              value={values.weight}
              onChange={(text) => set('weight', text)}
            />
          </Field>
        )}
      </Grid>
      {!form.health.hasConsent && (
        <HealthConsentNote>
          <Trans>Weight needs your consent for health data, which you have not given.</Trans>
        </HealthConsentNote>
      )}
    </Stack>
  );
}

function GoalFields({ form }: { form: PersonalizationForm }) {
  const { t } = useLingui();
  const { values, set } = form;
  return (
    <Stack gap={3}>
      <Field group label={t`A goal for each week`}>
        <RadioGroup
          row
          name="goal"
          label={t`A goal for each week`}
          value={values.goal}
          onChange={(goal) => set('goal', goal as GoalChoice)}
          options={[
            { value: 'none', label: t`Not now` },
            { value: 'distance', label: t`Distance` },
            { value: 'count', label: t`Workouts` },
          ]}
        />
      </Field>
      {values.goal !== 'none' && (
        <Field
          label={values.goal === 'distance' ? t`Distance a week` : t`Workouts a week`}
          error={form.error('target')}
          touched
        >
          <NumberInput
            whole={values.goal === 'count'}
            {...(values.goal === 'distance' && { unit: values.system === 'metric' ? 'km' : 'mi' })}
            value={values.target}
            onChange={(text) => set('target', text)}
          />
        </Field>
      )}
    </Stack>
  );
}

import { useLingui } from '@lingui/react/macro';
import { BirthDateInput, Checkbox, CountryPicker, Field, RadioGroup, StatePicker } from '@waymark/ui';
import { FormField } from '../form/form-field.tsx';
import type { SignupForm } from './use-signup.ts';

export function MemberFields({ form, hasState = false }: { form: SignupForm; hasState?: boolean }) {
  const { t } = useLingui();
  const { values, set } = form;
  return (
    <>
      <FormField form={form} name="birthdate" label={t`Birthdate`} group>
        <BirthDateInput value={values.birthdate} onChange={(value) => set('birthdate', value)} />
      </FormField>
      <FormField form={form} name="gender" label={t`Gender`} group>
        <RadioGroup
          row
          name="gender"
          label={t`Gender`}
          options={[
            { value: 'F', label: t`Female` },
            { value: 'M', label: t`Male` },
          ]}
          value={values.gender}
          onChange={(value) => set('gender', value)}
        />
      </FormField>
      <FormField form={form} name="country" label={t`Country`}>
        <CountryPicker name="country" value={values.country} onChange={(value) => set('country', value)} />
      </FormField>
      {hasState && values.country === 'US' && (
        <Field label={t`State`} hint={t`Privacy laws differ by state.`}>
          <StatePicker
            name="state"
            autoComplete="address-level1"
            value={values.state}
            onChange={(value) => set('state', value)}
          />
        </Field>
      )}
    </>
  );
}

export function MailPreference({ form: { values, set } }: { form: SignupForm }) {
  const { t } = useLingui();
  return (
    <Checkbox
      name="promotionalPreference"
      label={t`Send me news and offers`}
      hint={t`By mail, now and then. You can stop them at any time.`}
      checked={values.promotionalPreference}
      onChange={(checked) => set('promotionalPreference', checked)}
    />
  );
}

import { useLingui } from '@lingui/react/macro';
import { EmailInput, Grid, Input, PasswordInput } from '@waymark/ui';
import type { ReactNode } from 'react';
import { FormField } from '../form/form-field.tsx';
import type { SignupForm } from './use-signup.ts';

interface AccountFieldsProps {
  form: SignupForm;
  onEmail: (email: string) => Promise<void>;
  /** What there is to say about the address. */
  prompt: ReactNode;
}

/** The names of a new member. */
export function NameFields({ form }: { form: SignupForm }) {
  const { t } = useLingui();
  const { values, set } = form;
  return (
    <Grid templateColumns="repeat(auto-fit, minmax(min(100%, 8rem), 1fr))" columnGap={3} rowGap={5}>
      <FormField form={form} name="first_name" label={t`First name`}>
        <Input
          name="first_name"
          autoComplete="given-name"
          maxLength={60}
          value={values.first_name}
          onChange={(event) => set('first_name', event.target.value)}
        />
      </FormField>
      <FormField form={form} name="last_name" label={t`Last name`}>
        <Input
          name="last_name"
          autoComplete="family-name"
          maxLength={60}
          value={values.last_name}
          onChange={(event) => set('last_name', event.target.value)}
        />
      </FormField>
    </Grid>
  );
}

export function AccountFields({ form, onEmail, prompt }: AccountFieldsProps) {
  const { t } = useLingui();
  const { values, set } = form;
  return (
    <>
      <NameFields form={form} />
      <div>
        <FormField form={form} name="email" label={t`E-mail`} onLeave={() => void onEmail(values.email)}>
          <EmailInput
            name="email"
            maxLength={254}
            value={values.email}
            onChange={(event) => set('email', event.target.value)}
          />
        </FormField>
        {prompt}
      </div>
      <FormField form={form} name="password" label={t`Password`} hint={t`8 or more characters`}>
        <PasswordInput
          fresh
          name="password"
          value={values.password}
          onChange={(event) => set('password', event.target.value)}
        />
      </FormField>
    </>
  );
}

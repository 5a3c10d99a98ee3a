import { signInCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { call, track } from '@waymark/contract';
import { Button, FormError, Input, Stack } from '@waymark/ui';
import { useState } from 'react';
import { useFailure } from '../form/failure.ts';
import { FormField } from '../form/form-field.tsx';
import { serverProblems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import type { useEntrance } from '../page/next.ts';

const FIELDS = ['code', 'recovery_code'] as const;

interface SecondFactorFormProps {
  /** What the password was answered with. */
  challenge: string;
  enter: ReturnType<typeof useEntrance>['enter'];
}

/** The step after the password: a code of the app, or a recovery code where the phone is gone. */
export function SecondFactorForm({ challenge, enter }: SecondFactorFormProps) {
  const { t } = useLingui();
  const explain = useFailure();
  const [field, setField] = useState<(typeof FIELDS)[number]>('code');
  const isCode = field === 'code';
  const form = useForm({
    initial: { code: '', recovery_code: '' },
    fields: FIELDS,
    check: (values) => {
      if (isCode && !/^\s*(\d\s*){6}$/.test(values.code))
        return { code: { kind: 'format', text: t`Enter the six digits of your app.` } };
      if (!isCode && values.recovery_code.trim().length < 8)
        return { recovery_code: { kind: 'format', text: t`A recovery code has ten characters.` } };
      return {};
    },
    send: async (values) => {
      const body = {
        challenge,
        ...(isCode ? { code: values.code } : { recovery_code: values.recovery_code }),
      };
      const {
        authToken = '',
        expires_in = 0,
        uacfId,
      } = await call(signInCalls.secondFactor, { body, noRefresh: true });
      track('login_attempt', { result: 'success' });
      return enter({ authToken, expires_in, user_id: Number(uacfId) });
    },
    failed: (error) => {
      const { code, text } = explain(error);
      track('login_attempt', { result: 'failure', error: code });
      const problems = serverProblems(error, FIELDS);
      return problems[field] ? { problems } : { text };
    },
  });
  return (
    <form {...form.form}>
      <Stack gap={5}>
        <FormField form={form} name={field} label={isCode ? t`Code` : t`Recovery code`}>
          <Input
            key={field}
            data-figure=""
            autoComplete={isCode ? 'one-time-code' : 'off'}
            inputMode={isCode ? 'numeric' : 'text'}
            maxLength={20}
            value={form.values[field]}
            onChange={(event) => form.set(field, event.target.value)}
          />
        </FormField>
        <FormError>{form.failure}</FormError>
        <Button type="submit" variant="primary" size="lg" loading={form.busy}>
          <Trans>Log in</Trans>
        </Button>
        <Button variant="quiet" onClick={() => setField(isCode ? 'recovery_code' : 'code')}>
          {isCode ? <Trans>Use a recovery code</Trans> : <Trans>Use a code from your app</Trans>}
        </Button>
      </Stack>
    </form>
  );
}

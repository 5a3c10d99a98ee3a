import type { LoginBody } from '@waymark/api-contract';
import { authCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { call, navigate, track } from '@waymark/contract';
import { useState } from 'react';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { attemptError } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { rememberedEmail, storeOnboarding } from '../page/handover.ts';
import type { Next, useEntrance } from '../page/next.ts';

const FIELDS = ['email', 'password'] as const;

const logFailure = (error: string) => track('login_attempt', { result: 'failure', error });

/** The form of the login page: what it checks, sends, logs and says. */
export function useLogin(
  next: Next,
  enter: ReturnType<typeof useEntrance>['enter'],
  challenged: (challenge: string) => void,
) {
  const { t } = useLingui();
  const checks = useChecks();
  const explain = useFailure();
  const [initial] = useState(() => ({ email: rememberedEmail(), password: '' }));
  return useForm({
    initial,
    fields: FIELDS,
    check: ({ email, password }) => ({
      email: checks.email(email),
      // Spaces can be a password: only nothing at all is missing.
      password: password ? undefined : checks.filled(t`Password`)(''),
    }),
    refused: (problems) => logFailure(attemptError(problems)),
    send: async ({ email, password }) => {
      const body: LoginBody = { email: email.trim(), password };
      const answer = await call(authCalls.login, { body, noRefresh: true });
      if (answer.second_factor) {
        challenged(answer.second_factor.challenge);
        return undefined;
      }
      if (answer.onboarding || !answer.authToken) {
        track('login_attempt', { result: 'onboarding' });
        storeOnboarding({ email: body.email, ...answer.profile });
        navigate(next.link('/auth/signup'));
        return 'leaving';
      }
      track('login_attempt', { result: 'success' });
      const { authToken, expires_in = 0, uacfId } = answer;
      return enter({ authToken, expires_in, user_id: Number(uacfId) });
    },
    failed: (error) => {
      const { code, text } = explain(error);
      const denied = code === 'access_denied';
      logFailure(denied ? 'incorrect_email_or_pw' : code);
      return { text: denied ? t`That e-mail and password do not match.` : text };
    },
  });
}

import { authCalls } from '@waymark/api-contract/client';
import { call, track } from '@waymark/contract';
import { useSettings } from '@waymark/remote';
import { requestCaptchaToken } from '@waymark/remote/captcha';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { attemptError, serverProblems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { rememberEmail } from '../page/handover.ts';
import { deadLinkOf, type DeadLinkKind } from './dead-link.tsx';

const FIELDS = ['password'] as const;

const logFailure = (error: string) => track('password_reset', { result: 'failure', error });

interface NewPassword {
  token: string;
  email: string;
  onDone: () => void;
  onDead: (kind: DeadLinkKind) => void;
}

export function useNewPassword({ token, email, onDone, onDead }: NewPassword) {
  const { captcha } = useSettings();
  const checks = useChecks();
  const explain = useFailure();
  return useForm({
    initial: { password: '' },
    fields: FIELDS,
    check: ({ password }) => ({ password: checks.newPassword(password) }),
    refused: (problems) => logFailure(attemptError(problems)),
    send: async ({ password }) => {
      const recaptchaToken = captcha
        ? await requestCaptchaToken(captcha.siteKey, 'password_reset')
        : undefined;
      const body = { password, ...(recaptchaToken ? { recaptchaToken } : {}) };
      await call(authCalls.resetPassword, { params: { token }, body, noRefresh: true });
      track('password_reset', { result: 'success' });
      rememberEmail(email);
      onDone();
    },
    failed: (error) => {
      const { code, text } = explain(error);
      logFailure(code);
      const dead = deadLinkOf(error);
      if (dead) onDead(dead);
      const problems = serverProblems(error, FIELDS);
      return problems.password ? { problems } : { text };
    },
  });
}

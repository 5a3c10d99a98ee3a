import type { AccountCredential } from '@waymark/api-contract';
import { authCalls } from '@waymark/api-contract/client';
import { call, track } from '@waymark/contract';
import { useLingui } from '@lingui/react/macro';
import { CaptchaNotAllowed, useCaptcha } from '@waymark/remote/captcha';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { attemptError, serverProblems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { rememberEmail } from '../page/handover.ts';
import { deadLinkOf, type DeadLinkKind } from './dead-link.tsx';

const FIELDS = ['password'] as const;
const NONE: ReadonlySet<string> = new Set();

const logFailure = (error: string) => track('password_reset', { result: 'failure', error });

interface NewPassword {
  token: string;
  email: string;
  credentials: readonly AccountCredential[];
  /** Told whether anything but sessions ended with the old password. */
  onDone: (hasEnded: boolean) => void;
  onDead: (kind: DeadLinkKind) => void;
}

export function useNewPassword({ token, email, credentials, onDone, onDead }: NewPassword) {
  const { t } = useLingui();
  const { requestToken, question } = useCaptcha('password_reset');
  const checks = useChecks();
  const explain = useFailure();
  const form = useForm({
    initial: { password: '', kept: NONE },
    fields: FIELDS,
    check: ({ password }) => ({ password: checks.newPassword(password) }),
    refused: (problems) => logFailure(attemptError(problems)),
    send: async ({ password, kept }) => {
      const recaptchaToken = await requestToken();
      const body = { password, keep: [...kept], ...(recaptchaToken ? { recaptchaToken } : {}) };
      await call(authCalls.resetPassword, { params: { token }, body, noRefresh: true });
      track('password_reset', { result: 'success' });
      rememberEmail(email);
      onDone(credentials.some(({ key, stays }) => !stays && !kept.has(key)));
    },
    failed: (error) => {
      if (error instanceof CaptchaNotAllowed) return { text: t`One question before we save it.` };
      const { code, text } = explain(error);
      logFailure(code);
      const dead = deadLinkOf(error);
      if (dead) onDead(dead);
      const problems = serverProblems(error, FIELDS);
      return problems.password ? { problems } : { text };
    },
  });
  return { form, captchaQuestion: question };
}

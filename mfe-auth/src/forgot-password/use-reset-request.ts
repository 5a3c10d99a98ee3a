import { authCalls } from '@waymark/api-contract/client';
import { call, track } from '@waymark/contract';
import { useState } from 'react';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { serverProblems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { rememberedEmail, rememberEmail } from '../page/handover.ts';
import type { Next } from '../page/next.ts';

const FIELDS = ['email'] as const;

const logFailure = (error: string) => track('forgot_password_attempt', { result: 'failure', error });

/** Asks for the mail. The answer is the same whether or not there is such an account. */
export function useResetRequest(next: Next, sent: (email: string) => void) {
  const checks = useChecks();
  const explain = useFailure();
  const [initial] = useState(() => ({ email: rememberedEmail() }));
  return useForm({
    initial,
    fields: FIELDS,
    check: ({ email }) => ({ email: checks.email(email) }),
    refused: ({ email }) => logFailure(email?.kind === 'required' ? 'blank_email' : 'invalid_email'),
    send: async (values) => {
      const email = values.email.trim();
      // Where the member goes after the new password; the server keeps it within the site.
      await call(authCalls.requestReset, { body: { email, redirect_uri: next.path }, noRefresh: true });
      rememberEmail(email);
      track('forgot_password_attempt', { result: 'success' });
      sent(email);
    },
    failed: (error) => {
      const problems = serverProblems(error, FIELDS);
      const { code, text } = explain(error);
      logFailure(problems.email ? 'invalid_email' : code);
      return problems.email ? { problems } : { text };
    },
  });
}

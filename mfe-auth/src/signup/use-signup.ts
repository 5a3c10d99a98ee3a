import type { SignupBody } from '@waymark/api-contract';
import { authCalls, chatAppCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { ApiError, call, getCountry, navigate, notify, track } from '@waymark/contract';
import { useFormatLocale } from '@waymark/remote';
import { useState } from 'react';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { attemptError, serverProblems, type Problems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { type ChatAppSignup, storedOnboarding } from '../page/handover.ts';
import type { useEntrance } from '../page/next.ts';

/** In the order of the page, which is the order in the log. */
const FIELDS = ['first_name', 'last_name', 'email', 'password', 'birthdate', 'gender', 'country'] as const;
export type SignupField = (typeof FIELDS)[number];
export type SignupValues = Record<SignupField, string> & { state: string; promotionalPreference: boolean };
export type SignupForm = ReturnType<typeof useSignup>;

const AGE_GATE = '/privacy_center/ineligible';

function start(chatApp?: ChatAppSignup): SignupValues {
  const known = storedOnboarding();
  return {
    first_name: chatApp?.first_name ?? '',
    last_name: chatApp?.last_name ?? '',
    email: chatApp?.email ?? known?.email ?? '',
    password: '',
    birthdate: known?.birthdate ?? '',
    gender: '',
    country: (known?.location?.country ?? getCountry() ?? '').toUpperCase(),
    state: '',
    promotionalPreference: false,
  };
}

const logFailure = (error: string) => track('signup_attempt', { result: 'failure', error });

/** The form of the sign-up page. @param used is told the address that has an account already */
export function useSignup(
  enter: ReturnType<typeof useEntrance>['enter'],
  used: (email: string) => void,
  chatApp?: ChatAppSignup,
) {
  const { t } = useLingui();
  const checks = useChecks();
  const explain = useFailure();
  const locale = useFormatLocale();
  const inWords = useServerWords();
  const [initial] = useState(() => start(chatApp));
  return useForm({
    initial,
    fields: FIELDS,
    check: (values) => ({
      first_name: checks.filled(t`First name`)(values.first_name),
      last_name: checks.filled(t`Last name`)(values.last_name),
      ...(!chatApp && {
        email: checks.email(values.email),
        password: checks.newPassword(values.password),
      }),
      birthdate: checks.birthdate(values.birthdate),
      gender: checks.filled(t`Gender`)(values.gender),
      country: checks.filled(t`Country`)(values.country),
    }),
    refused: (problems) => logFailure(attemptError(problems)),
    send: async (values) => {
      const { email, password, state, ...person } = values;
      const [year = '', month = '', day = ''] = person.birthdate.split('-');
      const body = {
        ...person,
        birthdate: { year, month, day },
        gender: values.gender as SignupBody['gender'],
        preferred_language: locale,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
      const answer = chatApp
        ? await call(chatAppCalls.signup, {
            params: { chat_app: chatApp.channel },
            body: { ...body, identity: chatApp.identity },
            noRefresh: true,
          })
        : await call(authCalls.signup, {
            body: {
              ...body,
              email: email.trim(),
              password,
              ...(person.country === 'US' && state && { state }),
            },
            noRefresh: true,
          });
      track('signup_attempt', { result: 'success' });
      notify({
        kind: 'success',
        text: chatApp
          ? t`Welcome to Waymark.`
          : t`Welcome to Waymark. We sent a link to ${email.trim()}: open it to confirm your address.`,
      });
      return enter({
        authToken: answer.access_token,
        expires_in: answer.expires_in,
        user_id: answer.user_id,
      });
    },
    failed: (error, { email }) => {
      const { code, text } = explain(error);
      const problems = serverProblems(error, FIELDS);
      if (error instanceof ApiError && error.status < 500) {
        logFailure(code === 'validation_error' ? attemptError(problems) || code : code);
        if (code === 'email/used' || problems.email?.kind === 'in_use') {
          used(email.trim());
          return { problems: inWords({ email: { kind: 'in_use', text: '' } }) };
        }
        if (problems.birthdate?.kind === 'ineligible') navigate(AGE_GATE);
        if (Object.keys(problems).length) return { problems: inWords(problems) };
      } else logFailure(code);
      return { text };
    },
  });
}

/** What is recognised of the server's sentences is said in the page's language; the rest stays as it came. */
function useServerWords() {
  const { t } = useLingui();
  return (problems: Problems<SignupField>): Problems<SignupField> => {
    const words = {
      in_use: t`This e-mail is already in use.`,
      choice: t`Choose one from the list.`,
    };
    return Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [
        field,
        problem.kind in words ? { ...problem, text: words[problem.kind as keyof typeof words] } : problem,
      ]),
    );
  };
}

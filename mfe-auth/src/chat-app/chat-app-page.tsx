import { chatAppCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, call, navigate, notify, track } from '@waymark/contract';
import { useSettings } from '@waymark/remote';
import { Banner, Box, Button, FormError, Stack } from '@waymark/ui';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useFailure } from '../form/failure.ts';
import { SecondFactorForm } from '../login/second-factor-form.tsx';
import { AuthPage } from '../page/auth-page.tsx';
import { CallWaiting } from '../page/call-state.tsx';
import { type ChatAppSignup, rememberedNext, storeChatSignup, storedChatSignup } from '../page/handover.ts';
import { personalizationPath, useEntrance, useNext } from '../page/next.ts';
import { NameFields } from '../signup/account-fields.tsx';
import { LegalLine } from '../signup/legal-line.tsx';
import { MailPreference, MemberFields } from '../signup/member-fields.tsx';
import { useSignup } from '../signup/use-signup.ts';
import { ConfirmAddress } from './confirm-address.tsx';

type Enter = ReturnType<typeof useEntrance>['enter'];
type Step =
  | { kind: 'second-factor'; challenge: string }
  | { kind: 'address' | 'signup'; person: ChatAppSignup };

const SECURITY_PAGE = '/account/security';

/** `/auth/chat/{channel}`: where a chat app sends the browser back to, after a log-in or to be linked. */
export default function ChatAppPage() {
  const { channel = '' } = useParams();
  const [query] = useSearchParams();
  const { chatApps = [] } = useSettings().appConfig;
  const name = chatApps.find((app) => app.channel === channel)?.name ?? channel;
  // The first word of the state says what it was for.
  const isLink = query.get('state')?.startsWith('link.') ?? false;
  return isLink ? (
    <LinkReturn channel={channel} name={name} />
  ) : (
    <LoginReturn channel={channel} name={name} />
  );
}

interface Returned {
  channel: string;
  /** As members know the chat app. */
  name: string;
}

/** @returns what went wrong, as a sentence: nobody who comes back from a chat app has filled in a form */
function useExplanation(): (error: unknown) => string {
  const { t } = useLingui();
  const explain = useFailure();
  return (error) =>
    error instanceof ApiError && error.code === 'validation_error'
      ? t`This link isn’t complete. Go back and start again.`
      : explain(error).text;
}

/** Hands what the chat app answered to the server, once. @returns what went wrong, as a sentence */
function useAnswer(
  handle: (body: { state: string }) => Promise<void>,
  failed: (error: unknown) => string | null,
) {
  const [query] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const body = { state: '', ...Object.fromEntries(query) };
    handle(body).catch((error: unknown) => setProblem(failed(error)));
  });
  return problem;
}

function LinkReturn({ channel, name }: Returned) {
  const { t } = useLingui();
  const explain = useExplanation();
  const problem = useAnswer(async (body) => {
    await call(chatAppCalls.link, { params: { chat_app: channel }, body });
    notify({ kind: 'success', text: t`You can log in with ${name} from now on.` });
    navigate(SECURITY_PAGE, { replace: true });
  }, explain);
  return <Waiting title={t`Linking ${name}`} problem={problem} back={SECURITY_PAGE} />;
}

function LoginReturn({ channel, name }: Returned) {
  const { t } = useLingui();
  const failureOf = useFailure();
  const explain = useExplanation();
  const next = useNext();
  const path = rememberedNext() ?? next.path;
  const { enter } = useEntrance({ ...next, path });
  const state = useSearchParams()[0].get('state') ?? '';
  const [step, setStep] = useState<Step>();
  const continueSignup = (person: ChatAppSignup) => {
    storeChatSignup(state, person);
    setStep({ kind: person.isEmailConfirmed ? 'signup' : 'address', person });
  };
  const problem = useAnswer(
    async (body) => {
      const person = storedChatSignup(state);
      if (person) return continueSignup(person);
      const answer = await call(chatAppCalls.login, {
        params: { chat_app: channel },
        body,
        noRefresh: true,
      });
      if (answer.second_factor) {
        setStep({ kind: 'second-factor', challenge: answer.second_factor.challenge });
        return;
      }
      track('login_attempt', { result: 'success' });
      const { authToken = '', expires_in = 0, uacfId } = answer;
      await enter({ authToken, expires_in, user_id: Number(uacfId) });
    },
    (error) => {
      track('login_attempt', { result: 'failure', error: failureOf(error).code });
      const person = personOf(channel, error);
      if (!person) return explain(error);
      continueSignup(person);
      return null;
    },
  );
  if (step?.kind === 'second-factor')
    return (
      <AuthPage title={t`One more step`} lead={<Trans>Type the code that your app shows.</Trans>}>
        <SecondFactorForm challenge={step.challenge} enter={enter} />
      </AuthPage>
    );
  if (step?.kind === 'address')
    return (
      <ConfirmAddress
        person={step.person}
        name={name}
        onConfirmed={(person) => continueSignup({ ...person, isEmailConfirmed: true })}
      />
    );
  if (step?.kind === 'signup')
    return (
      <FinishSignup
        person={step.person}
        name={name}
        enter={(grant) => enter(grant, personalizationPath(path))}
      />
    );
  return <Waiting title={t`Logging in with ${name}`} problem={problem} back="/auth/login" />;
}

function Waiting({ title, problem, back }: { title: string; problem: string | null; back: string }) {
  return (
    <AuthPage title={title}>
      {problem === null ? (
        <CallWaiting />
      ) : (
        <Stack gap={5}>
          <Banner kind="error">{problem}</Banner>
          <Box>
            <Button variant="primary" size="lg" href={back}>
              <Trans>Back</Trans>
            </Button>
          </Box>
        </Stack>
      )}
    </AuthPage>
  );
}

/** Somebody without an account here, as the chat app names them. */
function personOf(channel: string, error: unknown): ChatAppSignup | null {
  if (!(error instanceof ApiError) || error.code !== `${channel}/not_linked`) return null;
  const value = (field: string) => error.diagnostics[field]?.[0] ?? '';
  const identity = value('identity');
  if (!identity) return null;
  return {
    channel,
    identity,
    email: value('email'),
    isEmailConfirmed: value('email_confirmed') === 'true',
    first_name: value('first_name'),
    last_name: value('last_name'),
  };
}

function FinishSignup({ person, name, enter }: { person: ChatAppSignup; name: string; enter: Enter }) {
  const { t } = useLingui();
  const signup = useSignup(enter, () => undefined, person);
  return (
    <AuthPage
      title={t`Create your account`}
      lead={
        <Trans>
          You log in with {name}. If you have an account here, log in with it and link {name} under Security.
        </Trans>
      }
    >
      <form {...signup.form}>
        <Stack gap={5}>
          <NameFields form={signup} />
          <MemberFields form={signup} />
          <MailPreference form={signup} />
          <LegalLine />
          <FormError>{signup.failure}</FormError>
          <Button type="submit" variant="primary" size="lg" loading={signup.busy}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}

import type { DeletionStatus, IdentityProof, PremiumLoss } from '@waymark/api-contract';
import { accountDeletionCalls, securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, navigate, notify, reloadSession, safeNext } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Banner,
  Box,
  Button,
  Field,
  Flex,
  FormError,
  Input,
  Link,
  LoadFailed,
  Skeleton,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { IdentityDialog, isUnconfirmed } from '../identity/identity.tsx';
import { AccountFrame } from '../page/account-frame.tsx';
import { PlainFrame } from '../page/plain-frame.tsx';
import { AccountLossList, EndedPremium } from './account-losses.tsx';

/** The word that confirms a deletion, the same in every language: it is typed, not translated. */
const CONFIRMATION = 'delete';

/** Explains what deleting means, takes the request, and takes it back while it still can be. */
export default function DeletePage() {
  const { t } = useLingui();
  const isMobile = useLocation().pathname.startsWith('/mobile/');
  const Frame = isMobile ? PlainFrame : AccountFrame;
  const { data, error, refetch, isFetching } = useCall(accountDeletionCalls.status);
  return (
    <Frame title={t`Delete your account`}>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load this page.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="240px" />}
      {data &&
        (data.request ? (
          <InGrace request={data.request} premium={data.losses.premium} />
        ) : (
          <Explained status={data} />
        ))}
    </Frame>
  );
}

interface InGraceProps {
  request: NonNullable<DeletionStatus['request']>;
  premium: PremiumLoss | null;
}

function InGrace({ request, premium }: InGraceProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const next = safeNext(useSearchParams()[0].get('next'));
  const cancel = useSend(accountDeletionCalls.cancel);
  const day = formatDate(request.erase_datetime, { locale, timeZone: user?.time_zone ?? 'UTC' });
  const leave = (text: string) => {
    notify({ kind: 'success', text });
    void reloadSession()
      .catch(() => undefined)
      .then(() => navigate(next ?? '/dashboard', { replace: true }));
  };
  // Kept in another tab or by the link of the mail.
  const isKeptAlready = (error: unknown) => error instanceof ApiError && error.status === 404;
  const keep = () =>
    cancel.mutate(
      { params: { id: request.id } },
      {
        onSuccess: ({ premium: open }) =>
          leave(
            open
              ? t`Your account stays, and your premium is open again. It doesn’t renew by itself.`
              : t`Your account stays. Good to have you back.`,
          ),
        onError: (error) => isKeptAlready(error) && leave(t`Your account stays as it was.`),
      },
    );
  return (
    <Stack gap={5}>
      <Banner kind="warning" title={<Trans>Your account will be deleted on {day}</Trans>}>
        <Trans>Until then your account is hidden, and you can still keep it.</Trans>
      </Banner>
      {premium && <EndedPremium premium={premium} />}
      <FormError>{cancel.error && !isKeptAlready(cancel.error) && failureText(cancel.error)}</FormError>
      <Flex gap={3} wrap="wrap">
        <Button variant="primary" size="lg" loading={cancel.isPending} onClick={keep}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button size="lg" href="/account/data">
          <Trans>Download your data</Trans>
        </Button>
        <Button size="lg" href="/premium/membership">
          <Trans>Receipts and gifts</Trans>
        </Button>
      </Flex>
    </Stack>
  );
}

function Explained({ status: { grace_days: graceDays, losses } }: { status: DeletionStatus }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const [word, setWord] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const ways = useCall(securityCalls.overview);
  const request = useSend(accountDeletionCalls.request);
  const isRight = word.trim().toLowerCase() === CONFIRMATION;
  const send = async (proof?: IdentityProof) => {
    await request.mutateAsync({ body: { confirm: CONFIRMATION, ...(proof && { proof }) } });
    void reloadSession().catch(() => undefined);
  };
  const submit = async () => {
    setHasTried(true);
    if (!isRight) return focusInvalid();
    const { data } = ways.data ? ways : await ways.refetch();
    if (!data || data.has_password || data.totp.is_enabled || data.passkeys.length > 0)
      return setIsAsking(true);
    // An account without password, passkey and code has to have signed in just now: the server says so.
    await send().catch((failure: unknown) => setIsAsking(isUnconfirmed(failure)));
  };
  return (
    <Stack gap={6}>
      <Box>
        <Text fontWeight={600}>
          <Trans>What happens</Trans>
        </Text>
        <Box as="ul" paddingInlineStart={5} listStyleType="disc" lineHeight="1.7" maxWidth="72ch">
          <li>
            <Trans>Right away: nobody can see your profile, workouts, routes or comments.</Trans>
          </li>
          <li>
            <Trans>Right away: connected apps lose access, and we only e-mail you about this.</Trans>
          </li>
          <li>
            <Trans>For {graceDays} days: log in, and you can keep your account as it is.</Trans>
          </li>
          <li>
            <Trans>
              After that, everything is erased, including files and photos. It can’t be recovered.
            </Trans>
          </li>
          <li>
            <Trans>What others wrote stays. Where your name stood, it says “former member”.</Trans>
          </li>
        </Box>
      </Box>
      <AccountLossList losses={losses} graceDays={graceDays} />
      <Banner>
        <Trans>
          Take your training along first: <Link href="/account/data">download your data</Link>.
        </Trans>
      </Banner>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4} maxWidth="420px">
          <Field
            label={<Trans>Type “{CONFIRMATION}” to confirm</Trans>}
            error={isRight ? undefined : t`Type ${CONFIRMATION} to confirm.`}
            touched={hasTried}
            required
          >
            <Input
              autoComplete="off"
              autoCapitalize="none"
              value={word}
              onChange={(event) => setWord(event.target.value)}
            />
          </Field>
          <FormError>
            {request.error && !isAsking && !isUnconfirmed(request.error) && failureText(request.error)}
          </FormError>
          <Flex gap={3} wrap="wrap">
            <Button
              type="submit"
              variant="danger"
              size="lg"
              loading={request.isPending || (hasTried && isRight && ways.isLoading)}
            >
              <Trans>Delete my account</Trans>
            </Button>
            <Button size="lg" href="/account/settings">
              <Trans>Keep it</Trans>
            </Button>
          </Flex>
        </Stack>
      </form>
      {isAsking && (
        <Suspense>
          <IdentityDialog
            prove={send}
            lead={<Trans>Confirm it’s you, and your account will be deleted.</Trans>}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

import type { DeletionStatus } from '@waymark/api-contract';
import { accountDeletionCalls } from '@waymark/api-contract/client';
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
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { IdentityProvider, useSensitiveCall } from '../identity/identity.tsx';
import { AccountFrame } from '../page/account-frame.tsx';
import { PlainFrame } from '../page/plain-frame.tsx';

/** The word that confirms a deletion, the same in every language: it is typed, not translated. */
const CONFIRMATION = 'delete';

/** Explains what deleting means, takes the request, and takes it back while it still can be. */
export default function DeletePage() {
  const { t } = useLingui();
  const isMobile = useLocation().pathname.startsWith('/mobile/');
  const Frame = isMobile ? PlainFrame : AccountFrame;
  const { data, error, refetch, isFetching } = useCall(accountDeletionCalls.status);
  return (
    <IdentityProvider>
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
          (data.request ? <InGrace request={data.request} /> : <Explained graceDays={data.grace_days} />)}
      </Frame>
    </IdentityProvider>
  );
}

function InGrace({ request }: { request: NonNullable<DeletionStatus['request']> }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const next = safeNext(useSearchParams()[0].get('next'));
  const cancel = useSend(accountDeletionCalls.cancel);
  const day = formatDate(request.erase_datetime, { locale, timeZone: user?.time_zone ?? 'UTC' });
  const keep = () =>
    cancel.mutate(
      { params: { id: request.id } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`Your account stays. Good to have you back.` });
          void reloadSession()
            .catch(() => undefined)
            .then(() => navigate(next ?? '/dashboard', { replace: true }));
        },
      },
    );
  return (
    <Stack gap={5}>
      <Banner kind="warning" title={<Trans>Your account will be deleted on {day}</Trans>}>
        <Trans>Until then your account is hidden, and you can still keep it.</Trans>
      </Banner>
      <FormError>
        {cancel.error instanceof ApiError && cancel.error.status === 404 ? (
          <Trans>It is too late to keep it: your account is being deleted.</Trans>
        ) : (
          cancel.error && failureText(cancel.error)
        )}
      </FormError>
      <Flex gap={3} wrap="wrap">
        <Button variant="primary" size="lg" loading={cancel.isPending} onClick={keep}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button size="lg" href="/account/data">
          <Trans>Download your data</Trans>
        </Button>
      </Flex>
    </Stack>
  );
}

function Explained({ graceDays }: { graceDays: number }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const [word, setWord] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const request = useSensitiveCall(accountDeletionCalls.request);
  const isRight = word.trim().toLowerCase() === CONFIRMATION;
  const submit = async () => {
    setHasTried(true);
    if (!isRight) return focusInvalid();
    const done = await request.send({ body: { confirm: CONFIRMATION } });
    if (done) void reloadSession().catch(() => undefined);
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
          <FormError>{request.error !== null && failureText(request.error)}</FormError>
          <Flex gap={3} wrap="wrap">
            <Button type="submit" variant="danger" size="lg" loading={request.isPending}>
              <Trans>Delete my account</Trans>
            </Button>
            <Button size="lg" href="/account/settings">
              <Trans>Keep it</Trans>
            </Button>
          </Flex>
        </Stack>
      </form>
    </Stack>
  );
}

import type { OAuthScope, PersonalToken } from '@waymark/api-contract';
import { oauthCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Box,
  Button,
  chakra,
  Field,
  Flex,
  FormError,
  Input,
  LoadFailed,
  Modal,
  Panel,
  PlusIcon,
  Select,
  Skeleton,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';
import { SecretOnce } from '../page/secret-once.tsx';
import { ScopeField } from './scope-field.tsx';
import { useScopeNames } from './scope-names.ts';

type Days = 30 | 90 | 365;

/** Tokens for own scripts: made, shown once, listed, revoked. */
export function PersonalTokens() {
  const { data, error, refetch, isFetching } = useCall(oauthCalls.tokens);
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  return (
    <Panel
      title={<Trans>Access tokens</Trans>}
      action={
        <Button icon={<PlusIcon />} onClick={() => setIsMaking(true)}>
          <Trans>New token</Trans>
        </Button>
      }
    >
      {made !== null && (
        <SecretOnce
          label={<Trans>Your new token</Trans>}
          secret={made}
          hint={<Trans>Your script sends it as “Authorization: Bearer …”. We can’t show it again.</Trans>}
          onDone={() => setMade(null)}
        />
      )}
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your tokens.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="64px" />}
      {data?.tokens.length === 0 && (
        <Text muted>
          <Trans>A token lets a script of yours use Waymark without your password.</Trans>
        </Text>
      )}
      <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </Stack>
      {isMaking && (
        <TokenDialog
          onMade={(token) => {
            setMade(token);
            setIsMaking(false);
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </Panel>
  );
}

function TokenRow({ token }: { token: PersonalToken }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const scopeName = useScopeNames();
  const revoke = useSend(oauthCalls.revokeToken);
  const zone = { locale, timeZone: user?.time_zone ?? 'UTC' };
  const until = formatDate(token.expires_datetime, zone);
  const used = token.last_used_datetime && formatDate(token.last_used_datetime, zone);
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={4}>
        <Box minWidth={0}>
          <Text fontWeight={600} data-untranslated="">
            {token.name} <chakra.code color="muted">{token.prefix}…</chakra.code>
          </Text>
          <Text muted size="sm">
            {token.scopes.map(scopeName).join(', ')} · <Trans>until {until}</Trans> ·{' '}
            {used ? <Trans>last used {used}</Trans> : <Trans>not used yet</Trans>}
          </Text>
        </Box>
        <Button
          size="sm"
          flex="none"
          aria-label={t`Revoke ${token.name}`}
          loading={revoke.isPending}
          onClick={() =>
            revoke.mutate(
              { params: { id: token.id } },
              {
                onSuccess: () => notify({ kind: 'success', text: t`“${token.name}” no longer works.` }),
              },
            )
          }
        >
          <Trans>Revoke</Trans>
        </Button>
      </Flex>
      <FormError>{revoke.error && failureText(revoke.error)}</FormError>
    </chakra.li>
  );
}

function TokenDialog({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const create = useSensitiveCall(oauthCalls.createToken, { keepKey: true });
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<OAuthScope[]>(['workout:read']);
  const [days, setDays] = useState<Days>(90);
  const [hasTried, setHasTried] = useState(false);
  const submit = async () => {
    setHasTried(true);
    if (!name.trim() || scopes.length === 0) return focusInvalid();
    const done = await create.send({ body: { name: name.trim(), scopes, days } });
    if (done) onMade(done.answer.token);
  };
  return (
    <Modal open size="wide" onClose={onClose} title={<Trans>New token</Trans>}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={5}>
          <Field
            label={t`Name`}
            hint={t`What you will use it for.`}
            error={name.trim() ? undefined : t`Name is required.`}
            touched={hasTried}
            required
          >
            <Input
              data-autofocus=""
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <ScopeField value={scopes} touched={hasTried} onChange={setScopes} />
          <Field label={t`Works for`}>
            <Select
              value={String(days)}
              onChange={(value) => setDays(Number(value) as Days)}
              options={[
                { value: '30', label: t`30 days` },
                { value: '90', label: t`90 days` },
                { value: '365', label: t`A year` },
              ]}
            />
          </Field>
          <FormError>{create.error !== null && failureText(create.error)}</FormError>
          <Flex gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" loading={create.isPending}>
              <Trans>Create token</Trans>
            </Button>
          </Flex>
        </Stack>
      </form>
    </Modal>
  );
}

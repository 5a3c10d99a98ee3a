import type { Passkey, SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Badge,
  Banner,
  Box,
  Button,
  chakra,
  ConfirmDialog,
  EditIcon,
  Flex,
  FormError,
  IconButton,
  Input,
  Panel,
  PlusIcon,
  Stack,
  Text,
  TrashIcon,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';
import { canUsePasskeys, createPasskey } from '../identity/passkey.ts';
import { useBrowserValue } from '../page/use-browser-value.ts';

/** Passkeys: logging in with a fingerprint, a face or the lock of the device. */
export function PasskeysSection({ overview: { passkeys } }: { overview: SecurityOverview }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const isPossible = useBrowserValue(canUsePasskeys, true);
  const [problem, setProblem] = useState<string>();
  const options = useSensitiveCall(securityCalls.passkeyOptions);
  const save = useSensitiveCall(securityCalls.addPasskey);
  const failure = options.error ?? save.error;

  const add = async () => {
    setProblem(undefined);
    const asked = await options.send();
    if (!asked) return;
    const credential = await createPasskey(asked.answer);
    if (credential === 'known') return setProblem(t`This device has a passkey for Waymark already.`);
    if (!credential) return setProblem(t`Your device didn’t create a passkey. Nothing has changed.`);
    const added = await save.send({ body: { credential } });
    if (added) notify({ kind: 'success', text: t`Your passkey is ready to use.` });
  };

  return (
    <Panel
      title={<Trans>Passkeys</Trans>}
      action={
        <Button
          icon={<PlusIcon />}
          disabled={!isPossible}
          loading={options.isPending || save.isPending}
          onClick={() => void add()}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      }
    >
      <Stack gap={4}>
        <Text muted>
          {isPossible ? (
            <Trans>Log in with your fingerprint, your face or the lock of your device.</Trans>
          ) : (
            <Trans>This browser doesn’t support passkeys.</Trans>
          )}
        </Text>
        {problem && <Banner kind="warning">{problem}</Banner>}
        <FormError>{failure !== null && failureText(failure)}</FormError>
        {passkeys.length > 0 && (
          <Stack as="ul" aria-label={t`Your passkeys`} gap={0} listStyleType="none" padding={0} margin={0}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </Stack>
        )}
      </Stack>
    </Panel>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const zone = { locale, timeZone: user?.time_zone ?? 'UTC' };
  const [name, setName] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const rename = useSend(securityCalls.renamePasskey);
  const remove = useSensitiveCall(securityCalls.removePasskey);
  const added = formatDate(passkey.created_datetime, zone);
  const used = passkey.last_used_datetime && formatDate(passkey.last_used_datetime, zone);
  const save = () => {
    if (!name?.trim()) return;
    rename.mutate(
      { params: { id: passkey.id }, body: { name: name.trim() } },
      {
        onSuccess: () => setName(null),
      },
    );
  };
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3}>
        {name === null ? (
          <Box minWidth={0}>
            <Text fontWeight={600} overflowWrap="anywhere">
              <span data-untranslated="">{passkey.name}</span>{' '}
              {passkey.is_backed_up && (
                <Badge>
                  <Trans>Synced</Trans>
                </Badge>
              )}
            </Text>
            <Text muted size="sm">
              {used ? (
                <Trans>
                  Added {added}, last used {used}
                </Trans>
              ) : (
                <Trans>Added {added}, not used yet</Trans>
              )}
            </Text>
          </Box>
        ) : (
          <chakra.form
            flex={1}
            display="flex"
            gap={2}
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <Input
              aria-label={t`Name of the passkey`}
              maxLength={60}
              value={name}
              ref={(input) => input?.focus()}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" loading={rename.isPending}>
              <Trans>Save</Trans>
            </Button>
          </chakra.form>
        )}
        <Flex flex="none">
          <IconButton
            label={t`Rename ${passkey.name}`}
            icon={<EditIcon />}
            onClick={() => setName(name === null ? passkey.name : null)}
          />
          <IconButton
            label={t`Remove ${passkey.name}`}
            icon={<TrashIcon />}
            onClick={() => setIsAsking(true)}
          />
        </Flex>
      </Flex>
      <FormError>{name !== null && rename.error && failureText(rename.error)}</FormError>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Remove “{passkey.name}”?</Trans>}
          action={<Trans>Remove</Trans>}
          isBusy={remove.isPending}
          failure={remove.error === null ? undefined : failureText(remove.error)}
          onConfirm={() =>
            void remove.send({ params: { id: passkey.id } }).then((done) => done && setIsAsking(false))
          }
          onClose={() => setIsAsking(false)}
        >
          <Trans>You can no longer log in with it. Delete it on your device as well.</Trans>
        </ConfirmDialog>
      )}
    </chakra.li>
  );
}

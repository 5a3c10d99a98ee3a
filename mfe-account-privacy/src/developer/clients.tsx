import type { OAuthClient } from '@waymark/api-contract';
import { oauthCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Box,
  Button,
  chakra,
  ConfirmDialog,
  EditIcon,
  Flex,
  IconButton,
  LoadFailed,
  Panel,
  PlusIcon,
  Skeleton,
  Stack,
  Text,
  TrashIcon,
} from '@waymark/ui';
import { useState } from 'react';
import { SecretOnce } from '../page/secret-once.tsx';
import { ClientDialog } from './client-dialog.tsx';

/** Apps that the member registered, for others to log in with. */
export function Clients() {
  const { data, error, refetch, isFetching } = useCall(oauthCalls.clients);
  const [edited, setEdited] = useState<OAuthClient | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel
      title={<Trans>Your apps</Trans>}
      action={
        <Button icon={<PlusIcon />} onClick={() => setEdited('new')}>
          <Trans>Register an app</Trans>
        </Button>
      }
    >
      {secret !== null && (
        <SecretOnce
          label={<Trans>Client secret</Trans>}
          secret={secret}
          hint={<Trans>Keep it on your server. We can’t show it again.</Trans>}
          onDone={() => setSecret(null)}
        />
      )}
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your apps.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="64px" />}
      {data?.clients.length === 0 && (
        <Text muted>
          <Trans>Register an app, and other members can let it see their training.</Trans>
        </Text>
      )}
      <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
        {data?.clients.map((client) => (
          <ClientRow key={client.id} client={client} onEdit={() => setEdited(client)} />
        ))}
      </Stack>
      {edited !== null && (
        <ClientDialog
          client={edited === 'new' ? null : edited}
          onSaved={(made) => {
            setSecret(made);
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

function ClientRow({ client, onEdit }: { client: OAuthClient; onEdit: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useSend(oauthCalls.removeClient);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={4}>
        <Box minWidth={0} data-untranslated="">
          <Text fontWeight={600}>{client.name}</Text>
          <Text muted size="sm" overflowWrap="anywhere">
            <code>{client.id}</code> · {client.redirect_uris.join(', ')}
          </Text>
        </Box>
        <Flex flex="none">
          <IconButton label={t`Edit ${client.name}`} icon={<EditIcon />} onClick={onEdit} />
          <IconButton
            label={t`Delete ${client.name}`}
            icon={<TrashIcon />}
            onClick={() => setIsAsking(true)}
          />
        </Flex>
      </Flex>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Delete “{client.name}”?</Trans>}
          action={<Trans>Delete</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onConfirm={() =>
            remove.mutate(
              { params: { id: client.id } },
              { onSuccess: () => notify({ kind: 'success', text: t`“${client.name}” is deleted.` }) },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <Trans>Nobody can log in with it any more, and all its tokens stop working.</Trans>
        </ConfirmDialog>
      )}
    </chakra.li>
  );
}

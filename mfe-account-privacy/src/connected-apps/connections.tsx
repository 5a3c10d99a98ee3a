import type { Connection, ConnectionType } from '@waymark/api-contract';
import { connectionCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  chakra,
  ConfirmDialog,
  EmptyState,
  Flex,
  FormError,
  LoadFailed,
  Panel,
  RelativeTime,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SecretOnce } from '../page/secret-once.tsx';

const PAGE = '/account/connected_apps';

/**
 * Hands what a service sent the browser back with to the server, once, and takes it out of the address.
 * @returns whether that is under way, and what went wrong
 */
function useServiceReturn() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const { mutate, isPending, error } = useSend(connectionCalls.finish);
  const hasBegun = useRef(false);
  const state = query.get('state');
  useEffect(() => {
    if (state === null || hasBegun.current) return;
    hasBegun.current = true;
    const [code, refusal] = [query.get('code'), query.get('error')];
    navigate(PAGE, { replace: true });
    mutate(
      { body: { state, ...(code !== null && { code }), ...(refusal !== null && { error: refusal }) } },
      {
        onSuccess: ({ name }) =>
          notify({ kind: 'success', text: t`${name} is connected. Your latest workouts are on their way.` }),
      },
    );
  });
  return { isPending, error };
}

/** What is connected, and what can be. */
export function Connections() {
  const failureText = useFailureText();
  const types = useCall(connectionCalls.types);
  const list = useCall(connectionCalls.list);
  const connect = useSend(connectionCalls.connect);
  const finish = useServiceReturn();
  const [uploadUrl, setUploadUrl] = useState<string | null>(null);
  const connections = list.data?._embedded.remote_connections;
  const error = list.error ?? types.error;

  const begin = (type: string) =>
    connect.mutate(
      { body: { type } },
      {
        onSuccess: ({ authorization_url: away, connection }) => {
          if (away) navigate(away);
          else setUploadUrl(connection?.upload_url ?? null);
        },
      },
    );

  return (
    <>
      <FormError>{finish.error && failureText(finish.error)}</FormError>
      <Panel title={<Trans>Connected</Trans>}>
        {finish.isPending && (
          <Text muted role="status">
            <Trans>Connecting…</Trans>
          </Text>
        )}
        {error && !connections && (
          <LoadFailed
            title={<Trans>We couldn’t load your connections.</Trans>}
            error={error}
            retry={() => Promise.all([list.refetch(), types.refetch()])}
            busy={list.isFetching}
          />
        )}
        {!connections && !error && <Skeleton height="88px" />}
        {connections?.length === 0 && (
          <EmptyState title={<Trans>Nothing connected yet</Trans>}>
            <Trans>Choose one below, and your workouts are imported automatically.</Trans>
          </EmptyState>
        )}
        {uploadUrl && (
          <SecretOnce
            label={<Trans>Your upload address</Trans>}
            secret={uploadUrl}
            hint={
              <Trans>
                Send FIT, GPX or TCX files there by PUT or POST. Anyone who knows it can add workouts: keep it
                to yourself. We can’t show it again.
              </Trans>
            }
            onDone={() => setUploadUrl(null)}
          />
        )}
        <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
          {connections?.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} onReconnect={begin} />
          ))}
        </Stack>
      </Panel>
      <Panel title={<Trans>Connect another</Trans>}>
        <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
          {types.data?._embedded.remote_connection_types.map((type) => (
            <TypeRow
              key={type.type}
              type={type}
              isBusy={connect.isPending && connect.variables.body.type === type.type}
              failure={
                connect.error && connect.variables.body.type === type.type
                  ? failureText(connect.error)
                  : undefined
              }
              onConnect={() => begin(type.type)}
            />
          ))}
        </Stack>
      </Panel>
    </>
  );
}

interface TypeRowProps {
  type: ConnectionType;
  isBusy: boolean;
  failure: string | undefined;
  onConnect: () => void;
}

function TypeRow({ type: { name, description, notice, kind }, isBusy, failure, onConnect }: TypeRowProps) {
  const { t } = useLingui();
  return (
    <chakra.li borderTop="hairline" paddingBlock={4}>
      <Flex justify="space-between" align="center" columnGap={4} rowGap={2} wrap="wrap">
        <Box data-untranslated="" flex="1 1 9rem" minWidth={0}>
          <Text fontWeight={600}>{name}</Text>
          <Text muted size="sm">
            {description} {notice}
          </Text>
        </Box>
        <Button
          flex="none"
          loading={isBusy}
          aria-label={kind === 'oauth' ? t`Connect ${name}` : t`Make an address: ${name}`}
          onClick={onConnect}
        >
          {kind === 'oauth' ? <Trans>Connect</Trans> : <Trans>Make an address</Trans>}
        </Button>
      </Flex>
      <FormError>{failure}</FormError>
    </chakra.li>
  );
}

interface ConnectionRowProps {
  connection: Connection;
  onReconnect: (type: string) => void;
}

function ConnectionRow({ connection, onReconnect }: ConnectionRowProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useSend(connectionCalls.remove);
  const [isAsking, setIsAsking] = useState(false);
  const {
    id,
    name,
    type,
    status,
    waits_for_room: isFull,
    workouts_received: count,
    last_received_datetime: last,
  } = connection;
  return (
    <chakra.li borderTop="hairline" paddingBlock={4}>
      <Flex justify="space-between" align="center" gap={4} wrap="wrap">
        <Box minWidth={0}>
          <Text fontWeight={600}>
            <span data-untranslated="">{name}</span>{' '}
            {status === 'needs_attention' || isFull ? (
              <Badge hue="sun">
                <Trans>Needs you</Trans>
              </Badge>
            ) : (
              <Badge hue="moss">
                <Trans>Connected</Trans>
              </Badge>
            )}
          </Text>
          <Text muted size="sm">
            <Plural value={count} one="# workout" other="# workouts" />
            {last && (
              <>
                {' · '}
                <Trans>
                  last one <RelativeTime date={last} />
                </Trans>
              </>
            )}
          </Text>
          {isFull && (
            <Text size="sm">
              <Trans>
                Your storage is full, so new workouts wait. Delete uploads or photos that you don’t need;
                nothing is lost.
              </Trans>
            </Text>
          )}
          {status === 'needs_attention' && (
            <Text size="sm">
              <Trans>We no longer have access. Connect it again; nothing was lost.</Trans>
            </Text>
          )}
        </Box>
        <Flex gap={2} flex="none">
          {status === 'needs_attention' && (
            <Button size="sm" onClick={() => onReconnect(type)}>
              <Trans>Connect again</Trans>
            </Button>
          )}
          <Button size="sm" aria-label={t`Disconnect ${name}`} onClick={() => setIsAsking(true)}>
            <Trans>Disconnect</Trans>
          </Button>
        </Flex>
      </Flex>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Disconnect “{name}”?</Trans>}
          action={<Trans>Disconnect</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onConfirm={() =>
            remove.mutate(
              { params: { id } },
              { onSuccess: () => notify({ kind: 'success', text: t`“${name}” is disconnected.` }) },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <Trans>New workouts are no longer imported from there. You keep the ones you have.</Trans>
        </ConfirmDialog>
      )}
    </chakra.li>
  );
}

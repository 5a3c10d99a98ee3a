import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { friendCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { callKey, useCall, useFailureText, useSend } from '@waymark/remote';
import { Button, CopyIcon, Field, Flex, FormError, Input, LinkIcon, Panel, Stack, Text } from '@waymark/ui';
import { useState } from 'react';

/** The own link that makes friends of whoever opens it and accepts. It is made when it is asked for. */
export function InvitePanel() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [isWanted, setIsWanted] = useState(false);
  const { data, error, isFetching, refetch } = useCall(friendCalls.invite, {}, { enabled: isWanted });
  const renew = useSend(friendCalls.renewInvite, {
    onSuccess: (invite) => {
      queries.setQueryData(callKey(friendCalls.invite), invite);
      notify({ kind: 'success', text: t`You have a new link. The old one no longer works.` });
    },
  });
  const copy = async (href: string) => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`Link copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser doesn’t allow copying. Select the link and copy it.` });
    }
  };
  return (
    <Panel title={<Trans>Invite by link</Trans>}>
      <Stack gap={3}>
        <Text muted>
          <Trans>
            Send this link to your training partners. Whoever opens it and accepts is your friend at once.
          </Trans>
        </Text>
        {data ? (
          <>
            <Field label={<Trans>Your invite link</Trans>}>
              <Input readOnly value={data.href} onFocus={(event) => event.target.select()} />
            </Field>
            <FormError>
              {renew.error && failureText(renew.error, t`We couldn’t make a new link. Try again.`)}
            </FormError>
            <Flex gap={2} wrap="wrap">
              <Button icon={<CopyIcon />} onClick={() => void copy(data.href)}>
                <Trans>Copy link</Trans>
              </Button>
              <Button variant="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
                <Trans>Make a new link</Trans>
              </Button>
            </Flex>
          </>
        ) : (
          <Button
            alignSelf="flex-start"
            icon={<LinkIcon />}
            loading={isFetching}
            onClick={() => (isWanted ? void refetch() : setIsWanted(true))}
          >
            <Trans>Get your link</Trans>
          </Button>
        )}
        {error && (
          <Text role="alert" size="sm" color="danger.fg">
            {failureText(error, t`We couldn’t get your link. Try again.`)}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

import type { SecurityOverview } from '@waymark/api-contract';
import { chatAppCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useCall, useFailureText } from '@waymark/remote';
import { Badge, Button, chakra, Flex, FormError, Panel, Stack, Text } from '@waymark/ui';
import { useSensitiveCall } from '../identity/identity.tsx';

/** Chat apps that the member can log in with; the section is there where the site has any. */
export function ChatAppSection({ overview: { chat_apps: linked } }: { overview: SecurityOverview }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data } = useCall(chatAppCalls.channels);
  const start = useSensitiveCall(chatAppCalls.start);
  const unlink = useSensitiveCall(chatAppCalls.unlink);
  const channels = data?.channels ?? [];
  if (channels.length === 0) return null;
  const failure = start.error ?? unlink.error;
  const link = async (channel: string) => {
    const begun = await start.send({
      params: { chat_app: channel },
      body: { purpose: 'link' },
    });
    if (begun) navigate(begun.answer.authorization_url);
  };
  const cut = async (channel: string, name: string) => {
    if (await unlink.send({ params: { chat_app: channel } }))
      notify({ kind: 'success', text: t`You no longer log in with ${name}.` });
  };
  return (
    <Panel title={<Trans>Chat apps</Trans>}>
      <FormError>{failure !== null && failureText(failure)}</FormError>
      <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
        {channels.map(({ channel, name }) => {
          const isLinked = linked.some((one) => one.channel === channel);
          return (
            <chakra.li key={channel} borderTop="hairline" paddingBlock={3}>
              <Flex justify="space-between" align="center" gap={3}>
                <Text fontWeight={600}>
                  <span data-untranslated="">{name}</span>{' '}
                  {isLinked && (
                    <Badge hue="moss">
                      <Trans>Linked</Trans>
                    </Badge>
                  )}
                </Text>
                {isLinked ? (
                  <Button size="sm" loading={unlink.isPending} onClick={() => void cut(channel, name)}>
                    <Trans>Unlink</Trans>
                  </Button>
                ) : (
                  <Button size="sm" loading={start.isPending} onClick={() => void link(channel)}>
                    <Trans>Link</Trans>
                  </Button>
                )}
              </Flex>
            </chakra.li>
          );
        })}
      </Stack>
    </Panel>
  );
}

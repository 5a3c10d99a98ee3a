import { Trans, useLingui } from '@lingui/react/macro';
import { friendCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import { MemberPicture } from '@waymark/social';
import { Banner, Button, Card, Flex, FormError, Skeleton, Text } from '@waymark/ui';

interface InviteBannerProps {
  inviteKey: string;
  onDone: () => void;
}

/** Who invites with the link that one followed, and the way to say yes. */
export default function InviteBanner({ inviteKey, onDone }: InviteBannerProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data, error } = useCall(friendCalls.inviter, { params: { key: inviteKey } });
  const name = data?.user.display_name ?? '';
  const accept = useSend(friendCalls.acceptInvite, {
    onSuccess: () => {
      notify({ kind: 'success', text: t`You and ${name} are friends now.` });
      onDone();
    },
  });
  if (error)
    return (
      <Banner kind="warning">
        <Trans>This invite link doesn’t work any more. Ask for a new one.</Trans>
      </Banner>
    );
  if (!data) return <Skeleton height="76px" radius="12px" />;
  return (
    <Card>
      <Flex gap={3} align="center" wrap="wrap">
        <MemberPicture member={data.user} />
        <Text flex={1} minW="160px" data-untranslated="">
          {data.state === 'self' ? (
            <Trans>This is your own link. Send it to the people you train with.</Trans>
          ) : data.state === 'active' ? (
            <Trans>You and {name} are friends.</Trans>
          ) : (
            <Trans>{name} invites you to be friends.</Trans>
          )}
        </Text>
        {data.state !== 'self' && data.state !== 'active' && (
          <Flex gap={2}>
            <Button onClick={onDone}>
              <Trans>Not now</Trans>
            </Button>
            <Button
              variant="primary"
              loading={accept.isPending}
              onClick={() => accept.mutate({ params: { key: inviteKey } })}
            >
              <Trans>Accept</Trans>
            </Button>
          </Flex>
        )}
      </Flex>
      <FormError>
        {accept.error && failureText(accept.error, t`The invitation wasn’t accepted. Try again.`)}
      </FormError>
    </Card>
  );
}

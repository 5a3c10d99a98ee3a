import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { useFailureText, useSend } from '@waymark/remote';
import { Banner, Box, Button, FormError } from '@waymark/ui';

/** What protects a young member, and once they are older the way to end it: it never ends by itself. */
export function AgeProtection({ member }: { member: User }) {
  const failureText = useFailureText();
  const end = useSend(userCalls.update);
  if (!member.age_protection) return null;
  return (
    <Banner title={<Trans>Only friends can write to you</Trans>}>
      <Trans>
        Because of your age, nobody but your friends can comment on what you share, mention you or send you a
        message, and boards show your name to your friends only. Your profile, workouts and routes are private
        until you share them.
      </Trans>
      {member.age_protection === 'can_end' && (
        <Box marginTop={3}>
          <Box marginBottom={3}>
            <Trans>You’re old enough to end this. Nothing that is private becomes visible by it.</Trans>
          </Box>
          <Button
            size="sm"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id: member.id }, body: { age_protection: 'off' } })}
          >
            <Trans>Let others write to me</Trans>
          </Button>
          <FormError>{end.error && failureText(end.error)}</FormError>
        </Box>
      )}
    </Banner>
  );
}

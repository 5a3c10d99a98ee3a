import type { ChallengeDetails } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Button, Panel, Stack, Text } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';

const InviteDialog = lazy(() => import(/* webpackChunkName: "invite-friends" */ './invite-dialog.tsx'));

/** Brings friends into the challenge. */
export function InvitePanel({ challenge }: { challenge: ChallengeDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={<Trans>Better together</Trans>}>
      <Stack gap={4} align="flex-start">
        <Text muted size="sm">
          <Trans>Invite friends. They get a notification and decide for themselves.</Trans>
        </Text>
        <Button onClick={() => setIsOpen(true)}>
          <Trans>Invite friends</Trans>
        </Button>
      </Stack>
      {isOpen && (
        <Suspense fallback={null}>
          <InviteDialog challenge={challenge} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

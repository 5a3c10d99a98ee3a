import type { Challenge } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Checkbox, FormError, Modal, Stack, Text } from '@waymark/ui';
import { useState } from 'react';

interface JoinDialogProps {
  challenge: Pick<Challenge, 'id' | 'title' | 'state'>;
  onClose: () => void;
}

/** Joins a challenge: whether private workouts count, and whether others see one on the leaderboard. */
export default function JoinDialog({ challenge, onClose }: JoinDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [countsPrivate, setCountsPrivate] = useState(true);
  const [isShown, setIsShown] = useState(true);
  const join = useSend(challengeCalls.join);
  const { title } = challenge;
  const send = () =>
    join.mutate(
      { params: { id: challenge.id }, body: { counts_private: countsPrivate, is_shown: isShown } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`You’re in. Good luck with ${title}.` });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Join {title}</Trans>}
      footer={
        <Stack gap={3} w="100%">
          <FormError>{join.error && failureText(join.error)}</FormError>
          <Stack direction="row" gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" data-autofocus="" loading={join.isPending} onClick={send}>
              <Trans>Join</Trans>
            </Button>
          </Stack>
        </Stack>
      }
    >
      <Stack gap={5}>
        <Checkbox
          checked={isShown}
          onChange={setIsShown}
          label={<Trans>Show me on the leaderboard</Trans>}
          hint={
            <Trans>Otherwise you take part for yourself: with progress and awards, without a rank.</Trans>
          }
        />
        <Checkbox
          checked={countsPrivate}
          onChange={setCountsPrivate}
          label={<Trans>Count my private workouts</Trans>}
          hint={<Trans>They count towards your own progress and stay off the leaderboard.</Trans>}
        />
        <BoardPrivacyNote />
        {challenge.state === 'open' && (
          <Text muted size="sm">
            <Trans>Workouts since the first day count, also those from before you joined.</Trans>
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

/** What others learn from a leaderboard. */
export const BoardPrivacyNote = () => (
  <Text muted size="sm">
    <Trans>
      Workouts that you share with friends count on the leaderboard too. Everyone who sees it sees your total,
      and only your friends see the workouts.
    </Trans>
  </Text>
);

import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend, useSession } from '@waymark/remote';
import { Button, ConfirmDialog, Panel, Stack, Switch } from '@waymark/ui';
import { useState } from 'react';
import { BoardPrivacyNote, ClassesHint, ClassesLabel, TeamSelect } from './join-dialog.tsx';

interface MembershipPanelProps {
  challenge: ChallengeDetails;
  membership: NonNullable<ChallengeDetails['membership']>;
}

function useChangeMembership() {
  const failureText = useFailureText();
  const change = useSend(challengeCalls.changeMembership, {
    onError: (error) => void notify({ kind: 'error', text: failureText(error) }),
  });
  // What was just chosen is shown until the answer to it is on the page.
  return { change, chosen: change.isPending ? change.variables?.body : undefined };
}

/** What is left to choose once the results are final: the place stays. */
export function FinalNamePanel({ challenge, membership }: MembershipPanelProps) {
  const params = { id: challenge.id, userId: useSession().userId ?? 0 };
  const { change, chosen } = useChangeMembership();
  return (
    <Panel title={<Trans>Your name on the leaderboard</Trans>}>
      <Switch
        checked={chosen?.is_shown ?? membership.is_shown}
        disabled={change.isPending}
        onChange={(isShown) => change.mutate({ params, body: { is_shown: isShown } })}
        label={<Trans>Show my name</Trans>}
        hint={<Trans>Your place stays, with or without it.</Trans>}
      />
    </Panel>
  );
}

/** What the member decided on joining, and the way out. */
export function MembershipPanel({ challenge, membership }: MembershipPanelProps) {
  const failureText = useFailureText();
  const [isLeaving, setIsLeaving] = useState(false);
  const { title, id, can, boards, teams } = challenge;
  const params = { id, userId: useSession().userId ?? 0 };
  const { change, chosen } = useChangeMembership();
  const leave = useSend(challengeCalls.leave);
  return (
    <Panel title={<Trans>Your settings</Trans>}>
      <Stack gap={4} align="flex-start">
        <Switch
          checked={chosen?.is_shown ?? membership.is_shown}
          disabled={change.isPending}
          onChange={(isShown) => change.mutate({ params, body: { is_shown: isShown } })}
          label={<Trans>Show me on the leaderboard</Trans>}
        />
        <Switch
          checked={chosen?.counts_private ?? membership.counts_private}
          disabled={change.isPending}
          onChange={(countsPrivate) => change.mutate({ params, body: { counts_private: countsPrivate } })}
          label={<Trans>Count my private workouts</Trans>}
          hint={<Trans>For your own progress only.</Trans>}
        />
        {boards.length > 0 && (
          <Switch
            checked={chosen?.is_classified ?? membership.is_classified}
            disabled={change.isPending}
            onChange={(isClassified) => change.mutate({ params, body: { is_classified: isClassified } })}
            label={<ClassesLabel boards={boards} />}
            hint={<ClassesHint />}
          />
        )}
        {teams && membership.can_change_team && (
          <TeamSelect
            teams={teams.list}
            value={String(chosen?.team_id ?? membership.team_id ?? '')}
            disabled={change.isPending}
            onChange={(team) => change.mutate({ params, body: { team_id: Number(team) } })}
          />
        )}
        <BoardPrivacyNote />
        {can.leave && (
          <Button onClick={() => setIsLeaving(true)}>
            <Trans>Leave challenge</Trans>
          </Button>
        )}
      </Stack>
      {isLeaving && (
        <ConfirmDialog
          title={<Trans>Leave {title}?</Trans>}
          action={<Trans>Leave</Trans>}
          isBusy={leave.isPending}
          failure={leave.error ? failureText(leave.error) : undefined}
          onClose={() => setIsLeaving(false)}
          onConfirm={() => leave.mutate({ params }, { onSuccess: () => setIsLeaving(false) })}
        >
          <Trans>
            You lose your place on the leaderboard. Your workouts and awards stay, and you can join again
            while it lasts.
          </Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

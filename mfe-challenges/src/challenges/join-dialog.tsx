import type { Challenge } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Checkbox, Field, FormError, Modal, Select, Stack, Text } from '@waymark/ui';
import { useState } from 'react';

interface JoinDialogProps {
  challenge: Pick<Challenge, 'id' | 'title' | 'state' | 'teams' | 'boards'>;
  onClose: () => void;
}

/** Joins a challenge: whether private workouts count, and whether others see one on the leaderboard. */
export default function JoinDialog({ challenge, onClose }: JoinDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [countsPrivate, setCountsPrivate] = useState(true);
  const [isShown, setIsShown] = useState(true);
  // Country and age are the member's to give: nothing is agreed to by leaving a box as it is.
  const [isClassified, setIsClassified] = useState(false);
  const [team, setTeam] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const join = useSend(challengeCalls.join);
  const { title, teams, boards } = challenge;
  const isTeamMissing = teams?.choice === 'pick' && team === '';
  const send = () => {
    setHasTried(true);
    if (isTeamMissing) return;
    join.mutate(
      {
        params: { id: challenge.id },
        body: {
          counts_private: countsPrivate,
          is_shown: isShown,
          ...(boards.length > 0 && { is_classified: isClassified }),
          ...(team !== '' && { team_id: Number(team) }),
        },
      },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`You’re in. Good luck with ${title}.` });
          onClose();
        },
      },
    );
  };
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
        {teams?.choice === 'pick' && (
          <TeamSelect
            teams={teams.list}
            value={team}
            onChange={setTeam}
            error={hasTried && isTeamMissing ? t`Choose a team.` : undefined}
          />
        )}
        {teams?.choice === 'assigned' && (
          <Text>
            <Trans>You are put in the team with the fewest members.</Trans>
          </Text>
        )}
        <Checkbox
          checked={isShown}
          onChange={setIsShown}
          label={<Trans>Show me on the leaderboard</Trans>}
          hint={<Trans>If not, you still get progress and awards, but no rank.</Trans>}
        />
        <Checkbox
          checked={countsPrivate}
          onChange={setCountsPrivate}
          label={<Trans>Count my private workouts</Trans>}
          hint={<Trans>They count towards your own progress and stay off the leaderboard.</Trans>}
        />
        {boards.length > 0 && (
          <Checkbox
            checked={isClassified}
            onChange={setIsClassified}
            label={<ClassesLabel boards={boards} />}
            hint={<ClassesHint />}
          />
        )}
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

interface TeamSelectProps {
  teams: readonly { id: number; name: string }[];
  value: string;
  onChange: (team: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

export function TeamSelect({ teams, value, onChange, error, disabled = false }: TeamSelectProps) {
  const { t } = useLingui();
  return (
    <Field label={t`Your team`} required error={error} touched={error !== undefined}>
      <Select
        placeholder={t`Choose a team`}
        value={value}
        disabled={disabled}
        onChange={onChange}
        options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Field>
  );
}

/** What of the profile is read, and for which boards. */
export function ClassesLabel({ boards }: Pick<Challenge, 'boards'>) {
  if (boards.length > 1) return <Trans>Show me on the boards by country and by age class</Trans>;
  return boards[0] === 'country' ? (
    <Trans>Show me on the board by country</Trans>
  ) : (
    <Trans>Show me on the board by age class</Trans>
  );
}

export const ClassesHint = () => (
  <Trans>
    This challenge then reads it from your profile as it is today, and everyone who sees that board learns it.
    Nothing else of your profile is used.
  </Trans>
);

/** What others learn from a leaderboard. */
export const BoardPrivacyNote = () => (
  <Text muted size="sm">
    <Trans>
      Workouts that you share with friends count on the leaderboard too. Everyone who sees it sees your total,
      and only your friends see the workouts.
    </Trans>
  </Text>
);

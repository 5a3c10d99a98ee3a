import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Field, Flex, Input, SegmentedControl, Stack, Switch } from '@waymark/ui';
import type { ChallengeDraft } from './challenge-draft.ts';

const TEAMS_MAX = 20;
const TEAMS_MIN = 2;

interface TeamsFieldProps {
  draft: Pick<ChallengeDraft, 'teams' | 'kind'>;
  onChange: (fields: Pick<ChallengeDraft, 'teams'>) => void;
  isWrong: boolean;
  /** Others rely on all but the names. */
  hasOthers: boolean;
}

/** Teams that members play for, and what the members' results make of a team. */
export function TeamsField({ draft: { teams, kind }, onChange, isWrong, hasOthers }: TeamsFieldProps) {
  const { t } = useLingui();
  const set = (fields: Partial<NonNullable<ChallengeDraft['teams']>>) =>
    teams && onChange({ teams: { ...teams, ...fields } });
  if (hasOthers && !teams) return null;
  return (
    <>
      {!hasOthers && (
        <Switch
          checked={teams !== null}
          onChange={(isOn) =>
            onChange({ teams: isOn ? { score: 'mean', choice: 'pick', names: ['', ''] } : null })
          }
          label={<Trans>Team against team</Trans>}
        />
      )}
      {teams && !hasOthers && (
        <>
          {kind !== 'fastest' && (
            <Field group label={t`Team score`} hint={t`The average is fair to teams of different sizes.`}>
              <SegmentedControl<'mean' | 'sum'>
                label={t`Team score`}
                value={teams.score}
                onChange={(score) => set({ score })}
                options={[
                  { value: 'mean', label: t`Average per member` },
                  { value: 'sum', label: t`Sum` },
                ]}
              />
            </Field>
          )}
          <Field group label={t`Who is in which team`}>
            <SegmentedControl<'pick' | 'assigned'>
              label={t`Who is in which team`}
              value={teams.choice}
              onChange={(choice) => set({ choice })}
              options={[
                { value: 'pick', label: t`Members choose` },
                { value: 'assigned', label: t`Assigned evenly` },
              ]}
            />
          </Field>
        </>
      )}
      {teams && (
        <Field
          group
          label={t`Teams`}
          touched={isWrong}
          error={isWrong ? t`Give each team a name of its own.` : undefined}
        >
          <Stack gap={3}>
            {teams.names.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- teams have no ids and never move
              <Flex key={index} gap={2}>
                <Input
                  aria-label={t`Team ${index + 1}`}
                  maxLength={40}
                  value={name}
                  onChange={(event) =>
                    set({ names: teams.names.map((old, at) => (at === index ? event.target.value : old)) })
                  }
                />
                {!hasOthers && teams.names.length > TEAMS_MIN && (
                  <Button
                    aria-label={t`Remove team ${index + 1}`}
                    onClick={() => set({ names: teams.names.filter((_, at) => at !== index) })}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                )}
              </Flex>
            ))}
            {!hasOthers && teams.names.length < TEAMS_MAX && (
              <Flex>
                <Button onClick={() => set({ names: [...teams.names, ''] })}>
                  <Trans>Add team</Trans>
                </Button>
              </Flex>
            )}
          </Stack>
        </Field>
      )}
    </>
  );
}

interface BoardsFieldProps {
  boards: ChallengeDraft['boards'];
  onChange: (boards: ChallengeDraft['boards']) => void;
}

/** Boards by what members agree to have read from their profiles. */
export function BoardsField({ boards, onChange }: BoardsFieldProps) {
  const { t } = useLingui();
  const box = (board: ChallengeDraft['boards'][number], label: string) => (
    <Checkbox
      label={label}
      checked={boards.includes(board)}
      onChange={(isOn) => onChange(isOn ? [...boards, board] : boards.filter((one) => one !== board))}
    />
  );
  return (
    <Field
      group
      label={t`Boards within the leaderboard`}
      optional
      hint={t`Members are asked when they join. Only those who agree stand on these boards.`}
    >
      <Flex gap={4} wrap="wrap">
        {box('country', t`By country`)}
        {box('age_class', t`By age class`)}
      </Flex>
    </Field>
  );
}

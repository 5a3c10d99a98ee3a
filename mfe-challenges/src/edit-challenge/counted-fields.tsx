import type { ChallengeKind } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMeasurementSystem } from '@waymark/remote';
import {
  Box,
  Checkbox,
  CountryPicker,
  DatePicker,
  Field,
  Flex,
  groupName,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
} from '@waymark/ui';
import { unitsOf } from '@waymark/units';
import { useClassNames } from '../challenges/use-class-names.ts';
import {
  type ChallengeDraft,
  type DraftProblems,
  isCounted,
  isMonth,
  isTimed,
  targetUnit,
} from './challenge-draft.ts';
import { BoardsField, TeamsField } from './teams-field.tsx';

interface CountedFieldsProps {
  draft: ChallengeDraft;
  onChange: (fields: Partial<ChallengeDraft>) => void;
  problems: DraftProblems;
  hasTried: boolean;
  mayPublish: boolean;
}

/** Groups that challenges are about; all activities count where none is chosen. */
const GROUPS = ['run', 'ride', 'walk', 'hike', 'swim', 'gym', 'winter', 'yoga'];

/** What others rely on once they have joined: what counts, when, and for whom. */
export function CountedFields({ draft, onChange, problems, hasTried, mayPublish }: CountedFieldsProps) {
  const { t, i18n } = useLingui();
  const distanceUnit = unitsOf(useMeasurementSystem()).distance;
  const { kind, activity_groups: groups } = draft;
  const kinds: Record<ChallengeKind, string> = {
    distance: t`Distance`,
    duration: t`Time`,
    ascent: t`Elevation gain`,
    count: t`Number of workouts`,
    energy: t`Energy burned`,
    active_days: t`Active days`,
    longest: t`Longest single workout`,
    fastest: t`Fastest over a distance`,
  };
  // Of an earlier choice, or of a challenge made elsewhere.
  const offered = [...GROUPS, ...groups.filter((group) => !GROUPS.includes(group))];
  return (
    <Stack gap={6}>
      {mayPublish && draft.audience !== 'group' && (
        <Field group label={t`Who can join`}>
          <SegmentedControl<ChallengeDraft['audience']>
            label={t`Who can join`}
            value={draft.audience}
            onChange={(audience) => onChange({ audience })}
            options={[
              { value: 'friends', label: t`My friends` },
              { value: 'everyone', label: t`Everyone` },
            ]}
          />
        </Field>
      )}
      <Field label={t`What counts`}>
        <Select
          value={kind}
          onChange={(next) => onChange({ kind: next as ChallengeKind, amount: '' })}
          options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      {kind === 'fastest' && (
        <Field
          label={t`Distance to cover`}
          required
          touched={hasTried}
          error={problems.distance ? t`Enter a distance, such as 10.` : undefined}
        >
          <NumberInput
            unit={distanceUnit}
            value={draft.distance}
            onChange={(distance) => onChange({ distance })}
          />
        </Field>
      )}
      <TargetFields draft={draft} onChange={onChange} problem={hasTried ? problems.target : undefined} />
      <Field group label={t`Activities`} hint={t`All activities count unless you choose some.`}>
        <Flex gap={4} wrap="wrap">
          {offered.map((group) => (
            <Checkbox
              key={group}
              label={i18n._(groupName(group))}
              checked={groups.includes(group)}
              onChange={(isChosen) =>
                onChange({
                  activity_groups: isChosen ? [...groups, group] : groups.filter((one) => one !== group),
                })
              }
            />
          ))}
        </Flex>
      </Field>
      <Flex gap={4} wrap="wrap">
        <Box flex="1 1 240px">
          <Field label={t`First day`}>
            <DatePicker
              value={draft.first_day}
              max={null}
              onChange={(first_day) => onChange({ first_day })}
            />
          </Field>
        </Box>
        <Box flex="1 1 240px">
          <Field
            label={t`Last day`}
            touched={hasTried}
            error={
              problems.days ? t`Choose a last day after the first one, at most a year later.` : undefined
            }
          >
            <DatePicker value={draft.last_day} max={null} onChange={(last_day) => onChange({ last_day })} />
          </Field>
        </Box>
      </Flex>
      {isMonth(draft) && (
        <Switch
          checked={draft.repeats === 'monthly'}
          onChange={(repeats) => onChange({ repeats: repeats ? 'monthly' : null })}
          label={<Trans>Start again each month</Trans>}
        />
      )}
      <Switch
        checked={!draft.accepts_manual}
        onChange={(isRecordedOnly) => onChange({ accepts_manual: !isRecordedOnly })}
        label={<Trans>Recorded workouts only</Trans>}
        hint={<Trans>Manual entries then don’t count.</Trans>}
      />
      <TeamsField
        draft={draft}
        onChange={onChange}
        isWrong={hasTried && problems.teams === true}
        hasOthers={false}
      />
      <BoardsField boards={draft.boards} onChange={(boards) => onChange({ boards })} />
      {mayPublish && draft.audience === 'everyone' && <EligibilityFields draft={draft} onChange={onChange} />}
    </Stack>
  );
}

type PartProps = Pick<CountedFieldsProps, 'draft' | 'onChange'>;

function TargetFields({ draft, onChange, problem }: PartProps & { problem: DraftProblems['target'] }) {
  const { t } = useLingui();
  const unit = targetUnit(draft.kind, useMeasurementSystem());
  const isWrong = problem !== undefined;
  const messages: Record<NonNullable<typeof problem>, string> = {
    amount: t`Enter a number above 0.`,
    too_many_days: t`The challenge has fewer days than this.`,
  };
  const error = problem && messages[problem];
  const hint = t`Without one, the highest rank is the goal.`;
  if (!isTimed(draft.kind))
    return (
      <Field label={t`Target`} optional hint={hint} error={error} touched={isWrong}>
        <Box maxW="320px">
          <NumberInput
            {...(unit && { unit })}
            whole={isCounted(draft.kind)}
            value={draft.amount}
            onChange={(amount) => onChange({ amount })}
          />
        </Box>
      </Field>
    );
  const part = (name: 'hours' | 'minutes' | 'seconds', label: string, sign: string) => (
    <NumberInput
      whole
      unit={sign}
      aria-label={label}
      placeholder="0"
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <Field group label={t`Target`} optional hint={hint} error={error} touched={isWrong}>
      <Flex gap={3} maxW="400px">
        {part('hours', t`Hours`, t`h`)}
        {part('minutes', t`Minutes`, t`min`)}
        {draft.kind === 'fastest' && part('seconds', t`Seconds`, t`s`)}
      </Flex>
    </Field>
  );
}

/** For whom a challenge for everyone is, and whose clock it keeps to. */
function EligibilityFields({ draft, onChange }: PartProps) {
  const { t } = useLingui();
  const { ages } = useClassNames();
  return (
    <>
      <Field label={t`Members in`} optional>
        <CountryPicker
          placeholder={t`All countries`}
          value={draft.country?.toUpperCase() ?? ''}
          onChange={(country) => onChange({ country: country === '' ? null : country })}
        />
      </Field>
      <Field label={t`Members aged`} optional>
        <Select
          placeholder={t`All ages`}
          value={draft.age_class ?? ''}
          onChange={(age) =>
            onChange({ age_class: age === '' ? null : (age as ChallengeDraft['age_class']) })
          }
          options={Object.entries(ages).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field
        label={t`Time zone`}
        optional
        hint={t`Each member’s local days count unless you choose a time zone.`}
      >
        <Select
          placeholder={t`Each member’s own`}
          value={draft.time_zone}
          onChange={(time_zone) => onChange({ time_zone })}
          options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
        />
      </Field>
    </>
  );
}

import type { PlanGoal, PlanLevel, TrainingPlanDetails } from '@waymark/api-contract';
import { trainingPlanCalls } from '@waymark/api-contract/client';
import { PLAN_WEEKS_MAX, WEEK_SESSIONS_MAX } from '@waymark/api-contract/limits';
import { linkKeyOf } from '@waymark/api-contract/link-key';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { EntityMissing, useCall, useFailureText, usePageTitle, useSend } from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Button,
  CopyIcon,
  Field,
  Flex,
  FormError,
  Heading,
  IconButton,
  Input,
  PlusIcon,
  Select,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TrashIcon,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import {
  copyWeek,
  draftOf,
  emptySession,
  emptyWeek,
  problemOf,
  type SessionDraft,
  type WeekDraft,
  weeksOf,
} from './plan-draft.ts';
import { SessionFields } from './session-fields.tsx';
import { GOALS, LEVELS, useTrainingWords } from './use-training-words.ts';

/** Writes a plan of one's own: from nothing, from another plan, or anew. */
export default function EditorPage() {
  const { t } = useLingui();
  const ownId = useParams().planId;
  const { search } = useLocation();
  const source = ownId ?? new URLSearchParams(search).get('from');
  const key = linkKeyOf(search);
  const title = ownId ? t`Edit plan` : t`Write a plan`;
  usePageTitle(title);
  const { data, error, refetch, isFetching } = useCall(
    trainingPlanCalls.one,
    { params: { plan: source ?? '' }, query: key === null ? {} : { key } },
    // What is being typed is not replaced by an answer that comes later.
    { enabled: source !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  if (error && !data)
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This plan is private or does not exist</Trans>}
        failedTitle={<Trans>We couldn’t load this plan.</Trans>}
        href="/training-plans"
        linkText={<Trans>See all plans</Trans>}
      />
    );
  return (
    <Stack gap={5} w="100%" maxW="760px" mx="auto">
      <Breadcrumb
        items={[{ href: '/training-plans', label: <Trans>Training plans</Trans> }, { label: title }]}
      />
      <Heading level={1}>{title}</Heading>
      {source !== null && !data ? (
        <Skeleton height="420px" />
      ) : (
        <PlanForm key={source} source={data ?? null} ownId={ownId ? Number(ownId) : null} />
      )}
    </Stack>
  );
}

interface PlanFormProps {
  source: TrainingPlanDetails | null;
  ownId: number | null;
}

function PlanForm({ source, ownId }: PlanFormProps) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const failureText = useFailureText();
  const [title, setTitle] = useState(source?.title ?? '');
  const [description, setDescription] = useState(source?.description ?? '');
  const [goal, setGoal] = useState<PlanGoal>(source?.goal ?? 'other');
  const [level, setLevel] = useState<PlanLevel>(source?.level ?? 'beginner');
  const [weeks, setWeeks] = useState<readonly WeekDraft[]>(() =>
    source ? draftOf(source.weeks) : [emptyWeek()],
  );
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const create = useSend(trainingPlanCalls.create, { keepKey: true });
  const update = useSend(trainingPlanCalls.update);
  const failure = create.error ?? update.error;
  const isSaving = create.isPending || update.isPending;
  const hasProblem =
    title.trim() === '' || weeks.some(({ sessions }) => sessions.some((one) => problemOf(one) !== null));

  const changeWeek = (key: number, change: (week: WeekDraft) => WeekDraft) =>
    setWeeks((before) => before.map((week) => (week.key === key ? change(week) : week)));
  const done = (plan: TrainingPlanDetails) => {
    notify({ kind: 'success', text: t`Plan saved.` });
    navigate(`/training-plans/${plan.plan}`);
  };
  const submit = () => {
    setHasTried(true);
    if (hasProblem) return focusInvalid();
    if (isSaving) return;
    const body = { title, description, goal, level, weeks: weeksOf(weeks) };
    if (ownId === null) create.mutate({ body }, { onSuccess: done });
    else update.mutate({ params: { id: ownId }, body }, { onSuccess: done });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={6}>
        <Field
          touched={hasTried}
          label={t`Name`}
          error={hasTried && title.trim() === '' ? t`Name the plan.` : undefined}
        >
          <Input value={title} maxLength={80} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={t`What it is for`} optional>
          <Textarea
            value={description}
            maxLength={2000}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Flex gap={4} wrap="wrap">
          <Box flex="1 1 200px">
            <Field label={t`Goal`}>
              <Select
                value={goal}
                onChange={(value) => setGoal(GOALS.find((one) => one === value) ?? 'other')}
                options={GOALS.map((one) => ({ value: one, label: words.goal(one) }))}
              />
            </Field>
          </Box>
          <Box flex="1 1 200px">
            <Field label={t`Level`}>
              <Select
                value={level}
                onChange={(value) => setLevel(LEVELS.find((one) => one === value) ?? 'beginner')}
                options={LEVELS.map((one) => ({ value: one, label: words.level(one) }))}
              />
            </Field>
          </Box>
        </Flex>
        {weeks.map((week, at) => (
          <WeekFields
            key={week.key}
            week={week}
            number={at + 1}
            hasTried={hasTried}
            canRemove={weeks.length > 1}
            canCopy={weeks.length < PLAN_WEEKS_MAX}
            onChange={(change) => changeWeek(week.key, change)}
            onRemove={() => setWeeks((before) => before.filter(({ key }) => key !== week.key))}
            onCopy={() => setWeeks((before) => before.toSpliced(at + 1, 0, copyWeek(week)))}
          />
        ))}
        {weeks.length < PLAN_WEEKS_MAX ? (
          <Button icon={<PlusIcon />} onClick={() => setWeeks((before) => [...before, emptyWeek()])}>
            <Trans>Add a week</Trans>
          </Button>
        ) : (
          <Text muted>
            <Trans>A plan has at most {PLAN_WEEKS_MAX} weeks.</Trans>
          </Text>
        )}
        <FormError>
          {hasTried && hasProblem
            ? t`Something is missing. Look for the marked fields.`
            : failure && failureText(failure)}
        </FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="primary" loading={isSaving}>
            <Trans>Save plan</Trans>
          </Button>
          <Button href={ownId === null ? '/training-plans' : `/training-plans/${ownId}`}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

interface WeekFieldsProps {
  week: WeekDraft;
  number: number;
  hasTried: boolean;
  canRemove: boolean;
  canCopy: boolean;
  onChange: (change: (week: WeekDraft) => WeekDraft) => void;
  onRemove: () => void;
  onCopy: () => void;
}

function WeekFields(props: WeekFieldsProps) {
  const { week, number, hasTried, canRemove, canCopy, onChange, onRemove, onCopy } = props;
  const { t } = useLingui();
  const change = (key: number, next: Partial<SessionDraft>) =>
    onChange((before) => ({
      ...before,
      sessions: before.sessions.map((one) => (one.key === key ? Object.assign({}, one, next) : one)),
    }));
  const nextDay = Math.min(6, (week.sessions.at(-1)?.day ?? -2) + 2);
  return (
    <Stack as="section" gap={4} borderTop="hairline" pt={4} aria-label={t`Week ${number}`}>
      <Flex justify="space-between" align="center" gap={3}>
        <Heading level={2} size="lg">
          <Trans>Week {number}</Trans>
        </Heading>
        <Flex gap={1}>
          {canCopy && <IconButton label={t`Repeat week ${number}`} icon={<CopyIcon />} onClick={onCopy} />}
          {canRemove && (
            <IconButton label={t`Remove week ${number}`} icon={<TrashIcon />} onClick={onRemove} />
          )}
        </Flex>
      </Flex>
      {week.sessions.length === 0 && (
        <Text muted>
          <Trans>A rest week.</Trans>
        </Text>
      )}
      {week.sessions.map((session) => (
        <SessionFields
          key={session.key}
          session={session}
          hasTried={hasTried}
          onChange={(next) => change(session.key, next)}
          onRemove={() =>
            onChange((before) => ({
              ...before,
              sessions: before.sessions.filter(({ key }) => key !== session.key),
            }))
          }
        />
      ))}
      {week.sessions.length < WEEK_SESSIONS_MAX && (
        <Box>
          <Button
            size="sm"
            icon={<PlusIcon />}
            onClick={() =>
              onChange((before) => ({ ...before, sessions: [...before.sessions, emptySession(nextDay)] }))
            }
          >
            <Trans>Add a session</Trans>
          </Button>
        </Box>
      )}
    </Stack>
  );
}

import type { GoalMetric, GoalPrivacy } from '@waymark/api-contract';
import { goalCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import {
  useFailureText,
  useFormatLocale,
  useMeasurementSystem,
  usePageTitle,
  useSend,
  useSession,
} from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Button,
  EmptyState,
  Field,
  Flex,
  FormError,
  Heading,
  LockIcon,
  SegmentedControl,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ActivityField } from './activity-field.tsx';
import { PrivacyField } from './privacy-field.tsx';
import { EMPTY_TARGET, targetOf } from './target-draft.ts';
import { TargetField } from './target-field.tsx';

/** Sets a weekly goal, or says whose page this is. */
export default function CreateGoalPage() {
  const { t } = useLingui();
  usePageTitle(t`Set a goal`);
  const ownerId = Number(useParams().userId);
  const { userId, user } = useSession();
  if (userId !== null && userId !== ownerId)
    return (
      <EmptyState
        level={1}
        icon={<LockIcon size={40} />}
        title={<Trans>You can only set goals for yourself</Trans>}
        action={
          <Button href={`/profile/${userId}/goals`}>
            <Trans>Your goals</Trans>
          </Button>
        }
      />
    );
  const level = user?.default_privacy.workout ?? 0;
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={5}>
        <Breadcrumb
          items={[
            { href: `/profile/${ownerId}/goals`, label: <Trans>Goals</Trans> },
            { label: <Trans>Set a goal</Trans> },
          ]}
        />
        <Heading level={1}>
          <Trans>Set a goal</Trans>
        </Heading>
        <Text muted>
          <Trans>A goal starts over each week. Workouts you log or import count automatically.</Trans>
        </Text>
        {/* Goals have no links: who shares workouts by link starts with a goal of their own. */}
        <GoalForm key={userId} userId={ownerId} defaultPrivacy={level === 6 ? 0 : level} />
      </Stack>
    </Box>
  );
}

function GoalForm({ userId, defaultPrivacy }: { userId: number; defaultPrivacy: GoalPrivacy }) {
  const { t } = useLingui();
  const units = { system: useMeasurementSystem(), locale: useFormatLocale() };
  const failureText = useFailureText();
  const [metric, setMetric] = useState<GoalMetric>('distance');
  const [typeId, setTypeId] = useState<number | null | undefined>(null);
  const [draft, setDraft] = useState(EMPTY_TARGET);
  const [privacy, setPrivacy] = useState(defaultPrivacy);
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const create = useSend(goalCalls.create, { keepKey: true });
  const value = targetOf(metric, draft, units);
  const home = `/profile/${userId}/goals`;
  const submit = () => {
    setHasTried(true);
    if (value === null || typeId === undefined) return focusInvalid();
    if (create.isPending) return;
    create.mutate(
      { body: { criteria: { activity_type_id: typeId, threshold: { metric, value } }, privacy } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`Your goal is set.` });
          navigate(home);
        },
      },
    );
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
        <Field group label={t`What to aim for`}>
          <SegmentedControl<GoalMetric>
            label={t`What to aim for`}
            value={metric}
            onChange={(next) => {
              setMetric(next);
              setDraft(EMPTY_TARGET);
              setHasTried(false);
            }}
            options={[
              { value: 'distance', label: t`Distance` },
              { value: 'duration', label: t`Time` },
              { value: 'count', label: t`Workouts` },
              { value: 'energy', label: t`Energy` },
            ]}
          />
        </Field>
        <ActivityField value={typeId} onChange={setTypeId} hasTried={hasTried} />
        <TargetField
          key={metric}
          metric={metric}
          draft={draft}
          onChange={setDraft}
          isWrong={value === null}
          hasTried={hasTried}
        />
        <PrivacyField value={privacy} onChange={setPrivacy} />
        <FormError>{create.error && failureText(create.error)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="primary" loading={create.isPending}>
            <Trans>Set goal</Trans>
          </Button>
          <Button href={home}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

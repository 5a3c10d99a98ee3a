import type { TrainingPlanDetails } from '@waymark/api-contract';
import { startedPlanCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useFailureText, useFirstDayOfWeek, useSend } from '@waymark/remote';
import { Button, DatePicker, Field, FormError, Modal, RadioGroup, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { addDays, localToday, weekOf } from './days.ts';
import { useTrainingWords } from './use-training-words.ts';

interface StartDialogProps {
  plan: Pick<TrainingPlanDetails, 'plan' | 'title' | 'weeks'>;
  /** Of the link that the plan was opened with. */
  linkKey: string | null;
  onClose: () => void;
}

type Anchor = 'start' | 'finish';

/** Starts a plan on a day, or so that it ends on one. */
export default function StartDialog({ plan, linkKey, onClose }: StartDialogProps) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const failureText = useFailureText();
  const firstDayOfWeek = useFirstDayOfWeek();
  const today = localToday();
  const last = Math.max(
    ...plan.weeks.flatMap(({ sessions }, week) => sessions.map(({ day }) => week * 7 + day)),
  );
  const nextWeek = addDays(weekOf(today, firstDayOfWeek), 7);
  const [anchor, setAnchor] = useState<Anchor>('start');
  const [days, setDays] = useState({ start: nextWeek, finish: addDays(nextWeek, last) });
  const [hasTried, setHasTried] = useState(false);
  const start = useSend(startedPlanCalls.start, { keepKey: true });
  const day = days[anchor];
  const firstDay = day && (anchor === 'start' ? day : addDays(day, -last));
  const submit = () => {
    setHasTried(true);
    if (!day) return;
    start.mutate(
      { body: { plan: plan.plan, key: linkKey, anchor, day } },
      {
        onSuccess: ({ id }) => {
          notify({ kind: 'success', text: t`Your plan is set. The first session is waiting.` });
          navigate(`/training-plans/started/${id}`);
        },
      },
    );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Start {plan.title}</Trans>}
      footer={
        <Stack gap={3} w="100%">
          <FormError>{start.error && failureText(start.error)}</FormError>
          <Stack direction="row" gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" loading={start.isPending} onClick={submit}>
              <Trans>Start plan</Trans>
            </Button>
          </Stack>
        </Stack>
      }
    >
      <Stack gap={5}>
        <RadioGroup
          label={t`What you know`}
          value={anchor}
          onChange={(next) => setAnchor(next === 'finish' ? 'finish' : 'start')}
          options={[
            { value: 'start', label: t`I start on` },
            { value: 'finish', label: t`I want to be ready by`, hint: t`Race day, for instance.` },
          ]}
        />
        <Field
          touched={hasTried}
          label={anchor === 'start' ? t`First day` : t`Last day`}
          error={hasTried && !day ? t`Choose a day.` : undefined}
        >
          <DatePicker
            key={anchor}
            value={day}
            max={null}
            onChange={(next) => setDays((before) => ({ ...before, [anchor]: next }))}
          />
        </Field>
        {firstDay && (
          <Text muted size="sm" role="status">
            <Trans>
              From {words.day(firstDay, { hasYear: true })} to{' '}
              {words.day(addDays(firstDay, last), { hasYear: true })}. You can move any session later.
            </Trans>
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

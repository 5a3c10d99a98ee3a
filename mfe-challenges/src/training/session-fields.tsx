import { sessionTotals } from '@waymark/api-contract/training-steps';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Box,
  Button,
  Field,
  Flex,
  Grid,
  Input,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';
import { useState } from 'react';
import { amountOf, problemOf, readSteps, type SessionDraft, writeSteps } from './plan-draft.ts';
import { StructurePicture } from './structure.tsx';
import { KINDS, SPORTS, useTrainingWords } from './use-training-words.ts';

interface SessionFieldsProps {
  session: SessionDraft;
  hasTried: boolean;
  onChange: (next: Partial<SessionDraft>) => void;
  onRemove: () => void;
}

/** One session of a plan that is being written. */
export function SessionFields({ session, hasTried, onChange, onRemove }: SessionFieldsProps) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const problem = hasTried ? problemOf(session) : null;
  // Later it is as the member leaves it: steps that are cleared to be written anew do not close it.
  const [hadSteps] = useState(session.steps.length > 0);
  return (
    <Stack gap={3} p={3} borderRadius="md" bg="var(--wm-sunken)">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '2fr 1fr 1fr 1fr' }} gap={3}>
        <Field
          touched={hasTried}
          label={t`Session`}
          error={problem === 'title' ? t`Name the session.` : undefined}
        >
          <Input
            value={session.title}
            maxLength={80}
            placeholder={t`Easy run`}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Field label={t`Day`}>
          <Select
            value={String(session.day)}
            onChange={(value) => onChange({ day: Number(value) })}
            options={[0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: String(day), label: t`Day ${day + 1}` }))}
          />
        </Field>
        <Field label={t`Sport`}>
          <Select
            value={session.sport}
            onChange={(value) => onChange({ sport: SPORTS.find((one) => one === value) ?? 'run' })}
            options={SPORTS.map((one) => ({ value: one, label: words.sport(one) }))}
          />
        </Field>
        <Field label={t`Kind`}>
          <Select
            value={session.kind}
            onChange={(value) => onChange({ kind: KINDS.find((one) => one === value) ?? 'easy' })}
            options={KINDS.map((one) => ({ value: one, label: words.kind(one) }))}
          />
        </Field>
      </Grid>
      <Flex gap={3} wrap="wrap" align="flex-end">
        <Box w="140px">
          <Field
            touched={hasTried}
            label={session.measure === 'duration' ? t`Time` : t`Distance`}
            error={problem === 'amount' ? t`Enter a number above 0.` : undefined}
          >
            <NumberInput
              value={session.amount}
              unit={session.measure === 'duration' ? t`min` : t`km`}
              onChange={(amount) => onChange({ amount })}
            />
          </Field>
        </Box>
        <Box w="140px">
          <Field label={t`Measured by`}>
            <Select
              value={session.measure}
              onChange={(value) => onChange({ measure: value === 'distance' ? 'distance' : 'duration' })}
              options={[
                { value: 'duration', label: t`Time` },
                { value: 'distance', label: t`Distance` },
              ]}
            />
          </Field>
        </Box>
        <Button variant="quiet" onClick={onRemove}>
          <Trans>Remove session</Trans>
        </Button>
      </Flex>
      <details open={hadSteps}>
        <summary>
          <Trans>Steps and notes</Trans>
        </summary>
        <Stack gap={3} mt={3}>
          <Steps session={session} onChange={onChange} />
          <Field label={t`Notes`} optional>
            <Textarea
              rows={2}
              maxLength={1000}
              value={session.description}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          </Field>
        </Stack>
      </details>
    </Stack>
  );
}

/** The length that steps add up to, as it is typed; nothing without steps. */
function lengthOf(steps: SessionDraft['steps'], sport: SessionDraft['sport']): Partial<SessionDraft> {
  if (steps.length === 0) return {};
  const { distance, duration } = sessionTotals(steps, sport);
  return distance === null
    ? { measure: 'duration', amount: String(Math.max(1, Math.round(duration / 60))) }
    : { measure: 'distance', amount: String(distance / 1000) };
}

/** Steps as lines of text; those with targets of their own are kept as they came. */
function Steps({ session, onChange }: Pick<SessionFieldsProps, 'session' | 'onChange'>) {
  const { t } = useLingui();
  const [text, setText] = useState(() => writeSteps(session.steps));
  const isWrong = session.hasWrongSteps;
  const picture = session.steps.length > 0 && amountOf(session.amount) !== null && (
    <StructurePicture steps={session.steps} sport={session.sport} />
  );
  if (text === null)
    return (
      <Stack gap={2} align="flex-start">
        {picture}
        <Text muted size="sm">
          <Trans>These steps have targets and stay as they are.</Trans>
        </Text>
        <Button
          size="sm"
          onClick={() => {
            setText('');
            onChange({ steps: [] });
          }}
        >
          <Trans>Rewrite the steps</Trans>
        </Button>
      </Stack>
    );
  return (
    <Stack gap={2}>
      <Field
        label={t`Steps`}
        optional
        touched
        hint={t`One a line: 10:00 warm-up, then 5x, then - 400 m fast and - 1:30 jog, then 10:00 cool-down.`}
        error={
          isWrong ? t`Begin each line with a time such as 10:00, a distance such as 400 m, or 5x.` : undefined
        }
      >
        <Textarea
          rows={4}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const steps = readSteps(event.target.value);
            onChange(
              steps
                ? { steps, hasWrongSteps: false, ...lengthOf(steps, session.sport) }
                : { hasWrongSteps: true },
            );
          }}
        />
      </Field>
      {!isWrong && picture}
    </Stack>
  );
}

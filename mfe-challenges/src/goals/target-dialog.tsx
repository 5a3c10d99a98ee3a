import type { UserGoal } from '@waymark/api-contract';
import { goalCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { useFailureText, useFormatLocale, useMeasurementSystem, useSend } from '@waymark/remote';
import { Button, FormError, Modal, Stack, Text, useFocusInvalid } from '@waymark/ui';
import { useId, useState } from 'react';
import { PrivacyField } from './privacy-field.tsx';
import { draftOf, targetOf } from './target-draft.ts';
import { TargetField } from './target-field.tsx';
import { useGoalWords } from './use-goal-words.ts';

/** Changes the target of a goal and who sees it. */
export default function TargetDialog({ goal, onClose }: { goal: UserGoal; onClose: () => void }) {
  const words = useGoalWords();
  const units = { system: useMeasurementSystem(), locale: useFormatLocale() };
  const failureText = useFailureText();
  const formId = useId();
  const { form, focusInvalid } = useFocusInvalid();
  const { metric, value: before } = goal.criteria.threshold;
  const [initial] = useState(() => draftOf(metric, before, units));
  const [draft, setDraft] = useState(initial);
  const [privacy, setPrivacy] = useState(goal.privacy);
  const [hasTried, setHasTried] = useState(false);
  const update = useSend(goalCalls.update);
  // A target that was not typed again keeps its metres.
  const value = draft === initial ? before : targetOf(metric, draft, units);
  const submit = () => {
    setHasTried(true);
    if (value === null) return focusInvalid();
    const criteria = { threshold: { metric, value } };
    update.mutate(
      { params: { id: goal.id }, body: { privacy, ...(value !== before && { criteria }) } },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Edit goal</Trans>}
      footer={
        <Stack gap={3} w="100%">
          <FormError>{update.error && failureText(update.error)}</FormError>
          <Stack direction="row" gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={formId} variant="primary" loading={update.isPending}>
              <Trans>Save goal</Trans>
            </Button>
          </Stack>
        </Stack>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap={5}>
          <Text muted>
            <Trans>{words.activity(goal)}. A new target counts from this week on.</Trans>
          </Text>
          <TargetField
            metric={metric}
            draft={draft}
            onChange={setDraft}
            isWrong={value === null}
            hasTried={hasTried}
          />
          <PrivacyField value={privacy} onChange={setPrivacy} />
        </Stack>
      </form>
    </Modal>
  );
}

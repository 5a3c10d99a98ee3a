import type { Contribution } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Field, FormError, Modal, Stack, Text, Textarea } from '@waymark/ui';
import { useId, useState } from 'react';

const LENGTH_MAX = 1000;

interface ExplainDialogProps {
  workout: Pick<Contribution, 'workout_id' | 'name'>;
  onClose: () => void;
}

/** Explains a workout that counts nowhere, for a moderator to decide. */
export default function ExplainDialog({ workout, onClose }: ExplainDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const formId = useId();
  const [text, setText] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const explain = useSend(challengeCalls.explain);
  const { name } = workout;
  const submit = () => {
    setHasTried(true);
    if (text.trim() === '') return;
    explain.mutate(
      { params: { id: workout.workout_id }, body: { text: text.trim() } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`Thanks. A moderator will look at it.` });
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Explain {name}</Trans>}
      footer={
        <Stack gap={3} w="100%">
          <FormError>{explain.error && failureText(explain.error)}</FormError>
          <Stack direction="row" gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={formId} variant="primary" loading={explain.isPending}>
              <Trans>Send</Trans>
            </Button>
          </Stack>
        </Stack>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap={4}>
          <Text muted>
            <Trans>
              If this workout is right, say how it came about. A moderator decides whether it counts, in all
              your challenges.
            </Trans>
          </Text>
          <Field
            label={t`What happened`}
            error={text.trim() === '' ? t`Write something first.` : undefined}
            touched={hasTried}
          >
            <Textarea
              data-autofocus=""
              value={text}
              maxLength={LENGTH_MAX}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </Stack>
      </form>
    </Modal>
  );
}

import type { TrainingPlanDetails } from '@waymark/api-contract';
import { trainingPlanCalls } from '@waymark/api-contract/client';
import { withLinkKey } from '@waymark/api-contract/link-key';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useDelete, useFailureText, useSend } from '@waymark/remote';
import {
  Box,
  Button,
  ConfirmDialog,
  CopyIcon,
  Field,
  Flex,
  FormError,
  Modal,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';

interface DialogProps {
  plan: TrainingPlanDetails;
  onClose: () => void;
}

/** Sharing and deleting a plan of one's own. */
export default function OwnPlanDialogs({ dialog, ...props }: DialogProps & { dialog: 'share' | 'delete' }) {
  return dialog === 'share' ? <ShareDialog {...props} /> : <DeleteDialog {...props} />;
}

function ShareDialog({ plan, onClose }: DialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const share = useSend(trainingPlanCalls.share);
  const unshare = useSend(trainingPlanCalls.unshare);
  const params = { id: Number(plan.plan) };
  const key = plan.link_key;
  const failure = share.error ?? unshare.error;
  const href = key && withLinkKey(`${location.origin}/training-plans/${plan.plan}`, key);
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      notify({ kind: 'success', text: t`Link copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser doesn’t allow copying. Select the link and copy it.` });
    }
  };
  return (
    <Modal open onClose={onClose} size="wide" title={<Trans>Share {plan.title}</Trans>}>
      <Stack gap={4} align="flex-start">
        <Text>
          <Trans>
            Whoever has the link can read the plan without signing in, start it and make a copy. They don’t
            see your sessions or workouts.
          </Trans>
        </Text>
        {href && (
          <Box w="100%">
            <Field label={t`Link`}>
              <Textarea
                readOnly
                rows={2}
                value={href}
                data-untranslated=""
                onFocus={(event) => event.currentTarget.select()}
              />
            </Field>
          </Box>
        )}
        <FormError>{failure && failureText(failure)}</FormError>
        <Flex gap={3} wrap="wrap">
          {href ? (
            <>
              <Button variant="primary" icon={<CopyIcon />} onClick={() => void copy(href)}>
                <Trans>Copy link</Trans>
              </Button>
              <Button variant="quiet" loading={share.isPending} onClick={() => share.mutate({ params })}>
                <Trans>Make a new link</Trans>
              </Button>
              <Button variant="quiet" loading={unshare.isPending} onClick={() => unshare.mutate({ params })}>
                <Trans>End the link</Trans>
              </Button>
            </>
          ) : (
            <Button variant="primary" loading={share.isPending} onClick={() => share.mutate({ params })}>
              <Trans>Make a link</Trans>
            </Button>
          )}
        </Flex>
      </Stack>
    </Modal>
  );
}

function DeleteDialog({ plan, onClose }: DialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const id = Number(plan.plan);
  const remove = useDelete(trainingPlanCalls.remove, {
    ids: [id],
    to: '/training-plans',
    onDeleted: () => notify({ kind: 'success', text: t`Plan deleted.` }),
  });
  return (
    <ConfirmDialog
      title={<Trans>Delete {plan.title}?</Trans>}
      action={<Trans>Delete plan</Trans>}
      isBusy={remove.isPending}
      failure={remove.error ? failureText(remove.error) : undefined}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      <Trans>This can’t be undone. Plans you started from it stay in your calendar.</Trans>
    </ConfirmDialog>
  );
}

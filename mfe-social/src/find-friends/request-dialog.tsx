import { Trans } from '@lingui/react/macro';
import { friendCalls } from '@waymark/api-contract/client';
import { REQUEST_MESSAGE_MAX } from '@waymark/api-contract/limits';
import { announceChange } from '@waymark/contract';
import { useFailureText, useSend, useSession } from '@waymark/remote';
import { useDraft } from '@waymark/social';
import { Button, Field, FormError, Modal, Stack, Textarea } from '@waymark/ui';
import { requestBody } from '../friends/use-friend-actions.ts';

interface RequestDialogProps {
  member: { id: number; display_name: string };
  onClose: () => void;
  onAsked: () => void;
}

/** Asks a member to be friends, with words of one's own. What was written stays until it is sent. */
export default function RequestDialog({ member, onClose, onAsked }: RequestDialogProps) {
  const { id, display_name: name } = member;
  const failureText = useFailureText();
  const { userId } = useSession();
  const [text, setText] = useDraft(`request.${id}`);
  const request = useSend(friendCalls.request, {
    onSuccess: () => {
      setText('');
      onAsked();
    },
  });
  const close = () => {
    // Somebody was quicker: what is shown behind the dialog is outdated. The dialog stays until its sentence was read.
    if (request.error && [404, 409].includes(request.error.status)) announceChange(['friends']);
    onClose();
  };
  const message = text.trim();
  const send = () =>
    userId !== null &&
    request.mutate({ body: { ...requestBody(userId, id), ...(message !== '' && { message }) } });
  return (
    <Modal
      open
      onClose={close}
      title={<Trans>Ask {name} to be your friend</Trans>}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" loading={request.isPending} onClick={send}>
            <Trans>Send request</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field
          label={<Trans>Your message</Trans>}
          optional
          hint={<Trans>Say where you know each other from, in up to {REQUEST_MESSAGE_MAX} characters.</Trans>}
        >
          <Textarea
            data-autofocus=""
            maxLength={REQUEST_MESSAGE_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <FormError>{request.error && failureText(request.error)}</FormError>
      </Stack>
    </Modal>
  );
}

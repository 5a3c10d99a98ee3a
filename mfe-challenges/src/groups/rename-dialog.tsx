import type { GroupDetails } from '@waymark/api-contract';
import { groupCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Field, FormError, Input, Modal, Stack } from '@waymark/ui';
import { useId, useState } from 'react';

interface RenameDialogProps {
  group: Pick<GroupDetails, 'id' | 'name'>;
  onClose: () => void;
}

/** Gives a group another name. */
export default function RenameDialog({ group: { id, name: before }, onClose }: RenameDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const formId = useId();
  const [name, setName] = useState(before);
  const update = useSend(groupCalls.update, { onSuccess: onClose });
  const isMissing = name.trim() === '';
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Rename {before}</Trans>}
      footer={
        <Stack direction="row" gap={3} justify="flex-end" w="100%">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={update.isPending}>
            <Trans>Save</Trans>
          </Button>
        </Stack>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !update.isPending) update.mutate({ params: { id }, body: { name } });
        }}
      >
        <Field label={t`Name of the group`} touched error={isMissing ? t`Name the group.` : undefined}>
          <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <FormError>{update.error && failureText(update.error)}</FormError>
      </form>
    </Modal>
  );
}

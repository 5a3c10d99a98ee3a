import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { contactCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { ConfirmDialog } from '@waymark/ui';
import { contactLink, type NamedMember } from './use-mute.ts';
import { forgetMember } from './story-cache.ts';

/** Asks before a member is blocked. What they wrote is gone from the page once they are. */
export default function BlockDialog({ member, onClose }: { member: NamedMember; onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { id, name } = member;
  const block = useSend(contactCalls.block, {
    onSuccess: () => {
      onClose();
      forgetMember(queries, id);
      notify({ kind: 'success', text: t`${name} is blocked.` });
    },
  });
  return (
    <ConfirmDialog
      title={<Trans>Block {name}?</Trans>}
      action={<Trans>Block</Trans>}
      isBusy={block.isPending}
      failure={
        block.error
          ? failureText(block.error, t`That didn’t work. Nothing was changed; try again.`)
          : undefined
      }
      onClose={onClose}
      onConfirm={() => block.mutate({ body: contactLink(id) })}
    >
      <Trans>
        You won’t see each other anywhere on Waymark, and you are no longer friends. {name} is not told. You
        can see who you’ve blocked under Friends.
      </Trans>
    </ConfirmDialog>
  );
}

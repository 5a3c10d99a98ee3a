import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { useFailureText, useSend } from '@waymark/remote';
import { changeStory, useEditDraft } from '@waymark/social';
import { Button, Field, FormError, Modal, Select, Stack, Textarea } from '@waymark/ui';
import { useState } from 'react';
import { POST_MAX, usePostPrivacies, type PostPrivacy } from './use-send-post.ts';

/** Changes the text of an own post, and who sees it. */
export default function EditPostDialog({ story, onClose }: { story: Story; onClose: () => void }) {
  const failureText = useFailureText();
  const queries = useQueryClient();
  const privacies = usePostPrivacies();
  const [basedOn] = useState(story.object.text);
  const draft = useEditDraft(`edit.${story.id}`, basedOn);
  const [text, setText] = useState(draft.isCurrent ? draft.text : basedOn);
  const [privacy, setPrivacy] = useState(String(story.privacy));
  const save = useSend(storyCalls.update, {
    onSuccess: (saved) => {
      if ('object' in saved && saved.verb !== 'comment') changeStory(queries, story.id, () => saved);
      close();
    },
  });
  const close = () => {
    draft.setText('');
    onClose();
  };
  return (
    <Modal
      open
      onClose={close}
      size="wide"
      title={<Trans>Edit post</Trans>}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            loading={save.isPending}
            disabled={!text.trim()}
            onClick={() =>
              save.mutate({
                params: { id: story.id },
                body: { text: text.trim(), privacy: Number(privacy) as PostPrivacy },
              })
            }
          >
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label={<Trans>Your post</Trans>} hideLabel>
          <Textarea
            data-autofocus=""
            maxLength={POST_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              draft.setText(event.target.value, basedOn);
            }}
          />
        </Field>
        <Field label={<Trans>Who can see it</Trans>}>
          <Select options={privacies} value={privacy} onChange={setPrivacy} />
        </Field>
        <FormError>{save.error && failureText(save.error)}</FormError>
      </Stack>
    </Modal>
  );
}

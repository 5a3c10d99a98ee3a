import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { PICTURE_TYPES } from '@waymark/api-contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Banner, Box, Button, Flex, Stack, Text } from '@waymark/ui';
import { useRef, useState } from 'react';
import { Audience } from './audience.tsx';
import { checkPicture, openPicture, type PictureProblem } from './choose-picture.ts';
import { CropDialog } from './crop-dialog.tsx';
import { MemberPicture } from './member-picture.tsx';

/** The member's picture, and the way to another: choose a file, crop it, send it. */
export function PictureField({ member }: { member: User }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ kind: PictureProblem; file: File } | null>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [version, setVersion] = useState<number>();
  const send = useSend(userCalls.photo);

  const open = async (file: File) => {
    send.reset();
    const bitmap = await openPicture(file);
    setProblem(bitmap ? null : { kind: 'invalid-image-type', file });
    setPicture(bitmap);
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    const kind = checkPicture(file);
    if (kind) setProblem({ kind, file });
    else void open(file);
  };
  const save = (square: Blob) => {
    const body = new FormData();
    body.append('photo', square, 'picture.jpg');
    send.mutate(
      { params: { id: member.id }, body },
      {
        onSuccess: () => {
          setPicture(null);
          setVersion((before) => (before ?? 0) + 1);
          notify({ kind: 'success', text: t`Your picture has been updated.` });
        },
      },
    );
  };
  const sentence = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'too-big') return t`This picture is larger than 1 MB. Choose a smaller one.`;
    if (code === 'invalid-image-type') return t`Use a PNG, JPEG or GIF picture.`;
    return failureText(error);
  };

  return (
    <Stack gap={3}>
      <Flex gap={5} align="center" wrap="wrap">
        <MemberPicture member={member} label={t`Your picture`} version={version} />
        <Box minWidth={0}>
          <Button onClick={() => input.current?.click()}>
            {member.profilePictureStatus === 'none' ? (
              <Trans>Add a picture</Trans>
            ) : (
              <Trans>Change picture</Trans>
            )}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t`Choose a picture`}
            accept={PICTURE_TYPES.join(',')}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Text muted size="sm" marginTop={2}>
            <Trans>PNG, JPEG or GIF, up to 1 MB.</Trans>{' '}
            <Audience field="profilePictureStatus" profile={member.default_privacy.profile} />
          </Text>
        </Box>
      </Flex>
      {problem?.kind === 'invalid-image-type' && (
        <Banner kind="error" title={<Trans>This file is not a picture we can use</Trans>}>
          <Trans>Use a PNG, JPEG or GIF picture.</Trans>
        </Banner>
      )}
      {problem?.kind === 'too-big' && (
        <Banner
          kind="error"
          title={<Trans>This picture is larger than 1 MB</Trans>}
          action={
            <Button size="sm" onClick={() => void open(problem.file)}>
              <Trans>Make it smaller</Trans>
            </Button>
          }
        >
          <Trans>Choose a smaller one, or crop it and we make it fit.</Trans>
        </Banner>
      )}
      {picture && (
        <CropDialog
          picture={picture}
          isSaving={send.isPending}
          failure={send.error ? sentence(send.error) : undefined}
          onSave={save}
          onClose={() => setPicture(null)}
        />
      )}
    </Stack>
  );
}

import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useDelete, useFailureText, useSend } from '@waymark/remote';
import { Button, ConfirmDialog, Flex, Panel, Stack, Text } from '@waymark/ui';
import { useState } from 'react';

/** What the maker of a challenge, or an operator, can do with it. */
export function MakerPanel({
  challenge: { id, title, audience, joined, stats, state },
}: {
  challenge: ChallengeDetails;
}) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useDelete(challengeCalls.remove, {
    ids: [id],
    to: '/challenges',
    onDeleted: () => notify({ kind: 'success', text: t`“${title}” is deleted.` }),
  });
  const end = useSend(challengeCalls.end);
  const [asked, setAsked] = useState<'end' | 'delete' | null>(null);
  const others = stats.member_count - (joined ? 1 : 0);
  const invite = async () => {
    const url = new URL(`/challenges/${id}`, window.location.origin).href;
    try {
      if (Reflect.has(navigator, 'share')) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        notify({ kind: 'success', text: t`Link copied. Send it to your friends.` });
      }
    } catch (error) {
      // Who closes the list of apps has changed their mind.
      if ((error as Error).name !== 'AbortError')
        notify({ kind: 'error', text: t`Copy this address: ${url}` });
    }
  };
  return (
    <Panel title={<Trans>Your challenge</Trans>}>
      <Stack gap={4}>
        <Text muted size="sm">
          {audience === 'friends' ? (
            <Trans>Your friends find it under open challenges. Send the link to let them know.</Trans>
          ) : audience === 'group' ? (
            <Trans>The members of your group find it under open challenges and get a notification.</Trans>
          ) : (
            <Trans>Everyone finds it under open challenges.</Trans>
          )}
        </Text>
        <Flex gap={3} wrap="wrap">
          <Button onClick={() => void invite()}>
            <Trans>Share link</Trans>
          </Button>
          <Button href={`/challenges/${id}/edit`}>
            <Trans>Edit</Trans>
          </Button>
          {state === 'open' && (
            <Button onClick={() => setAsked('end')}>
              <Trans>End</Trans>
            </Button>
          )}
          <Button variant="danger" onClick={() => setAsked('delete')}>
            <Trans>Delete</Trans>
          </Button>
        </Flex>
      </Stack>
      {asked === 'end' && (
        <ConfirmDialog
          title={<Trans>End {title}?</Trans>}
          action={<Trans>End challenge</Trans>}
          isBusy={end.isPending}
          failure={end.error ? failureText(end.error) : undefined}
          onClose={() => setAsked(null)}
          onConfirm={() => end.mutate({ params: { id } }, { onSuccess: () => setAsked(null) })}
        >
          <Trans>
            It ends with this day. Late uploads count for three more days, then the results are final. This
            cannot be undone.
          </Trans>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={<Trans>Delete {title}?</Trans>}
          action={<Trans>Delete</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onClose={() => setAsked(null)}
          onConfirm={() => remove.mutate({ params: { id } })}
        >
          {others > 0 ? (
            <Trans>
              Its leaderboard goes for everyone who joined. Awards and workouts stay. This cannot be undone.
            </Trans>
          ) : (
            <Trans>Nobody else has joined yet. This can’t be undone.</Trans>
          )}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

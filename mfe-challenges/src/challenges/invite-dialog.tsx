import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls, groupCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Box,
  Button,
  Checkbox,
  EmptyState,
  FormError,
  LoadFailed,
  Modal,
  Pagination,
  Skeleton,
  Stack,
  UsersIcon,
} from '@waymark/ui';
import { useState } from 'react';

const PAGE_SIZE = 20;
/** As many as the server takes at once. */
const CHOSEN_MAX = 50;

interface InviteDialogProps {
  /** To which friends are invited: a challenge, or a group. */
  challenge?: Pick<ChallengeDetails, 'id' | 'title'>;
  group?: { id: number; title: string };
  onClose: () => void;
}

/** Friends to choose from; those who are in it or were asked already are shown as that. */
export default function InviteDialog({ challenge, group, onClose }: InviteDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { id, title } = (challenge ?? group)!;
  const calls = group ? groupCalls : challengeCalls;
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, error, refetch, isFetching } = useCall(
    calls.invitees,
    { params: { id }, query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
    { placeholderData: (before) => before },
  );
  const invite = useSend(calls.invite, {
    onSuccess: () => {
      notify({ kind: 'success', text: t`Your friends are invited.` });
      onClose();
    },
  });
  const hints = { joined: group ? t`Member` : t`Takes part`, invited: t`Invited` };
  const friends = data?._embedded.friends ?? [];
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Invite friends to {title}</Trans>}
      footer={
        <Stack gap={3} w="100%">
          <FormError>{invite.error && failureText(invite.error)}</FormError>
          <Stack direction="row" gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="primary"
              disabled={chosen.length === 0}
              loading={invite.isPending}
              onClick={() => invite.mutate({ params: { id }, body: { user_ids: [...chosen] } })}
            >
              {chosen.length === 0 ? (
                <Trans>Invite</Trans>
              ) : (
                <Plural value={chosen.length} one="Invite # friend" other="Invite # friends" />
              )}
            </Button>
          </Stack>
        </Stack>
      }
    >
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your friends.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && (
        <Stack gap={4} aria-busy="true">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height="28px" />
          ))}
        </Stack>
      )}
      {data?.total_count === 0 && (
        <EmptyState
          icon={<UsersIcon size={40} />}
          title={<Trans>No friends here yet</Trans>}
          action={
            <Button href="/people/friends/find">
              <Trans>Find friends</Trans>
            </Button>
          }
        />
      )}
      <Stack gap={5}>
        <Box as="ul" aria-label={t`Friends`} listStyleType="none" p={0} m={0} display="grid" gap={3}>
          {friends.map(({ user, state }) => (
            <li key={user.id}>
              <Checkbox
                label={<span data-untranslated="">{user.display_name}</span>}
                {...(state && { hint: hints[state] })}
                disabled={state !== null || (chosen.length >= CHOSEN_MAX && !chosen.includes(user.id))}
                checked={state !== null || chosen.includes(user.id)}
                onChange={(isChosen) =>
                  setChosen(isChosen ? [...chosen, user.id] : chosen.filter((one) => one !== user.id))
                }
              />
            </li>
          ))}
        </Box>
        {data && <Pagination count={data.total_count} limit={PAGE_SIZE} page={page} onPage={setPage} />}
      </Stack>
    </Modal>
  );
}

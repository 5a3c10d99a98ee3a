import type { GroupDetails } from '@waymark/api-contract';
import { groupCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { EntityMissing, useCall, useFailureText, usePageTitle, useSend, useSession } from '@waymark/remote';
import { MemberPicture } from '@waymark/social';
import {
  Badge,
  Banner,
  Box,
  Breadcrumb,
  Button,
  ConfirmDialog,
  Flex,
  FormError,
  Heading,
  Link,
  Panel,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ChallengeRow } from '../challenges/challenge-row.tsx';

const InviteDialog = lazy(
  () => import(/* webpackChunkName: "invite-friends" */ '../challenges/invite-dialog.tsx'),
);

const RenameDialog = lazy(() => import(/* webpackChunkName: "rename-group" */ './rename-dialog.tsx'));

/** A group with its members and challenges; for whoever is invited or has the link, the way in. */
export default function GroupPage() {
  const { t } = useLingui();
  const id = Number(useParams().groupId);
  const key = useSearchParams()[0].get('key') ?? undefined;
  const { data, error, refetch, isFetching } = useCall(groupCalls.details, {
    params: { id },
    query: { ...(key && { key }) },
  });
  usePageTitle(data?.name ?? t`Group`);
  if (error && (!data || error.status === 404))
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This group is for its members, or its link is out of date</Trans>}
        failedTitle={<Trans>We couldn’t load this group.</Trans>}
        href="/groups"
        linkText={<Trans>See your groups</Trans>}
      />
    );
  if (!data) return <Skeleton height="320px" />;
  return (
    <Stack gap={5} w="100%" maxW="760px" mx="auto">
      <Breadcrumb
        items={[
          { href: '/groups', label: <Trans>Groups</Trans> },
          { label: <span data-untranslated="">{data.name}</span> },
        ]}
      />
      <Box>
        <Heading level={1} overflowWrap="anywhere" data-untranslated="">
          {data.name}
        </Heading>
        <Text muted mt={1}>
          <Plural value={data.member_count} one="# member" other="# members" />
        </Text>
      </Box>
      {data.is_member ? <Inside group={data} /> : <WayIn group={data} linkKey={key} />}
    </Stack>
  );
}

function WayIn({ group, linkKey }: { group: GroupDetails; linkKey: string | undefined }) {
  const failureText = useFailureText();
  const userId = useSession().userId ?? 0;
  const { id, invited_by: inviter } = group;
  const join = useSend(groupCalls.join, {
    onSuccess: () => navigate(`/groups/${id}`, { replace: true }),
  });
  const decline = useSend(groupCalls.decline, { onSuccess: () => navigate('/groups') });
  const failure = join.error ?? decline.error;
  return (
    <Banner
      title={
        inviter ? <Trans>{inviter.display_name} invited you.</Trans> : <Trans>Join with this link.</Trans>
      }
    >
      <Stack gap={4} align="flex-start">
        <Text>
          <Trans>Members of a group see each other’s names and the group’s challenges.</Trans>
        </Text>
        <FormError>{failure && failureText(failure)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button
            variant="primary"
            loading={join.isPending}
            onClick={() => join.mutate({ params: { id }, body: { ...(linkKey && { key: linkKey }) } })}
          >
            <Trans>Join group</Trans>
          </Button>
          {inviter && (
            <Button loading={decline.isPending} onClick={() => decline.mutate({ params: { id, userId } })}>
              <Trans>Decline</Trans>
            </Button>
          )}
        </Flex>
      </Stack>
    </Banner>
  );
}

type Asked = { kind: 'leave' | 'end' } | { kind: 'remove' | 'handover'; id: number; name: string };

function Inside({ group }: { group: GroupDetails }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [isInviting, setIsInviting] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, name, is_owner: isOwner, members, challenges } = group;
  const userId = useSession().userId ?? 0;
  const link = useSend(groupCalls.link, {
    onSuccess: async ({ href }) => {
      try {
        await navigator.clipboard.writeText(href);
        notify({ kind: 'success', text: t`Link copied. Whoever has it can join.` });
      } catch {
        notify({ kind: 'error', text: t`Copy this address: ${href}` });
      }
    },
  });
  return (
    <>
      <FormError>{link.error && failureText(link.error)}</FormError>
      <Flex gap={3} wrap="wrap">
        <Button variant="primary" href={`/challenges/create?group=${id}`}>
          <Trans>New challenge</Trans>
        </Button>
        <Button onClick={() => setIsInviting(true)}>
          <Trans>Invite friends</Trans>
        </Button>
        <Button
          loading={link.isPending && !link.variables.body?.renew}
          onClick={() => link.mutate({ params: { id }, body: {} })}
        >
          <Trans>Copy link</Trans>
        </Button>
        {isOwner && (
          <>
            <Button
              loading={link.isPending && link.variables.body?.renew === true}
              onClick={() => link.mutate({ params: { id }, body: { renew: true } })}
            >
              <Trans>New link</Trans>
            </Button>
            <Button onClick={() => setIsRenaming(true)}>
              <Trans>Rename</Trans>
            </Button>
          </>
        )}
        {isOwner ? (
          <Button variant="danger" onClick={() => setAsked({ kind: 'end' })}>
            <Trans>End group</Trans>
          </Button>
        ) : (
          <Button onClick={() => setAsked({ kind: 'leave' })}>
            <Trans>Leave group</Trans>
          </Button>
        )}
      </Flex>
      <Panel title={<Trans>Challenges</Trans>}>
        {challenges.length === 0 ? (
          <Text muted>
            <Trans>No challenge yet. Make the first one.</Trans>
          </Text>
        ) : (
          <Box as="ul" aria-label={t`Challenges`} listStyleType="none" p={0} m={0}>
            {challenges.map((challenge) => (
              <ChallengeRow key={challenge.id} challenge={challenge} />
            ))}
          </Box>
        )}
      </Panel>
      <Panel title={<Trans>Members</Trans>}>
        <Box as="ul" aria-label={t`Members`} listStyleType="none" p={0} m={0} display="grid" gap={3}>
          {members.map((member) => (
            <Flex as="li" key={member.id} align="center" gap={3} wrap="wrap">
              <MemberPicture member={member} size="sm" />
              <Box flex="1 1 140px" minW={0} overflowWrap="anywhere">
                <Link href={`/profile/${member.id}`} variant="quiet" data-untranslated="">
                  {member.display_name}
                </Link>{' '}
                {member.is_owner && (
                  <Badge>
                    <Trans>Owner</Trans>
                  </Badge>
                )}
              </Box>
              {isOwner && !member.is_owner && (
                <>
                  <Button
                    size="sm"
                    aria-label={t`Hand over to ${member.display_name}`}
                    onClick={() => setAsked({ kind: 'handover', id: member.id, name: member.display_name })}
                  >
                    <Trans>Hand over</Trans>
                  </Button>
                  <Button
                    size="sm"
                    aria-label={t`Remove ${member.display_name}`}
                    onClick={() => setAsked({ kind: 'remove', id: member.id, name: member.display_name })}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </>
              )}
            </Flex>
          ))}
        </Box>
      </Panel>
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog group={{ id, title: name }} onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
      {isRenaming && (
        <Suspense fallback={null}>
          <RenameDialog group={group} onClose={() => setIsRenaming(false)} />
        </Suspense>
      )}
      {asked && <Confirmation group={group} asked={asked} userId={userId} onClose={() => setAsked(null)} />}
    </>
  );
}

interface ConfirmationProps {
  group: GroupDetails;
  asked: Asked;
  userId: number;
  onClose: () => void;
}

function Confirmation({ group: { id, name }, asked, userId, onClose }: ConfirmationProps) {
  const failureText = useFailureText();
  const leave = useSend(groupCalls.leave);
  const remove = useSend(groupCalls.remove);
  const update = useSend(groupCalls.update);
  const away = { onSuccess: () => navigate('/groups') };
  const send = {
    leave: () => leave.mutate({ params: { id, userId } }, away),
    end: () => remove.mutate({ params: { id } }, away),
    remove: () => 'id' in asked && leave.mutate({ params: { id, userId: asked.id } }, { onSuccess: onClose }),
    handover: () =>
      'id' in asked &&
      update.mutate({ params: { id }, body: { owner_id: asked.id } }, { onSuccess: onClose }),
  }[asked.kind];
  const who = 'name' in asked ? asked.name : '';
  const error = leave.error ?? remove.error ?? update.error;
  return (
    <ConfirmDialog
      title={
        {
          leave: <Trans>Leave {name}?</Trans>,
          end: <Trans>End {name}?</Trans>,
          remove: <Trans>Remove {who}?</Trans>,
          handover: <Trans>Hand over to {who}?</Trans>,
        }[asked.kind]
      }
      action={
        {
          leave: <Trans>Leave</Trans>,
          end: <Trans>End group</Trans>,
          remove: <Trans>Remove</Trans>,
          handover: <Trans>Hand over</Trans>,
        }[asked.kind]
      }
      isBusy={leave.isPending || remove.isPending || update.isPending}
      failure={error ? failureText(error) : undefined}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      {
        {
          leave: <Trans>You stay in the challenges you joined.</Trans>,
          end: <Trans>Its challenges go on for everyone who joined them. This can’t be undone.</Trans>,
          remove: (
            <Trans>
              They stay in the challenges they joined. The link to the group ends, so they can’t come back by
              it.
            </Trans>
          ),
          handover: <Trans>They can then rename and end the group, and remove members.</Trans>,
        }[asked.kind]
      }
    </ConfirmDialog>
  );
}

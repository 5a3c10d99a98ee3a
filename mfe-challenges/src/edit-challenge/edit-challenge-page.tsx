import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { EntityMissing, useCall, usePageTitle } from '@waymark/remote';
import { Box, Breadcrumb, Button, EmptyState, Heading, LockIcon, Skeleton, Stack, Text } from '@waymark/ui';
import { useParams } from 'react-router-dom';
import { ChallengeForm } from './challenge-form.tsx';

/** Makes a challenge, or changes one that the member made. */
export default function EditChallengePage() {
  const { challengeId } = useParams();
  return challengeId === undefined ? <CreateChallenge /> : <EditChallenge id={Number(challengeId)} />;
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  usePageTitle(title);
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={5}>
        <Breadcrumb items={[{ href: '/challenges', label: <Trans>Challenges</Trans> }, { label: title }]} />
        <Heading level={1}>{title}</Heading>
        {children}
      </Stack>
    </Box>
  );
}

function CreateChallenge() {
  const { t } = useLingui();
  // Says whether the member is an operator; the form does not wait for it.
  const { data } = useCall(challengeCalls.list, { query: { state: 'joined', limit: 1 } });
  return (
    <Frame title={t`New challenge`}>
      <Text muted>
        <Trans>Challenge your friends. Workouts they log or import count automatically.</Trans>
      </Text>
      <ChallengeForm challenge={null} mayPublish={data?.can.publish ?? false} />
    </Frame>
  );
}

function EditChallenge({ id }: { id: number }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(challengeCalls.details, { params: { id } });
  if (error && !data)
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This challenge is for friends of its creator, or doesn’t exist</Trans>}
        failedTitle={<Trans>We couldn’t load this challenge.</Trans>}
        href="/challenges"
        linkText={<Trans>See challenges</Trans>}
      />
    );
  return (
    <Frame title={t`Edit challenge`}>
      {data ? <EditForm challenge={data} /> : <Skeleton height="480px" />}
    </Frame>
  );
}

function EditForm({ challenge }: { challenge: ChallengeDetails }) {
  const { id, can, is_final: isFinal, audience } = challenge;
  if (can.edit) return <ChallengeForm challenge={challenge} mayPublish={audience === 'everyone'} />;
  return (
    <EmptyState
      icon={<LockIcon size={40} />}
      title={
        isFinal ? (
          <Trans>These results are final</Trans>
        ) : (
          <Trans>Only the person who created this challenge can edit it</Trans>
        )
      }
      action={
        <Button href={`/challenges/${id}`}>
          <Trans>See the challenge</Trans>
        </Button>
      }
    />
  );
}

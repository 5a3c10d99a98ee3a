import { Trans, useLingui } from '@lingui/react/macro';
import { friendCalls } from '@waymark/api-contract/client';
import { useCall, useSession, usePageTitle } from '@waymark/remote';
import { Box, EmptyState, LoadFailed, LockIcon, Skeleton, Stack } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { StoryFeed } from '../feed/story-feed.tsx';
import { useFeed } from '../feed/use-feed.ts';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

const ProfileFigures = lazy(() => import(/* webpackChunkName: "profile-figures" */ './profile-figures.tsx'));

/** A member as others may see them: who they are, their figures, and their stories. */
export default function ProfilePage({ view }: { view: 'overview' | 'feed' }) {
  const { t } = useLingui();
  const id = Number(useParams().userId);
  const { data, error, refetch } = useCall(friendCalls.profile, { params: { id } });
  usePageTitle(data?.user.display_name ?? t`Profile`);
  if (error && !data)
    return error.status === 404 ? (
      <EmptyState
        level={1}
        icon={<LockIcon size={40} />}
        title={<Trans>This profile is set to private or the user does not exist.</Trans>}
      />
    ) : (
      <LoadFailed title={<Trans>We couldn't load this profile.</Trans>} error={error} retry={refetch} />
    );
  if (!data) return <ProfileSkeleton />;
  return (
    <Stack gap={6} w="100%">
      <ProfileHeader profile={data} />
      <ProfileTabs userId={id} current={view} />
      {view === 'overview' && data.figures && (
        <Suspense fallback={<Box minH="104px" />}>
          <ProfileFigures figures={data.figures} />
        </Suspense>
      )}
      <Box w="100%" maxW="680px" mx={view === 'feed' ? 'auto' : 0}>
        <MemberFeed key={id} userId={id} name={data.user.display_name} />
      </Box>
    </Stack>
  );
}

function MemberFeed({ userId, name }: { userId: number; name: string }) {
  const feed = useFeed({ userId });
  const isOwn = useSession().userId === userId;
  return (
    <StoryFeed
      feed={feed}
      empty={
        <EmptyState title={<Trans>Nothing shared yet</Trans>}>
          {isOwn ? (
            <Trans>Workouts and posts that you share show up here.</Trans>
          ) : (
            <Trans>What {name} shares with you shows up here.</Trans>
          )}
        </EmptyState>
      }
    />
  );
}

function ProfileSkeleton() {
  return (
    <Stack gap={6} w="100%" aria-busy="true">
      <Box display="flex" gap={5} alignItems="center">
        <Skeleton width="96px" height="96px" radius="50%" />
        <Stack gap={2} flex={1}>
          <Skeleton width="220px" height="2em" />
          <Skeleton width="160px" />
        </Stack>
      </Box>
      <Skeleton height="40px" />
      <Skeleton height="120px" />
    </Stack>
  );
}

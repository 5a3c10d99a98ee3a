import { Trans, useLingui } from '@lingui/react/macro';
import { friendCalls } from '@waymark/api-contract/client';
import { useAfterPaint, useCall, useChunk, usePageTitle } from '@waymark/remote';
import { useRestoredFocus } from '@waymark/social';
import { Box, Grid, GridItem, EmptyState, LoadFailed, LockIcon, Skeleton, Stack } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

const ProfileFigures = lazy(() => import(/* webpackChunkName: "profile-figures" */ './profile-figures.tsx'));
const AwardsShelf = lazy(() => import(/* webpackChunkName: "profile-figures" */ './awards-shelf.tsx'));
const loadMemberFeed = () => import(/* webpackChunkName: "member-feed" */ './member-feed.tsx');

/** A member as others may see them: who they are, their figures, and their stories. */
export default function ProfilePage({ view }: { view: 'overview' | 'feed' }) {
  const { t } = useLingui();
  const id = Number(useParams().userId);
  const { data, error, refetch } = useCall(friendCalls.profile, { params: { id } });
  usePageTitle(data?.user.display_name ?? t`Profile`);
  useRestoredFocus();
  const isPainted = useAfterPaint();
  // Who somebody is comes before what they did: the stories load while the profile is fetched.
  const { module: feed, failed, retry } = useChunk(loadMemberFeed, isPainted);
  // A profile that was there may be gone, as after a block.
  if (error?.status === 404 || (error && !data))
    return error.status === 404 ? (
      <EmptyState
        level={1}
        icon={<LockIcon size={40} />}
        title={<Trans>This profile is set to private or the user does not exist.</Trans>}
      />
    ) : (
      <LoadFailed title={<Trans>We couldn’t load this profile.</Trans>} error={error} retry={refetch} />
    );
  if (!data) return <ProfileSkeleton />;
  return (
    <Stack gap={6} w="100%">
      <ProfileHeader profile={data} />
      <ProfileTabs userId={id} current={view} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 680px) minmax(0, 1fr)' }}
        gap={{ base: 6, lg: 12 }}
        alignItems="start"
      >
        {view === 'overview' && data.figures && (
          <GridItem order={{ lg: 2 }}>
            <Stack gap={6}>
              <Suspense fallback={<Box minH="104px" />}>
                <ProfileFigures figures={data.figures} />
              </Suspense>
              {isPainted && (
                <Suspense fallback={null}>
                  <AwardsShelf key={id} userId={id} />
                </Suspense>
              )}
            </Stack>
          </GridItem>
        )}
        {feed && <feed.MemberFeed key={id} userId={id} name={data.user.display_name} />}
        {!feed && !failed && <Skeleton height="320px" radius="8px" />}
        {failed && (
          <LoadFailed title={<Trans>We couldn’t load the posts.</Trans>} error={null} retry={retry} />
        )}
      </Grid>
    </Stack>
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

import { Plural, Trans } from '@lingui/react/macro';
import type { Profile } from '@waymark/api-contract';
import { MemberPicture, StoryText } from '@waymark/social';
import { Badge, Box, Button, Flex, Heading, Link, Text } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { RequestButton } from '../find-friends/request-button.tsx';
import { useFriendActions } from '../friends/use-friend-actions.ts';

const UnfriendDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ '../friends/unfriend-dialog.tsx'));
const ProfileMenu = lazy(() => import(/* webpackChunkName: "profile-menu" */ './profile-menu.tsx'));

/** Who the member is, where, since when, and what the viewer may do about it. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { user, state, member_since: year, friend_count: friends } = profile;
  const { run, pending } = useFriendActions();
  const [isAsking, setIsAsking] = useState(false);
  const { locality, region } = user.location;
  const isSelf = state === 'self';
  return (
    <Flex as="header" gap={{ base: 4, md: 6 }} align="center" wrap="wrap">
      <MemberPicture member={user} size="lg" />
      <Box flex={1} minW={{ base: '160px', md: '200px' }}>
        <Flex align="center" gap={3} wrap="wrap">
          <Heading level={1} data-untranslated="">
            {user.display_name}
          </Heading>
          {state === 'active' && (
            <Badge hue="moss">
              <Trans>Friends</Trans>
            </Badge>
          )}
        </Flex>
        {locality && region && (
          <Text muted data-untranslated="">
            {locality}, {region}
          </Text>
        )}
        <Text muted size="sm">
          <Trans>Member Since {String(year)}</Trans>
          {' · '}
          <Plural value={friends} one="# friend" other="# friends" />
        </Text>
        <MutualFriends profile={profile} />
        {user.introduction && (
          <Box mt={2}>
            <StoryText text={user.introduction} mentions={[]} />
          </Box>
        )}
      </Box>
      <Flex gap={2} align="center">
        {isSelf ? (
          <Button href="/account/my_profile">
            <Trans>Edit profile</Trans>
          </Button>
        ) : state === 'requested' ? (
          <>
            <Button loading={pending[user.id] === 'deny'} onClick={() => void run('deny', user)}>
              <Trans>Decline</Trans>
            </Button>
            <Button
              variant="primary"
              loading={pending[user.id] === 'accept'}
              onClick={() => void run('accept', user)}
            >
              <Trans>Accept</Trans>
            </Button>
          </>
        ) : (
          (profile.can.request || state === 'pending') && (
            <RequestButton member={{ id: user.id, display_name: user.display_name, state }} hasMessage />
          )
        )}
        {(profile.can.block || profile.can.unfriend || profile.can.report) && (
          <Suspense fallback={<Box w="40px" />}>
            <ProfileMenu
              profile={profile}
              onWithdraw={() => void run('withdraw', user)}
              onUnfriend={() => setIsAsking(true)}
            />
          </Suspense>
        )}
      </Flex>
      {isAsking && (
        <Suspense>
          <UnfriendDialog
            name={user.display_name}
            isRemoving={pending[user.id] === 'unfriend'}
            onCancel={() => setIsAsking(false)}
            onRemove={() => void run('unfriend', user).then((done) => done && setIsAsking(false))}
          />
        </Suspense>
      )}
    </Flex>
  );
}

function MutualFriends({ profile }: { profile: Profile }) {
  const { mutual_friends: mutual, mutual_friends_count: count } = profile;
  const others = count - mutual.length;
  if (count === 0) return null;
  return (
    <Flex gap={2} mt={1} align="center" wrap="wrap" fontSize="sm" color="muted" data-untranslated="">
      <Trans>Friends in common:</Trans>
      {mutual.map((friend) => (
        <Link key={friend.id} href={`/profile/${friend.id}`} variant="quiet" fontWeight={600}>
          {friend.display_name}
        </Link>
      ))}
      {others > 0 && <Plural value={others} one="and # other" other="and # others" />}
    </Flex>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { MemberPicture, StoryReplies, StoryText } from '@waymark/social';
import {
  Box,
  Card,
  Flex,
  FlagIcon,
  GlobeIcon,
  Link,
  LockIcon,
  PRIVACY_NAMES,
  RelativeTime,
  Skeleton,
  Text,
  TrophyIcon,
  UsersIcon,
} from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { WorkoutStory } from './workout-story.tsx';

const StoryPhotos = lazy(() => import(/* webpackChunkName: "story-photos" */ './story-photos.tsx'));
const StoryMenu = lazy(() => import(/* webpackChunkName: "story-menu" */ './story-menu.tsx'));

const PRIVACY_ICONS = { 0: LockIcon, 1: UsersIcon, 3: GlobeIcon, 6: GlobeIcon } as const;

/** One story: who, when, what, and what others say of it. */
export function StoryCard({ story, isOpen = false }: { story: Story; isOpen?: boolean }) {
  const { i18n } = useLingui();
  const { actor, object } = story;
  const PrivacyIcon = PRIVACY_ICONS[story.privacy];
  return (
    <Card
      as="article"
      aria-labelledby={`story-${story.id}`}
      tabIndex={-1}
      data-story={story.id}
      display="grid"
      gap={3}
      gridTemplateColumns="minmax(0, 1fr)"
      scrollMarginTop="80px"
      pb={{ base: '4px !important' }}
    >
      <Flex align="center" gap={3}>
        <MemberPicture member={actor} />
        <Box flex={1} minW={0}>
          <Box id={`story-${story.id}`} data-untranslated="">
            <Link href={`/profile/${actor.id}`} variant="quiet" fontWeight={600}>
              {actor.title}
            </Link>{' '}
            <WhatHappened story={story} />
          </Box>
          <Flex align="center" gap={1.5} color="muted" fontSize="sm">
            <StoryTime story={story} />
            <PrivacyIcon size={14} label={i18n._(PRIVACY_NAMES[story.privacy])} />
          </Flex>
        </Box>
        <Suspense fallback={<Box w="32px" />}>
          <StoryMenu story={story} />
        </Suspense>
      </Flex>
      {object.workout && <WorkoutStory story={story} workout={object.workout} />}
      {object.type === 'status' && <StoryText text={object.text} mentions={object.mentions} />}
      {object.type === 'challenge' && <ChallengeStory story={story} />}
      {object.type === 'friendship' && object.friend && (
        <Flex align="center" gap={3}>
          <MemberPicture member={object.friend} />
          <Link href={`/profile/${object.friend.id}`} variant="quiet" fontWeight={600}>
            {object.friend.title}
          </Link>
        </Flex>
      )}
      {object.photos.length > 0 && (
        <Suspense fallback={<Skeleton height="300px" radius="8px" />}>
          <StoryPhotos story={story} />
        </Suspense>
      )}
      <StoryReplies story={story} isOpen={isOpen} />
    </Card>
  );
}

/** What somebody did, as the rest of a sentence that their name begins. */
function WhatHappened({ story: { verb, object } }: { story: Story }) {
  if (verb === 'befriend' && object.friend) {
    const name = object.friend.title;
    return (
      <Text as="span" muted>
        <Trans>and {name} are now friends</Trans>
      </Text>
    );
  }
  if (verb === 'join')
    return (
      <Text as="span" muted>
        <Trans>joined a challenge</Trans>
      </Text>
    );
  if (verb === 'finish')
    return (
      <Text as="span" muted>
        <Trans>finished a challenge</Trans>
      </Text>
    );
  return null;
}

/** When it was shared; of a workout when it was done, which a late upload does not change. */
function StoryTime({ story }: { story: Story }) {
  const { workout } = story.object;
  return (
    <Link href={workout ? `/workout/${workout.id}` : `/activity_feed/story/${story.id}`} variant="quiet">
      <RelativeTime date={workout?.start_datetime ?? story.published} />
      {story.edited && (
        <>
          {' · '}
          <Trans>edited</Trans>
        </>
      )}
    </Link>
  );
}

function ChallengeStory({ story: { object } }: { story: Story }) {
  const Icon = object.event === 'finished' ? TrophyIcon : FlagIcon;
  return (
    <Flex align="center" gap={3} bg="sunken" borderRadius="md" p={4} data-untranslated="">
      <Icon size={28} />
      <Link href={`/challenges/${object.id}`} variant="quiet" fontWeight={600} fontSize="lg">
        {object.text}
      </Link>
    </Flex>
  );
}

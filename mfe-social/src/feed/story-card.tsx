import { Trans, useLingui } from '@lingui/react/macro';
import type { Story, StoryActor } from '@waymark/api-contract';
import { EarlyPart } from '@waymark/remote/early/early-part';
import { MemberPicture, StoryText } from '@waymark/social';
import {
  Card,
  FlagIcon,
  GlobeIcon,
  Link,
  LockIcon,
  PRIVACY_NAMES,
  RelativeTime,
  TrophyIcon,
  UsersIcon,
} from '@waymark/ui';
import { lazy, Suspense } from 'react';
import './look.css';
import { photoPlaces } from './photo-layout.ts';
import { WorkoutStory } from './workout-story.tsx';

const StoryPhotos = lazy(() => import(/* webpackChunkName: "story-photos" */ './story-photos.tsx'));
const StoryReplies = lazy(async () => ({
  default: (await import(/* webpackChunkName: "story-replies" */ '@waymark/social/story-replies'))
    .StoryReplies,
}));
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
      className="wm-f-story"
    >
      <div className="wm-f-head">
        <MemberPicture member={actor} />
        <div className="wm-f-who">
          <div id={`story-${story.id}`} data-untranslated="">
            <MemberLink member={actor} /> <WhatHappened story={story} />
          </div>
          <div className="wm-f-when">
            <StoryTime story={story} />
            <PrivacyIcon size={14} label={i18n._(PRIVACY_NAMES[story.privacy])} />
          </div>
        </div>
        <Suspense fallback={<div className="wm-f-menu" />}>
          <StoryMenu story={story} />
        </Suspense>
      </div>
      {object.workout && <WorkoutStory story={story} workout={object.workout} />}
      {object.type === 'status' && <StoryText text={object.text} mentions={object.mentions} />}
      {object.type === 'challenge' && <ChallengeStory story={story} />}
      {object.type === 'friendship' && object.friend && (
        <div className="wm-f-head">
          <MemberPicture member={object.friend} />
          <MemberLink member={object.friend} />
        </div>
      )}
      {object.photos.length > 0 && (
        <Suspense fallback={<PhotoRoom photos={object.photos} />}>
          <StoryPhotos story={story} />
        </Suspense>
      )}
      <Suspense
        fallback={
          <EarlyPart name={`replies-${story.id}`}>
            <div className="wm-f-replies" />
          </EarlyPart>
        }
      >
        <StoryReplies story={story} isOpen={isOpen} />
      </Suspense>
    </Card>
  );
}

const MemberLink = ({ member: { id, title } }: { member: StoryActor }) => (
  <Link href={`/profile/${id}`} variant="quiet" className="wm-member">
    {title}
  </Link>
);

/** The photos' room while what shows them is loading. */
const PhotoRoom = ({ photos }: Pick<Story['object'], 'photos'>) => (
  <div className="wm-f-photos">
    {photoPlaces(photos).map(({ photo, ratio, isWide }) => (
      <div key={photo.id} data-wide={isWide ? '' : undefined} style={{ aspectRatio: ratio }} />
    ))}
  </div>
);

/** What somebody did, as the rest of a sentence that their name begins. */
function WhatHappened({ story: { verb, object } }: { story: Story }) {
  if (verb === 'befriend' && object.friend) {
    const name = object.friend.title;
    return (
      <span className="wm-f-muted">
        <Trans>and {name} are now friends</Trans>
      </span>
    );
  }
  if (verb === 'join')
    return (
      <span className="wm-f-muted">
        <Trans>joined a challenge</Trans>
      </span>
    );
  if (verb === 'finish')
    return (
      <span className="wm-f-muted">
        <Trans>finished a challenge</Trans>
      </span>
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
    <div className="wm-f-challenge" data-untranslated="">
      <Icon size={28} />
      <Link href={`/challenges/${object.id}`} variant="quiet" className="wm-member">
        {object.text}
      </Link>
    </div>
  );
}

// What each kind of notification says and where it leads, for the page, mails, digests and pushes alike. English is its
// own id in a page's translations. Without zod, for browsers.

const MODERATION_SENTENCES = {
  removed: 'A moderator removed something that you wrote or shared',
  suspended: 'A moderator suspended your account',
  suspension_ended: 'Your suspension has ended',
  appeal_upheld: 'Your appeal was turned down',
  appeal_overturned: 'Your appeal was accepted',
} as const;

/** What a notification of kind `moderation` tells. */
export type ModerationOutcome = keyof typeof MODERATION_SENTENCES;
export const MODERATION_OUTCOMES = Object.keys(MODERATION_SENTENCES) as ModerationOutcome[];

/** What a notification can be about, besides a friendship. */
export const NOTIFICATION_SUBJECTS = ['story', 'challenge', 'group', 'training_plan', 'decision'] as const;
export type NotificationSubject = (typeof NOTIFICATION_SUBJECTS)[number];

/** What a sentence depends on, as a `Notification` has it. */
interface SentenceParts {
  actor_count: number;
  object: { type: NotificationSubject | 'comment' } | null;
  outcome?: ModerationOutcome | undefined;
}

/** What a page is found by. */
interface PageParts {
  /** Who did it last. */
  actorId: number | undefined;
  subject: { type: NotificationSubject; id: number; isWorkout: boolean } | null;
}

interface NotificationWords {
  /** In the settings. */
  name: string;
  /** `<0/>` stands for who did it. Outside the page a full stop follows, or what it is about. */
  sentence: (parts: SentenceParts) => string;
  page: (parts: PageParts) => string;
  /** Mails and pushes leave out the text that it is about. */
  isUnquoted?: true;
}

const FEED = '/activity_feed';

function storyPage({ subject }: PageParts, anchor = ''): string {
  if (!subject) return FEED;
  return subject.isWorkout ? `/workout/${subject.id}${anchor}` : `${FEED}/story/${subject.id}`;
}
const commentPage = (parts: PageParts): string => storyPage(parts, '#comments');

const WORDS = {
  friend_request: {
    name: 'Friend requests',
    sentence: () => '<0/> wants to be your friend',
    page: () => '/people/friends?tab=requests',
  },
  friend_accepted: {
    name: 'Accepted requests',
    // Also of who followed a link that invites friends, whom nobody asked.
    sentence: ({ actor_count: count }) =>
      count > 1 ? '<0/> are now your friends' : '<0/> is now your friend',
    page: ({ actorId }) => (actorId === undefined ? FEED : `/profile/${actorId}`),
  },
  like: { name: 'Likes', sentence: () => '<0/> liked what you shared', page: storyPage },
  comment: { name: 'Comments on your posts', sentence: () => '<0/> commented', page: commentPage },
  answer: {
    name: 'Replies to your comments',
    sentence: () => '<0/> replied to your comment',
    page: commentPage,
  },
  mention: { name: 'Mentions', sentence: () => '<0/> mentioned you in a comment', page: commentPage },
  challenge: {
    name: 'Challenges',
    sentence: ({ object }) =>
      object?.type === 'group' ? '<0/> invited you to a group' : '<0/> invited you to a challenge',
    page: ({ subject }) => `/${subject?.type === 'group' ? 'groups' : 'challenges'}/${subject?.id ?? ''}`,
  },
  training_plan: {
    name: 'Training plans',
    sentence: () => 'Your training plan was adapted after your break',
    page: ({ subject }) => `/training-plans/started/${subject?.id ?? ''}`,
  },
  moderation: {
    name: 'Decisions of moderators',
    sentence: ({ outcome = 'removed' }) => MODERATION_SENTENCES[outcome],
    // The end of a suspension without an appeal has no decision.
    page: ({ subject }) => (subject ? '/moderation/decisions' : FEED),
    isUnquoted: true,
  },
} satisfies Record<string, NotificationWords>;

/** What members are told of. Each can be switched off for itself. */
export type NotificationKind = keyof typeof WORDS;
export const NOTIFICATION_WORDS: Readonly<Record<NotificationKind, NotificationWords>> = WORDS;
export const NOTIFICATION_KINDS = Object.keys(WORDS) as NotificationKind[];

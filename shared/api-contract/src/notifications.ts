import { z } from 'zod';
import { Id, IdParams, IdText, Links, type Call } from './common.ts';
import { notificationEndpoints } from './endpoints/social.ts';
import { MODERATION_OUTCOMES, NOTIFICATION_KINDS, NOTIFICATION_SUBJECTS } from './notification-kinds.ts';
import { StoryActor } from './stories.ts';

const Kind = z.enum(NOTIFICATION_KINDS);

/**
 * What happened, grouped: "Ana and 4 others like your run". It goes when its cause goes.
 * `actors` are the last three, `actor_count` all of them.
 */
export const Notification = z.object({
  id: Id,
  kind: Kind,
  actors: z.array(StoryActor),
  actor_count: z.number().int(),
  /** What it is about; null for requests and friendships. `text` is the start of the comment, or the name of the story. */
  object: z
    .object({
      type: z.enum([...NOTIFICATION_SUBJECTS, 'comment']),
      id: Id,
      text: z.string(),
    })
    .nullable(),
  /** Of kind `moderation`; those of before there were appeals have none. */
  outcome: z.enum(MODERATION_OUTCOMES).optional(),
  is_read: z.boolean(),
  created_datetime: z.string(),
  /** `page`: where it leads, as a path of the site. */
  _links: Links,
});
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z.object({
  _links: Links,
  _embedded: z.object({ notifications: z.array(Notification) }),
  unread_count: z.number().int(),
  total_count: z.number().int(),
});
export type NotificationList = z.infer<typeof NotificationList>;

/** Unread groups, counted up to 100. `latest` is the newest id there is; 0 without any. */
export const NotificationCount = z.object({ unread_count: z.number().int(), latest: z.number().int() });
export type NotificationCount = z.infer<typeof NotificationCount>;

/**
 * The `data` of each server-sent event `change`; its `id` is what `last-event-id` takes. A stream that is opened
 * anew after a gap starts with one event where anything changed meanwhile. Comment lines keep the connection open.
 * The stream ends after some minutes: open it again with the token of that time.
 */
export const NotificationEvent = NotificationCount.extend({
  /** The highest `position` in the home feed; 0 without any. */
  latest_story: z.number().int(),
  /** Grows when what the member's premium opens changes; 0 for who never had it. */
  premium_version: z.number().int(),
  /** Grows when the member gains or loses a friend: other things are shared with them now. */
  friends_version: z.number().int(),
});
export type NotificationEvent = z.infer<typeof NotificationEvent>;

const Channels = z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() });

/**
 * `email` collects what is unread in the digest, `push` goes to the browsers that the member subscribed. A kind that is
 * off in the product is off everywhere.
 */
export const NotificationSettings = z.object({
  kinds: z.record(Kind, Channels),
  email_digest: z.enum(['off', 'daily', 'weekly']),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsUpdate = z
  .object({
    kinds: z.partialRecord(Kind, Channels.partial()),
    email_digest: z.enum(['off', 'daily', 'weekly']),
  })
  .partial();

/** A browser that gets notifications, as long as it is signed in. */
export const PushSubscriptionEntry = z.object({
  id: Id,
  /** For instance `Firefox on Linux`; empty for one that is not recognised. */
  device: z.string(),
  /** Whether it is the session that asks. */
  is_current: z.boolean(),
  created_datetime: z.string(),
  last_sent_datetime: z.string().nullable(),
  _links: Links,
});
export type PushSubscriptionEntry = z.infer<typeof PushSubscriptionEntry>;

export const PushSubscriptionList = z.object({
  _embedded: z.object({ push_subscriptions: z.array(PushSubscriptionEntry) }),
  total_count: z.number().int(),
  /** What a browser takes as `applicationServerKey`, in base64url; null where there are no notifications in browsers. */
  server_key: z.string().nullable(),
});
export type PushSubscriptionList = z.infer<typeof PushSubscriptionList>;

const Base64Url = z.string().regex(/^[\w-]+$/);

/** The `toJSON` of a browser's `PushSubscription`. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({
    p256dh: Base64Url.length(87),
    auth: Base64Url.length(22),
  }),
});

export const notificationCalls = {
  list: {
    ...notificationEndpoints.list,
    summary: 'Own notifications, newest first',
    querystring: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: IdText.optional(),
    }),
    response: NotificationList,
  },
  count: {
    ...notificationEndpoints.count,
    summary: 'How many own notifications are unread',
    response: NotificationCount,
  },
  /** All up to this one; `latest` of the count for all. */
  markRead: {
    ...notificationEndpoints.markRead,
    summary: 'Mark notifications as read',
    body: z.object({ until: Id }),
    response: NotificationCount,
  },
  remove: {
    ...notificationEndpoints.remove,
    summary: 'Remove a notification',
    params: IdParams,
    status: 204,
  },
  /** `last-event-id` as a header, or in the query where the client cannot set it. */
  stream: {
    ...notificationEndpoints.stream,
    summary: 'Server-sent events: the count of unread notifications and the newest story, as they change',
    querystring: z.object({
      last_event_id: z.string().max(60).optional(),
      /** Closes the stream after so many seconds: for clients that ask again and again instead. */
      seconds: z.coerce.number().int().min(0).max(540).default(540),
    }),
  },
  settings: {
    ...notificationEndpoints.settings,
    summary: 'Of what the member is told, and how',
    response: NotificationSettings,
  },
  updateSettings: {
    ...notificationEndpoints.updateSettings,
    summary: 'Choose of what to be told, and how',
    body: NotificationSettingsUpdate,
    response: NotificationSettings,
  },
  pushSubscriptions: {
    ...notificationEndpoints.pushSubscriptions,
    summary: 'Own browsers that get notifications',
    response: PushSubscriptionList,
  },
  /** The same browser again replaces what it had, whoever was signed in there. */
  subscribeToPush: {
    ...notificationEndpoints.subscribeToPush,
    summary: 'Send notifications to this browser',
    body: PushSubscriptionBody,
    response: PushSubscriptionEntry,
    status: 201,
  },
  unsubscribeFromPush: {
    ...notificationEndpoints.unsubscribeFromPush,
    summary: 'Send no more notifications to a browser',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof notificationEndpoints, Call>;

import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const FeedPage = lazy(() => import(/* webpackChunkName: "feed" */ './feed/feed-page.tsx'));
const StoryPage = lazy(() => import(/* webpackChunkName: "story" */ './feed/story-page.tsx'));
const FriendsPage = lazy(() => import(/* webpackChunkName: "friends" */ './friends/friends-page.tsx'));
const FindFriendsPage = lazy(
  () => import(/* webpackChunkName: "find-friends" */ './find-friends/find-friends-page.tsx'),
);
const ProfilePage = lazy(() => import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx'));
const NotificationsPage = lazy(
  () => import(/* webpackChunkName: "notifications" */ './notifications/notifications-page.tsx'),
);
const NotificationSettingsPage = lazy(
  () => import(/* webpackChunkName: "notification-settings" */ './notifications/settings-page.tsx'),
);
const ContactsPage = lazy(() => import(/* webpackChunkName: "contacts" */ './contacts/contacts-page.tsx'));
const ModerationPage = lazy(
  () => import(/* webpackChunkName: "moderation" */ './moderation/moderation-page.tsx'),
);
const AppealsPage = lazy(() => import(/* webpackChunkName: "appeals" */ './moderation/appeals-page.tsx'));
const DecisionsPage = lazy(
  () => import(/* webpackChunkName: "decisions" */ './moderation/decisions-page.tsx'),
);

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  feed: <FeedPage />,
  story: <StoryPage />,
  friends: <FriendsPage />,
  'find-friends': <FindFriendsPage />,
  profile: <ProfilePage view="overview" />,
  'profile-feed': <ProfilePage view="feed" />,
  notifications: <NotificationsPage />,
  'notification-settings': <NotificationSettingsPage />,
  contacts: <ContactsPage />,
  moderation: <ModerationPage />,
  appeals: <AppealsPage />,
  decisions: <DecisionsPage />,
};

import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

const FeedPage = lazy(() => import(/* webpackChunkName: "feed" */ './feed/feed-page.tsx'));
const StoryPage = lazy(() => import(/* webpackChunkName: "story" */ './feed/story-page.tsx'));
const FriendsPage = lazy(() => import(/* webpackChunkName: "friends" */ './friends/friends-page.tsx'));
const FindFriendsPage = lazy(
  () => import(/* webpackChunkName: "find-friends" */ './find-friends/find-friends-page.tsx'),
);
const ProfilePage = lazy(() => import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx'));

/** The pages of this remote; their addresses, and who may see them, stand in `waymark.json`: the build compares the two. */
export function App() {
  return (
    <Routes>
      <Route path="/activity_feed" element={<FeedPage />} />
      <Route path="/activity_feed/story/:storyId" element={<StoryPage />} />
      <Route path="/people/friends" element={<FriendsPage />} />
      <Route path="/people/friends/find" element={<FindFriendsPage />} />
      <Route path="/profile/:userId" element={<ProfilePage view="overview" />} />
      <Route path="/profile/:userId/activity_feed" element={<ProfilePage view="feed" />} />
    </Routes>
  );
}

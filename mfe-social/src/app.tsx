import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

const FeedPage = lazy(() => import(/* webpackChunkName: "feed" */ './feed/feed-page.tsx'));
const StoryPage = lazy(() => import(/* webpackChunkName: "story" */ './feed/story-page.tsx'));

/** The pages of this remote; their addresses, and who may see them, stand in `waymark.json`: the build compares the two. */
export function App() {
  return (
    <Routes>
      <Route path="/activity_feed" element={<FeedPage />} />
      <Route path="/activity_feed/story/:storyId" element={<StoryPage />} />
    </Routes>
  );
}

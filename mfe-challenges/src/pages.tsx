import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const GoalsPage = lazy(() => import(/* webpackChunkName: "goals" */ './goals/goals-page.tsx'));
const CreateGoalPage = lazy(
  () => import(/* webpackChunkName: "create-goal" */ './goals/create-goal-page.tsx'),
);
const ChallengesPage = lazy(
  () => import(/* webpackChunkName: "challenges" */ './challenges/challenges-page.tsx'),
);
const ChallengePage = lazy(
  () => import(/* webpackChunkName: "challenge" */ './challenges/challenge-page.tsx'),
);
const EditChallengePage = lazy(
  () => import(/* webpackChunkName: "edit-challenge" */ './edit-challenge/edit-challenge-page.tsx'),
);
const LeaderboardPage = lazy(
  () => import(/* webpackChunkName: "leaderboard" */ './challenges/leaderboard-page.tsx'),
);
const GroupsPage = lazy(() => import(/* webpackChunkName: "groups" */ './groups/groups-page.tsx'));
const GroupPage = lazy(() => import(/* webpackChunkName: "group" */ './groups/group-page.tsx'));
const WorkoutReviewsPage = lazy(
  () => import(/* webpackChunkName: "workout-reviews" */ './moderation/workout-reviews-page.tsx'),
);
const LandingPage = lazy(() => import(/* webpackChunkName: "train-landing" */ './training/landing-page.tsx'));
const CataloguePage = lazy(
  () => import(/* webpackChunkName: "training-plans" */ './training/catalogue-page.tsx'),
);
const PlanPage = lazy(() => import(/* webpackChunkName: "training-plan" */ './training/plan-page.tsx'));
const EditorPage = lazy(() => import(/* webpackChunkName: "edit-plan" */ './training/editor-page.tsx'));
const StartedPage = lazy(() => import(/* webpackChunkName: "started-plan" */ './training/started-page.tsx'));
const SessionPage = lazy(
  () => import(/* webpackChunkName: "planned-session" */ './training/session-page.tsx'),
);

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  goals: <GoalsPage />,
  'create-goal': <CreateGoalPage />,
  challenges: <ChallengesPage />,
  'create-challenge': <EditChallengePage />,
  'edit-challenge': <EditChallengePage />,
  challenge: <ChallengePage />,
  'mobile-challenge': <ChallengePage isMobileView />,
  leaderboard: <LeaderboardPage />,
  groups: <GroupsPage />,
  group: <GroupPage />,
  'workout-reviews': <WorkoutReviewsPage />,
  'train-landing': <LandingPage />,
  'training-plans': <CataloguePage />,
  'training-plan': <PlanPage />,
  'create-plan': <EditorPage />,
  'edit-plan': <EditorPage />,
  'started-plan': <StartedPage />,
  'planned-session': <SessionPage />,
};

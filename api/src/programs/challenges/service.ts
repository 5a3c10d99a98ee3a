import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { announceAwards, awardsRoute, memberAwardsRoute } from './awards.ts';
import { readChallengesFile, takeUpFile } from './challenges-file.ts';
import { dailyCorrection } from './correct-challenge.ts';
import { challengeUpkeep, finishChallenges, tidyChangedBoards } from './finish-challenges.ts';
import { challengeSubscriptions, countOverdue } from './follow-workouts.ts';
import { groupRoutes } from './groups.ts';
import { declineRoute, inviteesRoute, inviteRoute } from './invitations.ts';
import { changeMembershipRoute, joinRoute, leaveRoute } from './join-challenge.ts';
import { leaderboardRoute } from './leaderboard.ts';
import { createRoute, endRoute, removeRoute, updateRoute } from './manage-challenges.ts';
import { decideRoute, explainRoute, findExclusion, reviewsRoute } from './review-workouts.ts';
import { contributionsRoute, detailsRoute, listRoute } from './read-challenges.ts';

export const challengesService: Service = {
  name: 'challenges',
  base: SERVICE_BASES.challenges,
  routes: [
    listRoute,
    detailsRoute,
    leaderboardRoute,
    awardsRoute,
    memberAwardsRoute,
    contributionsRoute,
    joinRoute,
    changeMembershipRoute,
    leaveRoute,
    explainRoute,
    reviewsRoute,
    decideRoute,
    createRoute,
    updateRoute,
    endRoute,
    removeRoute,
    inviteesRoute,
    inviteRoute,
    declineRoute,
    ...groupRoutes,
  ],
  subscriptions: challengeSubscriptions,
  answers: { exclusion: findExclusion },
  jobs(context) {
    challengeUpkeep.declare(context);
    dailyCorrection.declare(context);
  },
  checkConfiguration({ CHALLENGES_FILE }) {
    if (CHALLENGES_FILE) readChallengesFile(CHALLENGES_FILE);
  },
  async started(context) {
    await takeUpFile(context);
    await challengeUpkeep.next(context);
    await dailyCorrection.next(context);
  },
  async sweep(context) {
    await countOverdue(context);
    await tidyChangedBoards(context);
    await finishChallenges(context);
    await announceAwards(context);
  },
  // Members see their place while an import goes on.
  sweepPauseMs: 3000,
};

import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { announceAwards, awardsHandler, memberAwardsHandler } from './awards.ts';
import { readChallengesFile, takeUpFile } from './challenges-file.ts';
import { dailyCorrection } from './correct-challenge.ts';
import { challengeUpkeep, finishChallenges, tidyChangedBoards } from './finish-challenges.ts';
import { challengeSubscriptions, countOverdue } from './follow-workouts.ts';
import { groupRoutes } from './groups.ts';
import { declineHandler, inviteesHandler, inviteHandler } from './invitations.ts';
import { changeMembershipHandler, joinHandler, leaveHandler } from './join-challenge.ts';
import { leaderboardHandler } from './leaderboard.ts';
import { createHandler, endHandler, removeHandler, updateHandler } from './manage-challenges.ts';
import { decideHandler, explainHandler, findExclusion, reviewsHandler } from './review-workouts.ts';
import { contributionsHandler, detailsHandler, listHandler } from './read-challenges.ts';

export const challengesService: Service = {
  name: 'challenges',
  base: SERVICE_BASES.challenges,
  routes: [
    listHandler,
    detailsHandler,
    leaderboardHandler,
    awardsHandler,
    memberAwardsHandler,
    contributionsHandler,
    joinHandler,
    changeMembershipHandler,
    leaveHandler,
    explainHandler,
    reviewsHandler,
    decideHandler,
    createHandler,
    updateHandler,
    endHandler,
    removeHandler,
    inviteesHandler,
    inviteHandler,
    declineHandler,
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

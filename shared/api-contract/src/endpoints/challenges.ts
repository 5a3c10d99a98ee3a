import type { Endpoints } from './endpoint.ts';

export const challengeEndpoints = {
  list: {
    service: 'challenges',
    method: 'GET',
    path: '/v2/challenges',
    reads: ['challenges', 'workouts', 'friends'],
  },
  details: {
    service: 'challenges',
    method: 'GET',
    path: '/challenges/challenge/:id/details',
    reads: ['challenges', 'workouts', 'friends'],
  },
  leaderboard: {
    service: 'challenges',
    method: 'GET',
    path: '/widgets/challenges/:id/leaderboard',
    reads: ['challenges', 'workouts', 'friends'],
  },
  awards: {
    service: 'challenges',
    method: 'GET',
    path: '/v2/mobile/challenges/awards/:id',
    reads: ['challenges', 'workouts'],
  },
  memberAwards: {
    service: 'challenges',
    method: 'GET',
    path: '/v2/users/:id/awards',
    reads: ['challenges', 'friends', 'user'],
  },
  workouts: {
    service: 'challenges',
    method: 'GET',
    path: '/challenges/:id/workouts',
    reads: ['challenges', 'workouts'],
  },
  join: {
    service: 'challenges',
    method: 'POST',
    path: '/challenges/:id/users',
    changes: ['challenges', 'stories'],
  },
  changeMembership: {
    service: 'challenges',
    method: 'PATCH',
    path: '/challenges/:id/users/:userId',
    changes: ['challenges'],
  },
  leave: {
    service: 'challenges',
    method: 'DELETE',
    path: '/challenges/:id/users/:userId',
    changes: ['challenges'],
  },
  explain: {
    service: 'challenges',
    method: 'POST',
    path: '/challenges/workouts/:id/explanation',
    changes: ['challenges'],
  },
  reviews: { service: 'challenges', method: 'GET', path: '/v2/moderation/workouts', reads: ['challenges'] },
  decide: {
    service: 'challenges',
    method: 'PATCH',
    path: '/v2/moderation/workouts/:id',
    changes: ['challenges'],
  },
  create: { service: 'challenges', method: 'POST', path: '/v2/challenges', changes: ['challenges'] },
  update: { service: 'challenges', method: 'PUT', path: '/v2/challenges/:id', changes: ['challenges'] },
  end: { service: 'challenges', method: 'POST', path: '/v2/challenges/:id/end', changes: ['challenges'] },
  invitees: {
    service: 'challenges',
    method: 'GET',
    path: '/v2/challenges/:id/invitations',
    reads: ['challenges', 'friends'],
  },
  invite: {
    service: 'challenges',
    method: 'POST',
    path: '/v2/challenges/:id/invitations',
    changes: ['challenges'],
  },
  decline: {
    service: 'challenges',
    method: 'DELETE',
    path: '/v2/challenges/:id/invitations/:userId',
    changes: ['challenges'],
  },
  remove: {
    service: 'challenges',
    method: 'DELETE',
    path: '/v2/challenges/:id',
    changes: ['challenges', 'stories'],
  },
} as const satisfies Endpoints;

export const loyaltyEndpoints = {
  points: {
    service: 'loyalty',
    method: 'GET',
    path: '/rewards-points/:id',
    reads: ['workouts', 'challenges'],
  },
  status: { service: 'loyalty', method: 'GET', path: '/status/:id', reads: ['workouts', 'challenges'] },
} as const satisfies Endpoints;

import type { Endpoints } from './endpoint.ts';

export const loyaltyEndpoints = {
  points: {
    service: 'loyalty',
    method: 'GET',
    path: '/rewards-points/:id',
    reads: ['workouts', 'challenges'],
  },
  status: { service: 'loyalty', method: 'GET', path: '/status/:id', reads: ['workouts', 'challenges'] },
} as const satisfies Endpoints;

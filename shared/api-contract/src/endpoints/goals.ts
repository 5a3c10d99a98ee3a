import type { Endpoints } from './endpoint.ts';

export const goalEndpoints = {
  list: { service: 'main', method: 'GET', path: '/user_goal/', reads: ['goals', 'user'] },
  create: { service: 'main', method: 'POST', path: '/user_goal/', changes: ['goals'] },
  update: { service: 'main', method: 'PATCH', path: '/user_goal/:id/', changes: ['goals'] },
  progress: {
    service: 'main',
    method: 'GET',
    path: '/user_goal_progress/',
    reads: ['goals', 'workouts', 'user', 'privacy_zones'],
  },
} as const satisfies Endpoints;

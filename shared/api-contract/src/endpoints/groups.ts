import type { Endpoints } from './endpoint.ts';

export const groupEndpoints = {
  list: { service: 'challenges', method: 'GET', path: '/v2/groups', reads: ['challenges', 'friends'] },
  details: { service: 'challenges', method: 'GET', path: '/v2/groups/:id', reads: ['challenges', 'friends'] },
  create: { service: 'challenges', method: 'POST', path: '/v2/groups', changes: ['challenges'] },
  update: { service: 'challenges', method: 'PATCH', path: '/v2/groups/:id', changes: ['challenges'] },
  remove: { service: 'challenges', method: 'DELETE', path: '/v2/groups/:id', changes: ['challenges'] },
  link: { service: 'challenges', method: 'POST', path: '/v2/groups/:id/link' },
  join: { service: 'challenges', method: 'POST', path: '/v2/groups/:id/users', changes: ['challenges'] },
  leave: {
    service: 'challenges',
    method: 'DELETE',
    path: '/v2/groups/:id/users/:userId',
    changes: ['challenges'],
  },
  invitees: {
    service: 'challenges',
    method: 'GET',
    path: '/v2/groups/:id/invitations',
    reads: ['challenges', 'friends'],
  },
  invite: {
    service: 'challenges',
    method: 'POST',
    path: '/v2/groups/:id/invitations',
    changes: ['challenges'],
  },
  decline: {
    service: 'challenges',
    method: 'DELETE',
    path: '/v2/groups/:id/invitations/:userId',
    changes: ['challenges'],
  },
} as const satisfies Endpoints;

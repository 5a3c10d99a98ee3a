import type { Endpoints } from './endpoint.ts';

export const storyEndpoints = {
  list: {
    service: 'main',
    method: 'GET',
    path: '/activity_story/',
    reads: ['stories', 'friends', 'workouts'],
  },
  newer: { service: 'main', method: 'GET', path: '/activity_story/newer/', reads: ['stories', 'friends'] },
  one: {
    service: 'main',
    method: 'GET',
    path: '/activity_story/:id/',
    reads: ['stories', 'friends', 'workouts'],
  },
  create: { service: 'main', method: 'POST', path: '/activity_story/', changes: ['stories'] },
  update: { service: 'main', method: 'PATCH', path: '/activity_story/:id/', changes: ['stories'] },
  remove: { service: 'main', method: 'DELETE', path: '/activity_story/:id/', changes: ['stories'] },
  mentionable: {
    service: 'main',
    method: 'GET',
    path: '/activity_story/:id/mentionable/',
    reads: ['friends', 'stories'],
  },
  addPhotos: {
    service: 'main',
    method: 'POST',
    path: '/activity_story/:id/photos/',
    changes: ['stories'],
  },
  photo: { service: 'main', method: 'GET', path: '/story_photo/:id/:size/', answer: 'file' },
} as const satisfies Endpoints;

import type { Endpoints } from './endpoint.ts';

export const routeEndpoints = {
  list: { service: 'main', method: 'GET', path: '/route/', reads: ['routes', 'bookmarks'] },
  create: { service: 'main', method: 'POST', path: '/route/', changes: ['routes'] },
  one: { service: 'main', method: 'GET', path: '/route/:id/', reads: ['routes', 'bookmarks'] },
  packed: { service: 'main', method: 'GET', path: '/route/:id/packed/', answer: 'bytes', reads: ['routes'] },
  update: { service: 'main', method: 'PUT', path: '/route/:id/', changes: ['routes'] },
  remove: { service: 'main', method: 'DELETE', path: '/route/:id/', changes: ['routes'] },
  restore: { service: 'main', method: 'POST', path: '/route/:id/restore/', changes: ['routes'] },
  file: { service: 'main', method: 'GET', path: '/route/:id/export/', answer: 'file' },
  readFile: { service: 'main', method: 'POST', path: '/route/read_file/' },
  fromWorkout: {
    service: 'main',
    method: 'GET',
    path: '/route/from_workout/:id/',
    reads: ['workouts', 'recordings'],
  },
  bookmarks: { service: 'main', method: 'GET', path: '/route_bookmark/', reads: ['routes', 'bookmarks'] },
  bookmark: { service: 'main', method: 'POST', path: '/route_bookmark/', changes: ['bookmarks'] },
  removeBookmark: { service: 'main', method: 'DELETE', path: '/route_bookmark/:id/', changes: ['bookmarks'] },
  privacyToggle: { service: 'main', method: 'GET', path: '/social/privacy_toggle/', changes: ['routes'] },
  shareLink: { service: 'main', method: 'GET', path: '/route/:id/link/', reads: ['routes', 'links'] },
  renewShareLink: { service: 'main', method: 'POST', path: '/route/:id/link/', changes: ['links'] },
} as const satisfies Endpoints;

export const routingEndpoints = {
  route: { service: 'routing', method: 'GET', path: '/route' },
  coverage: { service: 'routing', method: 'GET', path: '/coverage' },
  tile: { service: 'routing', method: 'GET', path: '/tiles/:z/:x/:y.pbf', answer: 'file' },
  tileCredits: { service: 'routing', method: 'GET', path: '/tiles/credits' },
  roundTrip: { service: 'routing', method: 'GET', path: '/round_trip' },
  ways: { service: 'routing', method: 'POST', path: '/ways' },
} as const satisfies Endpoints;

export const elevationEndpoints = {
  heights: { service: 'elevation', method: 'POST', path: '/height' },
  shadingTile: { service: 'elevation', method: 'GET', path: '/shading/:z/:x/:y.webp', answer: 'file' },
  contourTile: { service: 'elevation', method: 'GET', path: '/contours/:z/:x/:y.pbf', answer: 'file' },
} as const satisfies Endpoints;

export const regionEndpoints = {
  states: { service: 'internal', method: 'GET', path: '/regions/states' },
  cities: { service: 'internal', method: 'GET', path: '/regions/cities' },
  city: { service: 'internal', method: 'GET', path: '/regions/city' },
  cityRoutes: { service: 'internal', method: 'GET', path: '/regions/city/routes/:slug' },
} as const satisfies Endpoints;

export const placeEndpoints = {
  search: { service: 'main', method: 'GET', path: '/search_for_city/' },
} as const satisfies Endpoints;

export const geocodeEndpoints = {
  search: { service: 'places', method: 'GET', path: '/search' },
  reverse: { service: 'places', method: 'GET', path: '/reverse' },
} as const satisfies Endpoints;

export const partnerEndpoints = {
  one: { service: 'main', method: 'GET', path: '/partner/:code/' },
} as const satisfies Endpoints;

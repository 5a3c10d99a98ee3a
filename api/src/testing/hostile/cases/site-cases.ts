import type { OperationCase } from '../operation-case.ts';
import { MAIN, byId } from './owner-things.ts';

const HOME = { lat: 52.2, lng: 21 };
const PLANNED = JSON.stringify({
  locations: [HOME, { lat: 52.21, lng: 21 }].map(({ lat, lng }) => ({ lat, lon: lng })),
  costing: 'pedestrian',
});

/** What tells nothing of any member. */
export const SITE_CASES: Record<string, OperationCase> = {
  // What tells nothing of any member
  'GET /platform/settings': { rule: 'public', request: () => ({}) },
  'GET /platform/rollouts': { rule: 'public', request: () => ({}) },
  'GET /services/geo/lookup': { rule: 'public', request: () => ({}) },
  'GET /services/house-ads/current': { rule: 'public', request: () => ({}) },
  // No folder of ads is configured here.
  'GET /services/house-ads/images/:name': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { name: '0123456789abcdef' } }),
  },
  'GET /services/routing/tiles/:z/:x/:y.pbf': {
    rule: 'public',
    status: 204,
    request: () => ({ params: { z: 12, x: 2286, y: 1350 } }),
  },
  'GET /services/routing/tiles/credits': { rule: 'public', request: () => ({}) },
  // No roads are imported here.
  'GET /services/routing/route': {
    rule: 'public',
    status: 422,
    request: () => ({ query: { json: PLANNED } }),
  },
  'GET /services/routing/coverage': { rule: 'public', request: () => ({}) },
  'GET /services/routing/round_trip': {
    rule: 'public',
    status: 422,
    request: () => ({ query: { ...HOME, length: 3000 } }),
  },
  'POST /services/routing/ways': {
    rule: 'public',
    request: () => ({ body: { encoded_polyline: '_p~iF~ps|U_ulLnnqC' } }),
  },
  // No heights are configured here.
  'GET /services/elevation/shading/:z/:x/:y.webp': {
    rule: 'public',
    status: 204,
    request: () => ({ params: { z: 12, x: 2286, y: 1350 } }),
  },
  'GET /services/elevation/contours/:z/:x/:y.pbf': {
    rule: 'public',
    status: 204,
    request: () => ({ params: { z: 12, x: 2286, y: 1350 } }),
  },
  'POST /services/elevation/height': {
    rule: 'public',
    request: () => ({ body: { encoded_polyline: '_p~iF~ps|U_ulLnnqC' } }),
  },
  'GET /internal/regions/states': { rule: 'public', request: () => ({ query: { country: 'us' } }) },
  'GET /internal/regions/cities': {
    rule: 'public',
    request: () => ({ query: { country: 'us', state: 'texas' } }),
  },
  'GET /internal/regions/city': {
    rule: 'public',
    request: () => ({ query: { country: 'us', slug: 'austin-tx' } }),
  },
  'GET /internal/regions/city/routes/:slug': {
    rule: 'public',
    request: () => ({ params: { slug: 'austin-tx' }, query: { country: 'us' } }),
  },
  [`GET ${MAIN}/search_for_city/`]: { rule: 'public', request: () => ({ query: { term: 'warsaw' } }) },
  'GET /services/places/search': { rule: 'public', request: () => ({ query: { q: 'Warsaw' } }) },
  'GET /services/places/reverse': { rule: 'public', request: () => ({ query: { lat: 52.2, lon: 21 } }) },
  [`GET ${MAIN}/partner/:code/`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { code: 'harbour' } }),
  },
  // A page of local installations, on which everybody is the developer; off as soon as a mail server is configured.
  'GET /mailbox': { rule: 'public', request: () => ({}) },
  'GET /mailbox/:id': { rule: 'public', status: 404, request: () => byId(1) },
  'GET /mailbox/:id/body': { rule: 'public', status: 404, request: () => byId(1) },
  'GET /developer': { rule: 'public', request: () => ({}) },
  'GET /developer/style.css': { rule: 'public', request: () => ({}) },
  'GET /services/openapi.json': { rule: 'public', request: () => ({}) },
};

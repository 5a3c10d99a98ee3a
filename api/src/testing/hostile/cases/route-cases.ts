import { formOf as uploadOf, gpx } from '../../../training/imports/testing/import-files.ts';
import { LOOP, northFrom, save } from '../../../maps/routes/testing.ts';
import type { Owner } from '../world.ts';
import type { OperationCase } from '../operation-case.ts';
import { MAIN, byId, ofRecorded, created, deleted } from './owner-things.ts';

const newRoute = async ({ call, marker, level }: Owner) => {
  const { id } = await save(call, { name: marker, privacy: level, points: northFrom(52.2, 21, 5) });
  return byId(id, `/route/${id}/`);
};
const newBookmark = async (owner: Owner) => {
  const route = await newRoute(owner);
  return created(owner, '/route_bookmark/', bookmarkOf(Number(route.params!['id'])));
};
const bookmarkOf = (id: number) => ({ _links: { route: [{ href: `/v7.1/route/${id}/`, id: String(id) }] } });

/** Routes and bookmarks. */
export const ROUTE_CASES: Record<string, OperationCase> = {
  // Routes
  [`GET ${MAIN}/route/`]: { rule: 'public', request: ({ member }) => ({ query: { user: member.userId } }) },
  [`POST ${MAIN}/route/`]: { rule: 'self', request: () => ({ body: LOOP }) },
  [`GET ${MAIN}/route/:id/`]: { rule: 'read', request: ({ routeId }) => byId(routeId) },
  [`GET ${MAIN}/route/:id/packed/`]: { rule: 'read', request: ({ routeId }) => byId(routeId) },
  [`PUT ${MAIN}/route/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newRoute(owner)), body: { description: owner.marker } }),
  },
  [`DELETE ${MAIN}/route/:id/`]: { rule: 'write', request: newRoute },
  [`POST ${MAIN}/route/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newRoute(owner), '/route/:id/'),
  },
  [`GET ${MAIN}/route/:id/link/`]: { rule: 'write', request: ({ routeId }) => byId(routeId) },
  [`POST ${MAIN}/route/:id/link/`]: {
    rule: 'owned',
    request: async ({ call, marker }) => byId((await save(call, { name: marker, privacy: 6 })).id),
  },
  [`GET ${MAIN}/route/:id/export/`]: {
    rule: 'read',
    request: ({ routeId }) => ({ ...byId(routeId), query: { format: 'gpx' } }),
  },
  [`POST ${MAIN}/route/read_file/`]: {
    rule: 'self',
    request: () => ({ body: uploadOf([['course.gpx', gpx('2025-01-02T08:00:00Z', { points: 20 })]]) }),
  },
  [`GET ${MAIN}/route/from_workout/:id/`]: { rule: 'write', request: ofRecorded },
  [`GET ${MAIN}/route_bookmark/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/route_bookmark/`]: {
    rule: 'read',
    request: ({ routeId }) => ({ body: bookmarkOf(routeId) }),
  },
  [`DELETE ${MAIN}/route_bookmark/:id/`]: { rule: 'owned', request: newBookmark },
  [`GET ${MAIN}/social/privacy_toggle/`]: {
    rule: 'write',
    request: async (owner) => {
      const { params, watch } = await newRoute(owner);
      const query = { content_type_id: 1, object_id: params!['id']!, set_privacy_to: owner.level };
      return { query, ...(watch && { watch }) };
    },
  },
};

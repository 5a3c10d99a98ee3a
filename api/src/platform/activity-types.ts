import { createHash } from 'node:crypto';
import { CATALOGUE, activityType as findType } from '@waymark/activities/catalogue';
import {
  activityTypeCalls,
  ActivityTypeList,
  SERVICE_BASES,
  type ActivityType,
  type Links,
} from '@waymark/api-contract';
import { hasEntityTag } from '../kernel/server/entity-tag.ts';
import { notFound } from '../kernel/server/errors.ts';
import { route, type Service } from '../kernel/server/route.ts';

type Entry = (typeof CATALOGUE)[number];

/** Browsers keep the catalogue for 30 days and then ask whether it changed. */
const CACHE = 'public, max-age=2592000';

const link = (id: number): Links[string] => [{ href: `/v7.1/activity_type/${id}/`, id: String(id) }];

export function presentActivityType(entry: Entry): ActivityType {
  return {
    id: entry.id,
    name: entry.name,
    has_children: entry.hasChildren,
    mets: entry.met,
    root_id: entry.rootId,
    parent_id: entry.parentId,
    _links: {
      self: link(entry.id),
      root: link(entry.rootId),
      ...(entry.parentId !== null && { parent: link(entry.parentId) }),
    },
  };
}

/** About 1,000 types that never change while the process runs: written once. */
const list = ActivityTypeList.parse({
  _embedded: { activity_types: CATALOGUE.map(presentActivityType) },
  total_count: CATALOGUE.length,
});
const bytes = Buffer.from(JSON.stringify(list));
const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const listHandler = route<typeof activityTypeCalls.list>({
  call: activityTypeCalls.list,
  access: 'anyone',
  lenient: true,
  async handler({ request, reply }) {
    reply.header('cache-control', CACHE).header('etag', tag);
    if (hasEntityTag(request, tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  },
});

const oneHandler = route<typeof activityTypeCalls.one>({
  call: activityTypeCalls.one,
  access: 'anyone',
  lenient: true,
  handler({ params, reply }) {
    const entry = findType(params.id);
    if (!entry) throw notFound('activity type');
    reply.header('cache-control', CACHE);
    return Promise.resolve(presentActivityType(entry));
  },
});

export const activityTypesService: Service = {
  name: 'activity types',
  base: SERVICE_BASES.main,
  routes: [listHandler, oneHandler],
};

import { z } from 'zod';
import { Id, IdParams, Links, type Call } from './common.ts';
import { activityTypeEndpoints } from './endpoints/members.ts';

export const ActivityType = z.object({
  id: Id,
  name: z.string(),
  has_children: z.boolean(),
  mets: z.number(),
  root_id: Id,
  parent_id: Id.nullable(),
  _links: Links,
});
export type ActivityType = z.infer<typeof ActivityType>;

export const ActivityTypeList = z.object({
  _embedded: z.object({ activity_types: z.array(ActivityType) }),
  total_count: z.number().int(),
});
export type ActivityTypeList = z.infer<typeof ActivityTypeList>;

export const activityTypeCalls = {
  list: {
    ...activityTypeEndpoints.list,
    summary: 'The whole catalogue',
    response: ActivityTypeList,
  },
  one: {
    ...activityTypeEndpoints.one,
    summary: 'One activity type',
    params: IdParams,
    response: ActivityType,
  },
} satisfies Record<keyof typeof activityTypeEndpoints, Call>;

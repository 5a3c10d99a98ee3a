import { z } from 'zod';
import { addressOf, type CaseRequest } from '../../../testing/hostile/operation-case.ts';
import { OPERATION_CASES } from '../../../testing/hostile/operation-cases.ts';
import type { Route } from '../../../kernel/server/route.ts';
import { services } from '../../../services.ts';
import type { Subject, ThingIds } from './subject.test-helper.ts';

export interface Operation {
  key: string;
  path: string;
  call: Route['call'];
}

/** Every call of every service: a new one is among them by itself. */
export const OPERATIONS: readonly Operation[] = services.flatMap(({ base, routes }) =>
  routes.map(({ call }) => ({ key: `${call.method} ${base}${call.path}`, path: base + call.path, call })),
);

/** What the first parameter of an address names, by the address. */
const THINGS_IN_PATHS: readonly [RegExp, keyof ThingIds][] = [
  [/\/(?:workout|activity_story|workout_association|from_workout)\/:id/u, 'workouts'],
  [/\/route\/:id/u, 'routes'],
  [/\/(?:user|user_stats|users|rewards-points|status|externaltokens)\/:id/u, 'members'],
  [/\/training_plan\/:plan/u, 'plans'],
  [/\/usergear\/:id/u, 'gear'],
  [/\/file_import\/:id/u, 'uploads'],
  [/\/v2\/groups\/:id/u, 'groups'],
  [/^\/services\/challenges\/.*:id/u, 'challenges'],
];

type Values = (subject: Subject, path: string) => readonly (string | number)[];
const OF_MEMBERS: Values = ({ ids }) => ids.members;
const OF_RECORDED: Values = ({ recorded }) => [recorded.id];
const NAME: Values = ({ marker }) => [marker];
const FIXED =
  (...values: (string | number)[]): Values =>
  () =>
    values;
/** Keys of links, which go with their id alone; parts of the same list, places on earth, forms of the same thing, or what belongs to one address in the case. */
const TELLS_NOTHING_MORE: Values = () => [];

/** What is asked for with a parameter of a query that is no choice out of few. */
const QUERY_VALUES: Readonly<Record<string, Values>> = {
  user: OF_MEMBERS,
  feed_id: OF_MEMBERS,
  friends_with: OF_MEMBERS,
  requested_friendship_with: OF_MEMBERS,
  suggested_friends_for: OF_MEMBERS,
  from_user: OF_MEMBERS,
  to_user: OF_MEMBERS,
  mmfUserId: OF_MEMBERS,
  // With each workout and what it takes beside them: see PAIRS.
  parent_story_id: OF_RECORDED,
  object_id: OF_RECORDED,
  workout: ({ ids }) => ids.workouts,
  object_ids: ({ ids }) => [ids.workouts.join(',')],
  ids: ({ ids }, path) =>
    path.includes('/user/')
      ? [ids.members.join(',')]
      : [(path.includes('/route/') ? ids.routes : ids.workouts).join(',')],
  gear_id: ({ gear }) => [gear.id],
  email: ({ member }) => [member.email],
  q: NAME,
  search: NAME,
  text_search: NAME,
  term: NAME,
  activity_group: FIXED('run'),
  activity_type: FIXED(16),
  activity_types: FIXED('16'),
  bounds: FIXED('-10,30,30,60'),
  close_to_location: FIXED('36.7,-4.4', '52.2,21'),
  since: FIXED(1),
  batch_id: ({ upload }) => [upload.batch_id],
  seconds: FIXED(0),
  of: FIXED('PL', 'DE', '50'),
  order_by: FIXED('-load', '-heartrate', '-distance'),
  ...Object.fromEntries(
    [
      ['limit', 'offset', 'before', 'after', 'until', 'last_event_id', 'weeks', 'key'],
      ['signature', 'viewer', 'v', 'version', 'device_id', 'domain', 'app_domain', 'user_locale', 'timezone'],
      ['country', 'state', 'slug', 'near', 'city', 'lat', 'lng', 'lon', 'search_radius'],
      ['started_after', 'started_before', 'from', 'to', 'date', 'month', 'year', 'week_start'],
      ['distance_min', 'distance_max', 'minimum_distance', 'maximum_distance', 'duration', 'distance'],
      ['parent_reply_id', 'json', 'length', 'heading', 'seed', 'exclude_locations'],
      ['content_type_id', 'set_privacy_to'],
    ]
      .flat()
      .map((name) => [name, TELLS_NOTHING_MORE]),
  ),
};

interface JsonProperty {
  enum?: (string | number)[];
  const?: string | number;
}

/** @throws Error for a parameter of which nobody has said what to ask */
function valuesOf(
  name: string,
  schema: JsonProperty,
  subject: Subject,
  path: string,
): readonly (string | number)[] {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const values = QUERY_VALUES[name];
  if (!values)
    throw new Error(
      `The walk does not know what to ask ${path} with “${name}”: say so in QUERY_VALUES of read-requests.test-helper.ts.`,
    );
  return values(subject, path);
}

/** Queries that ask what two parameters ask together. */
const PAIRS: Readonly<Record<string, (subject: Subject) => NonNullable<CaseRequest['query']>[]>> = {
  '/services/main/v7.1/activity_story/': ({ ids, member }) => {
    const object_type = 'workout';
    return [
      { object_type, object_ids: ids.workouts.join(',') },
      { object_type, feed_type: 'user', feed_id: member.userId },
      ...ids.workouts.flatMap((id): NonNullable<CaseRequest['query']>[] => [
        { object_type, object_id: id },
        { reply_type: 'like', parent_story_id: id },
        { reply_type: 'comment', parent_story_id: id },
      ]),
    ];
  },
};

/** A request of the declared case first, then all that differ from it in one parameter. */
export async function requestsOf(
  { key, path, call }: Operation,
  subject: Subject,
): Promise<{ address: string; request: CaseRequest }[]> {
  const request = await OPERATION_CASES[key]!.request(subject);
  const things: CaseRequest[] = [request];
  const thing = THINGS_IN_PATHS.find(([pattern]) => pattern.test(path))?.[1];
  const parameter = /:(\w+)/u.exec(path)?.[1];
  if (thing && parameter)
    for (const id of subject.ids[thing])
      things.push({ ...request, params: { ...request.params, [parameter]: id } });
  const { properties = {} } = call.querystring
    ? (z.toJSONSchema(call.querystring, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, JsonProperty>;
      })
    : {};
  if ('key' in properties && (thing === 'workouts' || thing === 'routes')) {
    const { id, key: keyOfLink } = subject.links[thing];
    things.push({ ...request, params: { id }, query: { ...request.query, key: keyOfLink } });
  }
  const variations = [...things];
  for (const [name, schema] of Object.entries(properties))
    for (const value of valuesOf(name, schema, subject, path)) {
      for (const variation of name === 'format' ? things : things.slice(0, 2))
        variations.push({ ...variation, query: { ...variation.query, [name]: value } });
      variations.push({ ...request, query: { [name]: value } });
    }
  for (const query of PAIRS[path]?.(subject) ?? []) variations.push({ ...request, query });
  const byAddress = new Map(variations.map((variation) => [addressOf(path, variation), variation]));
  return [...byAddress].map(([address, variation]) => ({ address, request: variation }));
}

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES } from '@waymark/api-contract';
import type { z } from 'zod';
import { services } from '../services.ts';
import type { Answer } from '../testing/api.ts';
import { ABSENT, fieldsOf, OpenApi, takesText, withValue } from './json-schema.ts';
import { addressOf, OPERATION_CASES } from './operation-cases.ts';
import { createWorld, type Owner, type World } from './world.ts';

const MAIN = SERVICE_BASES.main;
const operations = services.flatMap(({ base, routes }) =>
  routes.map(({ call }) => ({ call, key: `${call.method} ${base}${call.path}`, pattern: base + call.path })),
);
/** Calls by which nobody is signed in any more, or which have a body of texts that are secrets. */
const LEFT_OUT = new Set(['POST /auth/password/reset/:token']);
const withBody = operations.filter(({ call, key }) => call.body && !call.multipart && !LEFT_OUT.has(key));

let world: World;
let owner: Owner;
before(async () => {
  world = await createWorld({ env: { MAILBOX: 'true' } });
  owner = world.owners[3];
});
after(() => world.api.stop());

/** Everywhere that a thing of an operation is shown: detail, lists, session and what is computed from it. */
function viewsOf(pattern: string, id: number): string[] {
  const { recorded, member, routeId } = owner;
  const main = {
    user: [
      '/user/self/',
      `/user/${member.userId}/`,
      `/workout/${recorded.id}/`,
      `/dashboard/?user=${member.userId}`,
      `/user_stats/${member.userId}/training_load/?from=2026-01-01&to=2026-01-31`,
      '/workout/calculate/calories/?activity_type=16&duration=60',
      `/route/${routeId}/`,
    ],
    workout: [
      `/workout/${id}/`,
      `/workout/?user=${member.userId}&limit=100`,
      `/workout/${id}/export/?format=tcx`,
      `/workout/${id}/similar/`,
      `/workout/${id}/photos/`,
      `/weather/workout_association/${id}/`,
      `/dashboard/?user=${member.userId}&month=2026-05`,
      `/user_stats/${member.userId}/`,
      `/user_stats/${member.userId}/records/`,
      '/usergear/',
    ],
    route: [
      `/route/${id}/`,
      `/route/${id}/?field_set=simple`,
      `/route/?user=${member.userId}`,
      `/route/${id}/packed/`,
      ...['gpx', 'tcx', 'fit', 'kml'].map((format) => `/route/${id}/export/?format=${format}`),
      '/route_bookmark/',
    ],
    usergear: [`/usergear/${id}/`, '/usergear/', `/workout/${recorded.id}/`],
    workout_photo: [`/workout/${recorded.id}/photos/`, `/workout/${owner.logged.id}/photos/`],
    heart_rate_zones: ['/heart_rate_zones/', `/workout/${recorded.id}/`, '/user/self/'],
    threshold_power: ['/threshold_power/', `/workout/${recorded.id}/`],
    privacy_zones: ['/privacy_zones/', `/workout/${recorded.id}/`],
    device: ['/device/file_import/', '/device/file_import/report/'],
    route_bookmark: ['/route_bookmark/'],
  } as Record<string, string[]>;
  const [, thing = ''] = pattern.startsWith(MAIN) ? pattern.slice(MAIN.length).split('/') : [];
  return (main[thing] ?? []).map((where) => MAIN + where);
}

/** The schema of the answer at an address. */
function answerSchemaAt(address: string): z.ZodType | undefined {
  const where = address.split('?')[0]!.replace(/\/$/u, '').split('/');
  const found = operations.find(({ call, pattern }) => {
    const parts = pattern.replace(/\/$/u, '').split('/');
    return (
      call.method === 'GET' &&
      parts.length === where.length &&
      parts.every((part, i) => part.startsWith(':') || part === where[i])
    );
  });
  assert.ok(found, `No operation at ${address}`);
  return found.call.response;
}

function problemWith(what: string, answer: Answer, schema: z.ZodType | undefined): string[] {
  if (answer.status >= 500) return [`${what}: ${answer.status} ${answer.text}`];
  if (answer.status >= 400 || !schema) return [];
  const result = schema.safeParse(answer.body);
  return result.success
    ? []
    : [`${what}: ${result.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`];
}

test('[DATA-02] whatever field is written as null, as nothing or not at all, every view of it stays whole', async () => {
  const document = await world.api.call<ConstructorParameters<typeof OpenApi>[0]>(
    'GET',
    '/services/openapi.json',
  );
  const openApi = new OpenApi(document.body);
  const problems: string[] = [];
  let accepted = 0;
  for (const { key, call, pattern } of withBody) {
    const declared = OPERATION_CASES[key]!;
    const fields = [...fieldsOf(openApi.bodySchema(key) ?? {})];
    assert.ok(fields.length > 0, key);
    for (const [path, field] of fields) {
      for (const value of [null, ABSENT, ...(takesText(field) ? [''] : [])]) {
        const request = await declared.request(owner);
        const base = request.newBody ? request.newBody() : request.body;
        const address = addressOf(pattern, request);
        const what = `${key} with ${path.join('.')} ${value === ABSENT ? 'absent' : JSON.stringify(value)}`;
        const token = owner.member.token;
        const answer = await world.api.call<{ id?: number }>(call.method, address, {
          token,
          headers: request.headers ?? {},
          body: withValue(base, path, value),
        });
        problems.push(...problemWith(what, answer, call.response));
        if (answer.status >= 400) continue;
        accepted++;
        const id = Number(answer.body?.id ?? request.params?.['id'] ?? 0);
        for (const view of viewsOf(pattern, id)) {
          const schema = answerSchemaAt(view);
          const own = await world.api.call('GET', view, { token });
          if (own.status >= 400) problems.push(`${what}, ${view}: ${own.status}`);
          problems.push(...problemWith(`${what}, ${view}`, own, schema));
          const theirs = await world.api.call('GET', view, { token: world.stranger.token });
          problems.push(...problemWith(`${what}, ${view} as stranger`, theirs, schema));
        }
        if (!pattern.startsWith(`${MAIN}/user/`)) continue;
        const session = await world.api.call('GET', '/auth/session', { cookie: owner.member.cookie });
        problems.push(...problemWith(`${what}, session`, session, answerSchemaAt('/auth/session')));
      }
    }
  }
  assert.deepEqual([...new Set(problems)], []);
  assert.ok(accepted > 60, `${accepted} writes were accepted`);
});

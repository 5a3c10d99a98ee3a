import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type ErrorBody, SERVICE_BASES, type WorkoutList } from '@waymark/api-contract';
import type { z } from 'zod';
import { formOf, gpx, settled } from '../../training/imports/testing/import-files.ts';
import { services } from '../../services.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, RUN } from '../../training/workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

/** Texts that no member reads as words of another one: what is compared, signed or sent on as it is. */
const NOT_WORDS = new Set([
  'activity_groups',
  'authToken',
  'cc_token',
  'challenge',
  'code',
  'coupon',
  'coupon_id',
  'cvc',
  'default_for',
  'email',
  'device_id',
  'encoded_polyline',
  'error',
  'error_description',
  'identity',
  'iss',
  'keep',
  'key',
  'locale',
  'matrix_id',
  'number',
  'password',
  'plan',
  'preferred_language',
  'properties',
  'recaptchaToken',
  'recovery_code',
  'redirect_uri',
  'start_locale_timezone',
  'state',
  'time_zone',
  'type',
  'uacf-id',
]);
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const TURNED = 'abcd\u202Eefgh';

/** Each text within a schema, by its path. */
function* textsOf(schema: z.core.$ZodType, path = ''): Generator<[path: string, text: z.ZodType]> {
  const { def } = schema._zod as unknown as {
    def: {
      type: string;
      innerType?: z.core.$ZodType;
      element?: z.core.$ZodType;
      valueType?: z.core.$ZodType;
      in?: z.core.$ZodType;
      left?: z.core.$ZodType;
      right?: z.core.$ZodType;
      options?: z.core.$ZodType[];
      items?: z.core.$ZodType[];
      shape?: Record<string, z.core.$ZodType>;
      getter?: () => z.core.$ZodType;
    };
  };
  if (def.type === 'string') yield [path, schema as z.ZodType];
  for (const [name, field] of Object.entries(def.shape ?? {})) yield* textsOf(field, `${path}.${name}`);
  const inner = [def.innerType, def.element, def.valueType, def.in, def.left, def.right, def.getter?.()];
  for (const one of [...inner, ...(def.options ?? []), ...(def.items ?? [])])
    if (one) yield* textsOf(one, path);
}

test('[DATA-02] no text of any body is stored with characters that turn the direction of what follows', () => {
  const found: string[] = [];
  let cleaned = 0;
  for (const { routes } of services)
    for (const { call, rawBody } of routes) {
      if (!call.body || rawBody) continue;
      for (const [path, text] of textsOf(call.body)) {
        const { data } = text.safeParse(TURNED);
        if (data === 'abcdefgh') cleaned++;
        // Links only name ids.
        else if (data !== undefined && !path.includes('._links.') && !NOT_WORDS.has(lastOf(path)))
          found.push(`${call.method} ${call.path}: body${path}`);
      }
    }
  assert.deepEqual([...new Set(found)], [], 'SingleLine or MultiLine of the contract cleans them');
  assert.ok(cleaned > 40, `${cleaned} texts are cleaned`);
});

test('[DATA-02] names of the profile, workouts, gear, routes, applications and files are stored as one clean line', async () => {
  const member = await api.signUp({ first_name: '\u202EAnn\u200B', last_name: 'Lee\n' });
  const call = as(api, member);
  const name = '\u2066Zoe\u0308\r\nrun\u0007\u202E \u200B';
  const clean = 'Zoë run';
  const profile = await call<{ display_name: string }>('GET', '/user/self/');
  assert.equal(profile.body.display_name, 'Ann Lee');
  const line = [
    { lat: 52.2, lng: 21, order: 1 },
    { lat: 52.3, lng: 21, order: 2 },
  ];
  for (const [path, body] of [
    ['/workout/', { ...RUN, name, notes: `one\r\n${name}` }],
    ['/usergear/', { name, kind: 'shoes' }],
    ['/route/', { name, activity_type_id: 16, points: line }],
    ['/privacy_zones/', { name, lat: 52.2, lng: 21.01, radius: 300 }],
  ] as const) {
    const { body: made, status, text } = await call<{ name: string; notes?: string }>('POST', path, body);
    assert.ok(status < 300, text);
    assert.equal(made.name, clean, path);
    if (path === '/workout/') assert.equal(made.notes, 'one\nZoë\nrun \u200B');
  }
  const { status, text } = await call('POST', '/usergear/', { name: '\u200B\u3164', kind: 'shoes' });
  assert.equal(status, 400, text);
  const form = formOf([['a.gpx', gpx('2026-05-01T08:00:00Z', { name: 'Up\u202Egpj\u2069 \u200B' })]]);
  assert.equal((await call('POST', '/device/file_import/', form)).status, 202);
  await settled(call);
  const { workouts } = (await call<WorkoutList>('GET', '/workout/')).body._embedded;
  assert.deepEqual(workouts.map((workout) => workout.name).sort(), ['Upgpj', clean]);
  const course = formOf([['c.gpx', gpx('2026-05-01T08:00:00Z', { name: 'Lo\u202Eop\u200B' })]]);
  const read = await api.call<{ name: string }>('POST', `${SERVICE_BASES.main}/route/read_file/`, {
    token: member.token,
    body: course,
  });
  assert.equal(read.body.name, 'Loop', read.text);
});

test('[DATA-02] a letter that looks like one of another script is refused in names of members, groups, challenges, plans and apps', async () => {
  const member = await api.signUp({ first_name: 'Ann', last_name: 'Lee' });
  const call = as(api, member);
  const name = 'W\u0430y';
  const day = new Date().toISOString().slice(0, 10);
  const challenge = { title: name, kind: 'distance', first_day: day, last_day: day };
  const app = { name, redirect_uris: ['https://app.example/'], scopes: ['workout:read'] };
  const requests: [method: string, path: string, field: string, body: object][] = [
    ['POST', '/auth/signup', 'first_name', { email: 'ann@x.example', first_name: name }],
    ['PUT', `${SERVICE_BASES.main}/user/${member.userId}/`, 'display_name', { display_name: name }],
    ['PUT', `${SERVICE_BASES.main}/user/${member.userId}/`, 'last_name', { last_name: name }],
    ['POST', '/internal/oauth2/clients', 'name', app],
    ['POST', `${SERVICE_BASES.challenges}/v2/groups`, 'name', { name }],
    ['POST', `${SERVICE_BASES.challenges}/v2/challenges`, 'title', challenge],
    ['POST', `${SERVICE_BASES.main}/training_plan/`, 'title', { title: name }],
  ];
  for (const [method, path, field, body] of requests) {
    const { status, text } = await api.call(method, path, { token: member.token, body });
    assert.equal(status, 400, `${method} ${path}: ${text}`);
    const { diagnostics, field_problems: problems } = JSON.parse(text) as ErrorBody;
    assert.deepEqual(
      problems?.[field],
      [{ code: 'mixed_scripts', parameters: { character: '\u0430' } }],
      `${path}: ${text}`,
    );
    assert.match(
      diagnostics?.[field]?.[0] ?? '',
      /“\u0430” is of another script.*Write the word in one script/,
    );
  }
  // What nobody tells anybody by is folded only: files and devices bring such names.
  const own = await call<{ name: string }>('POST', '/usergear/', {
    name: `${name}\u200B\uE000`,
    kind: 'shoes',
  });
  assert.equal(own.body.name, name);
  const styled = await call<{ display_name: string }>('PUT', `/user/${member.userId}/`, {
    display_name: '\u{1D400}nn\u200C \uFF2Cee\u200F',
  });
  assert.equal(styled.body.display_name, 'Ann Lee');
  assert.equal((await call('PUT', `/user/${member.userId}/`, { display_name: 'Анна Smith' })).status, 200);
});

test('[DATA-02] no two members get usernames that look the same, also when both sign up at once', async () => {
  const skeletonOf = async ({ userId }: { userId: number }) => {
    const { username } = await api.context.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return username.replaceAll('rn', 'm').replaceAll('1', 'l').replaceAll('0', 'o');
  };
  await api.signUp({ first_name: 'Martin', last_name: 'Coil' });
  const members = await Promise.all([
    api.signUp({ first_name: 'Rnartin', last_name: 'Coil' }),
    api.signUp({ first_name: 'Martin', last_name: 'C0i1' }),
    api.signUp({ first_name: 'Martin', last_name: 'Coil' }),
  ]);
  const skeletons = await Promise.all(members.map(skeletonOf));
  assert.equal(new Set(['martincoil', ...skeletons]).size, 4, skeletons.join(' '));
});

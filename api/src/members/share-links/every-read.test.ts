import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Call } from '@waymark/api-contract';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { northFrom, save } from '../../maps/routes/testing.ts';
import { services } from '../../services.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { keyOf, renewKey } from './testing.ts';

/** Every read that names one thing by id, out of the contract: not a list that could forget one. */
const READS = services.flatMap(({ base, routes }) =>
  routes
    .filter(({ call }) => call.method === 'GET' && call.path.includes(':id') && !call.path.includes(':size'))
    .map(({ call }) => ({ call, path: base + call.path })),
);
const takesKey = ({ querystring }: Call): boolean =>
  querystring !== undefined &&
  querystring.safeParse({ key: 'a', format: 'gpx' }).data?.['key' as never] === 'a';

interface Thing {
  id: number;
  /** The same with level 3: what a reader by link is answered as well. */
  publicId: number;
  key: string;
}

let api: TestApi;
let member: TestMember;
let owner: As;
const readers: Record<string, TestMember | null> = { visitor: null };
const things: Record<string, Thing> = {};
const keys: Record<string, string | undefined> = {};
let missingId: number;

/** Two workouts of one file, a day apart: one accessible by link, one public. */
async function twins(files: readonly [string, string | Uint8Array<ArrayBuffer>][]): Promise<number[]> {
  const ids: number[] = [];
  for (const [at, file] of files.entries()) {
    const read = (await importAll(owner, [file])).get(file[0])!;
    ids.push(read.workouts[0]!.id);
    await owner('PUT', `/workout/${ids[at]!}/`, { privacy: at === 0 ? 6 : 3 });
  }
  return ids;
}

before(async () => {
  api = await startTestApi();
  member = await api.signUp();
  owner = as(api, member);
  readers['member'] = await api.signUp();
  readers['owner'] = member;
  missingId = api.context.newId();
  const [linked, open] = await twins([
    ['linked.gpx', gpx('2026-05-01T08:00:00Z')],
    ['open.gpx', gpx('2026-05-03T08:00:00Z')],
  ]);
  things['workout'] = { id: linked!, publicId: open!, key: '' };
  const [race] = await twins([['race.fit', new Uint8Array(triathlonFit(600))]]);
  const { body } = await owner<{ legs: { id: number }[] }>('GET', `/workout/${race!}/`);
  things['leg'] = { id: body.legs[4]!.id, publicId: open!, key: '' };
  const points = northFrom(52, 21, 40);
  const route = await save(owner, { privacy: 6, points });
  things['route'] = { id: route.id, publicId: (await save(owner, { points })).id, key: '' };
  keys['old'] = await keyOf(owner, 'workout', linked!);
  keys['old key of the route'] = await keyOf(owner, 'route', route.id);
  things['workout'].key = await renewKey(owner, 'workout', linked!);
  things['route'].key = await renewKey(owner, 'route', route.id);
  things['leg'].key = await keyOf(owner, 'workout', race!);
  keys['none'] = undefined;
  keys['empty'] = '';
  keys['wrong'] = 'AAAAAAAAAAAAAAAAAAAAAA';
  keys['with one letter more'] = `${things['workout'].key}A`;
  for (const [name, { key }] of Object.entries(things)) keys[`of the ${name}`] = key;
});
after(() => api.stop());

interface Seen {
  status: number;
  type: string | null;
  /** What a stranger would read, without the id that is another with each call. */
  body: string;
}

async function read(path: string, id: number, reader: TestMember | null, key?: string): Promise<Seen> {
  const query = new URLSearchParams({ format: 'gpx', ...(key !== undefined && { key }) });
  const answer = await fetch(`${api.url}${path.replace(':id', String(id))}?${query}`, {
    headers: reader ? { authorization: `Bearer ${reader.token}` } : {},
  });
  const body = (await answer.text()).replace(/"request_id":"[^"]*"/, '');
  return { status: answer.status, type: answer.headers.get('content-type'), body };
}

test('[DATA-03] every read that shows a public workout or route to a visitor takes the key of a link', async () => {
  const shown = new Set<string>();
  for (const { publicId } of Object.values(things))
    for (const { call, path } of READS) {
      const { status } = await read(path, publicId, null);
      if (status !== 200) continue;
      shown.add(path);
      assert.ok(takesKey(call), `${path} shows a thing and knows nothing of its link`);
    }
  assert.equal(shown.size, 11, [...shown].join('\n'));
});

for (const name of ['workout', 'leg', 'route'])
  for (const who of ['visitor', 'member', 'owner'])
    test(`[DATA-03] a ${name} that is accessible by link, read by ${who} with each key by every read`, async () => {
      const { id, publicId, key: right } = things[name]!;
      const reader = readers[who]!;
      let opened = 0;
      for (const { call, path } of READS) {
        // The whole has a story, its legs have none.
        if (name === 'leg' && path.includes('/activity_story/')) continue;
        const asPublic = await read(path, publicId, reader);
        const missing = await read(path, missingId, reader);
        for (const [which, key] of Object.entries(keys)) {
          const seen = await read(path, id, reader, key);
          const isOpen = who === 'owner' || (key === right && takesKey(call));
          const about = `${path} with the key ${which}`;
          if (isOpen) {
            assert.deepEqual([seen.status, seen.type], [asPublic.status, asPublic.type], about);
            if (seen.status === 200) opened++;
          } else assert.deepEqual(seen, missing, about);
        }
      }
      assert.ok(opened >= (name === 'route' ? 3 : 6), `${opened} reads opened`);
    });

test('[DATA-03] no answer to anybody but the owner holds a key, and the owner finds it in one call only', async () => {
  const all = Object.values(things).map(({ key }) => key);
  const asked = services.flatMap(({ base, routes }) =>
    routes
      .filter(
        ({ call }) =>
          call.method === 'GET' && !/logout|clear-legacy|mailbox|notification.stream/.test(call.path),
      )
      .flatMap(({ call }) =>
        Object.values(things).map(({ id, key }) => ({
          path: base + call.path.replace(':id', String(id)).replace(/:\w+/g, 'x'),
          queries: [`format=gpx&user=${member.userId}&ids=${id}&workout=${id}`, `format=gpx&key=${key}`],
        })),
      ),
  );
  for (const [who, reader] of Object.entries(readers)) {
    const holding = new Set<string>();
    for (const { path, queries } of asked)
      for (const query of queries) {
        const answer = await fetch(`${api.url}${path}?${query}`, {
          headers: reader ? { authorization: `Bearer ${reader.token}` } : {},
          redirect: 'manual',
        });
        const told = (await answer.text()) + JSON.stringify([...answer.headers]);
        if (all.some((key) => told.includes(key))) holding.add(path.replace(/\d{5,}/, ':id'));
      }
    const own = ['/services/main/v7.1/route/:id/link/', '/services/main/v7.1/workout/:id/link/'];
    assert.deepEqual([...holding].toSorted(), who === 'owner' ? own : [], who);
  }
});

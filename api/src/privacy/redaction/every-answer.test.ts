import assert from 'node:assert/strict';
import test from 'node:test';
import type { PrivacyZone, Workout, WorkoutList } from '@waymark/api-contract';
import { decodePolyline, unpackTracks } from '@waymark/streams';
import { decodeStreams, unpackStreams } from '../../recordings/streams/codec.ts';
import { parseContent } from '../../recordings/testing/parse-content.ts';
import { MISSING, type Streams } from '../../recordings/model/parsed-workout.ts';
import { importAll } from '../../imports/testing/import-files.ts';
import { keyOf } from '../../share-links/testing.ts';
import { services } from '../../services.ts';
import { startTestApi } from '../../testing/api.ts';
import { as } from '../../workouts/testing.ts';
import { areasOf, isHidden } from './hidden-areas.ts';
import { vectorOf } from './sphere.ts';
import { windingGpx } from '../testing.ts';

type Place = readonly [lat: number, lng: number];

function ofStreams({ n, columns: { lat, lng } }: Streams): Place[] {
  if (!lat || !lng) return [];
  return Array.from({ length: n }, (_, i): Place => [lat[i]! / 1e7, lng[i]! / 1e7]).filter(
    (_, i) => lat[i] !== MISSING,
  );
}

/** Every place anywhere in an answer of JSON: pairs by their usual names, and encoded lines. */
function ofJson(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(ofJson);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const found = Object.values(fields).flatMap(ofJson);
  const [lat, lng] = [
    fields['lat'] ?? fields['latitude'],
    fields['lng'] ?? fields['lon'] ?? fields['longitude'],
  ];
  if (typeof lat === 'number' && typeof lng === 'number') found.push([lat, lng]);
  if (typeof fields['polyline'] === 'string')
    found.push(...decodePolyline(fields['polyline']).map(([x, y]): Place => [y, x]));
  return found;
}

/** The places an answer tells, whatever its form. @throws for a form that this test cannot read */
async function placesIn(answer: Response): Promise<Place[]> {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length === 0 || type.startsWith('image/')) return [];
  if (type.endsWith('json')) return ofJson(JSON.parse(bytes.toString()));
  if (type === 'application/vnd.waymark.streams') return ofStreams(decodeStreams(unpackStreams(bytes)));
  if (type === 'application/vnd.waymark.tracks') {
    const { header, lat, lng } = unpackTracks(new Uint8Array(bytes).buffer);
    return Array.from(lat, (y, i): Place => [y * header.step, lng[i]! * header.step]);
  }
  if (/fit|gpx|tcx|xml|octet-stream/.test(type)) {
    return (await parseContent(bytes)).flatMap(({ streams }) => ofStreams(streams));
  }
  if (type.startsWith('text/')) return [];
  throw new Error(`Cannot read places from ${type}: teach this test how.`);
}

const HOME = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };
/** In the middle of each track: 60 points of 14.5 m from home. */
const CLUB = { name: 'Club', lat: 52.2 + 60 * 0.00013, lng: 21.01, radius: 100 };

/** Every way to ask a GET of the API about these ids: parameters by name, filters that calls take. */
function* waysToAsk(ids: readonly number[], owner: number): Generator<string> {
  const queries = [
    '',
    `?user=${owner}`,
    '?format=gpx',
    '?format=tcx',
    '?format=fit',
    `?ids=${ids.join(',')}`,
  ];
  for (const { base, routes } of services) {
    for (const { call } of routes) {
      if (call.method !== 'GET') continue;
      for (const id of [...ids, owner]) {
        const path =
          base + call.path.replace(':id', String(id)).replace(':size', 'small').replace(/:\w+/g, 'x');
        for (const query of queries) yield path + query;
        if (!call.path.includes(':id')) break;
      }
    }
  }
}

test('[DATA-03] no answer of any GET tells a stranger or a visitor a place inside a hidden circle', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  const mine = as(api, owner);
  await importAll(mine, [
    ['through.gpx', windingGpx('2026-05-01T08:00:00Z')],
    ['inside.gpx', windingGpx('2026-05-02T08:00:00Z', 15)],
  ]);
  const { body } = await mine<WorkoutList>('GET', '/workout/');
  const ids = body._embedded.workouts.map(({ id }) => id);
  assert.equal(ids.length, 2);
  for (const id of ids) await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  for (const zone of [HOME, CLUB]) {
    const { body: added } = await mine<PrivacyZone>('POST', '/privacy_zones/', zone);
    ids.push(added.id);
  }
  const areas = await areasOf(api.context.db, owner.userId);
  assert.equal(areas.circles.length, 2);

  const walk = async (token: string | null) => {
    let places = 0;
    const inside: string[] = [];
    const told = new Set<string>();
    for (const path of waysToAsk(ids, owner.userId)) {
      const answer = await fetch(api.url + path, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        // The hand-over to the help desk leads away from the API.
        redirect: 'manual',
      });
      // The stream of a member's own notifications does not end.
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        await answer.body?.cancel();
        continue;
      }
      const found = await placesIn(answer);
      places += found.length;
      if (found.length > 0) told.add(path.replace(/\?.*/, ''));
      if (found.some(([lat, lng]) => isHidden(areas, vectorOf(lat, lng)))) inside.push(path);
    }
    return { places, inside, told };
  };
  for (const token of [other.token, null]) {
    const { inside, told } = await walk(token);
    assert.deepEqual(inside, []);
    // The walk did meet what it is about: the details, streams, series, list and dashboard of the first workout.
    assert.ok(told.size >= 5, [...told].join('\n'));
  }
  // The same walk finds places inside in the owner's answers: it can tell.
  const own = await walk(owner.token);
  assert.ok(own.inside.length >= 10, own.inside.join('\n'));
});

test('[DATA-03] a workout inside a zone has no track and no series for others, and its figures are rounded', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  await importAll(as(api, owner), [['inside.gpx', windingGpx('2026-05-02T08:00:00Z', 15)]]);
  const { body } = await as(api, owner)<WorkoutList>('GET', '/workout/');
  const { id } = body._embedded.workouts[0]!;
  await as(api, owner)('PUT', `/workout/${id}/`, { privacy: 6 });
  await as(api, owner)('POST', '/privacy_zones/', HOME);
  const theirs = as(api, other);
  const query = `?key=${await keyOf(as(api, owner), 'workout', id)}`;
  const page = await theirs<Workout>('GET', `/workout/${id}/${query}`);
  assert.deepEqual(page.body.preview, { polyline: null, bounds: null });
  assert.equal(page.body.has_hidden_part, true);
  assert.equal(page.body.has_time_series, false);
  const { distance_total, elapsed_time_total, active_time_total } = page.body.aggregates;
  assert.deepEqual([distance_total, elapsed_time_total, active_time_total], [500, 300, 300]);
  assert.equal((await theirs('GET', `/workout/${id}/time_series/${query}`)).status, 404);
  assert.equal((await theirs('GET', `/workout/${id}/streams/${query}`)).status, 204);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type {
  GeocodeAnswer,
  PlaceSuggestion,
  RouteBookmarkList,
  RouteDetail,
  RouteList,
} from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { OTHER_COURSES, OWN_COURSES } from './courses.ts';
import { addDemoRoutes, type DemoMember } from './routes.ts';

const memberOf = (api: TestApi, { token, userId }: TestMember): DemoMember => ({
  userId,
  call: async <T>(method: string, path: string, body?: unknown) => {
    const answer = await api.call<T>(method, path, { token, body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  },
});

test('[ROUTE-09] the demo has routes on the streets of its town: public ones, a private one, a bookmarked one; once', async (t) => {
  const api = await startTestApi({ env: { DEMO: 'true' } });
  t.after(() => api.stop());
  const [own, other] = [memberOf(api, await api.signUp()), memberOf(api, await api.signUp())];
  await addDemoRoutes(own, other);
  const listed = (path: string) => own.call<RouteList>('GET', `/services/main/v7.1/route/?${path}&limit=100`);
  const near = await listed('close_to_location=0.5,-150&search_radius=20000');
  const publicOnes = [...OWN_COURSES, ...OTHER_COURSES].filter(({ privacy }) => privacy === 3);
  assert.equal(near.total_count, publicOnes.length);
  assert.equal((await listed(`user=${own.userId}`)).total_count, OWN_COURSES.length);
  const kept = await own.call<RouteBookmarkList>('GET', '/services/main/v7.1/route_bookmark/');
  assert.deepEqual(
    kept._embedded.route_bookmarks.map(({ route }) => route.name),
    [OTHER_COURSES[0]!.name],
  );

  const distances = near._embedded.routes.map(({ distance }) => distance);
  assert.ok(Math.min(...distances) < 4000 && Math.max(...distances) > 25_000, distances.join(', '));
  for (const { id, name } of near._embedded.routes) {
    const { points, ascent } = await own.call<RouteDetail>('GET', `/services/main/v7.1/route/${id}/`);
    // By streets: far more points than were set, and turns told on the way.
    assert.ok(points.length > 10 && points.some(({ notes }) => notes), name);
    assert.ok(ascent !== null && ascent > 0, name);
  }
  const suggestions = async (term: string) => {
    const path = `/services/main/v7.1/search_for_city/?term=${term}`;
    const { suggestions: found } = await own.call<{ suggestions: PlaceSuggestion[] }>('GET', path);
    return found.map(({ label, value }) => `${label} at ${value}`);
  };
  assert.equal((await suggestions('demo'))[0], 'Demo town at 0.5,-150');
  assert.ok(!(await suggestions('dems')).some((one) => one.startsWith('Demo town')));
  for (const asked of ['search?q=Demo%20Town', 'reverse?lat=0.51&lon=-149.99']) {
    const { features } = await own.call<GeocodeAnswer>('GET', `/services/places/${asked}`);
    assert.equal(features[0]?.properties.locality, 'Demo town', asked);
  }
  assert.equal(near._embedded.routes[0]!.locality, 'Demo town');
  // Its last street is 4.4 km from the middle: the sea beyond has no name.
  for (const place of ['lat=0.545&lon=-150', 'lat=0.5&lon=-149.955', 'lat=0.455&lon=-150.045']) {
    const { features } = await own.call<GeocodeAnswer>('GET', `/services/places/reverse?${place}`);
    assert.deepEqual(features, [], place);
  }
  await addDemoRoutes(own, other);
  assert.equal(
    (await listed('close_to_location=0.5,-150&search_radius=20000')).total_count,
    publicOnes.length,
  );
});

test('where the invented town is not offered no routes are drawn in it', async (t) => {
  const api = await startTestApi({ env: { ROUTING_DEMO: 'false' } });
  t.after(() => api.stop());
  const [own, other] = [memberOf(api, await api.signUp()), memberOf(api, await api.signUp())];
  await addDemoRoutes(own, other);
  const { suggestions } = await own.call<{ suggestions: PlaceSuggestion[] }>(
    'GET',
    '/services/main/v7.1/search_for_city/?term=demo',
  );
  assert.ok(suggestions.every(({ label }) => label !== 'Demo town'));
  assert.deepEqual(await api.context.db.selectFrom('routes').select('id').execute(), []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { SimilarWorkouts, Story, Workout, WorkoutList } from '@waymark/api-contract';
import { befriend } from '../../../members/friends/testing.ts';
import { importAll } from '../../imports/testing/import-files.ts';
import { parseContent } from '../../../recordings/testing/parse-content.ts';
import { decodeStreams, unpackStreams } from '../../../recordings/streams/codec.ts';
import { startTestApi } from '../../../testing/api.ts';
import { as } from '../../workouts/testing.ts';
import { windingGpx } from '../testing.ts';

test('[DATA-03] a workout whose map is hidden shows others its figures and no place, in every form; its owner sees all', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, friend, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
  await befriend(api, owner, friend);
  const mine = as(api, owner);
  await importAll(mine, [
    ['one.gpx', windingGpx('2026-05-01T08:00:00Z')],
    ['same.gpx', windingGpx('2026-05-02T08:00:00Z')],
  ]);
  const { body: list } = await mine<WorkoutList>('GET', '/workout/');
  const [id, other] = list._embedded.workouts.map((workout) => workout.id) as [number, number];
  for (const one of [id, other]) await mine('PUT', `/workout/${one}/`, { privacy: 3 });
  const whole = (await mine<Workout>('GET', `/workout/${id}/`)).body;

  const streamsFor = async (token: string | null, tag?: string) => {
    const answer = await fetch(`${api.url}/services/main/v7.1/workout/${id}/streams/`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(tag && { 'if-none-match': tag }) },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const columns = answer.status === 200 ? Object.keys(decodeStreams(unpackStreams(bytes)).columns) : [];
    return { status: answer.status, columns, tag: answer.headers.get('etag')! };
  };
  const before = await streamsFor(stranger.token);
  assert.ok(before.columns.includes('lat'));

  const { status } = await mine<Story>('PATCH', `/activity_story/${id}/`, { is_map_hidden: true });
  assert.equal(status, 200);
  const after = await streamsFor(stranger.token, before.tag);
  assert.equal(after.status, 200, 'what a browser has kept is not taken as the same');

  for (const [name, viewer] of [
    ['friend', friend],
    ['stranger', stranger],
    ['visitor', null],
  ] as const) {
    const theirs = as(api, viewer);
    const { body: shown } = await theirs<Workout>('GET', `/workout/${id}/`);
    assert.equal(shown.aggregates.distance_total, whole.aggregates.distance_total, name);
    assert.deepEqual(shown.preview, { polyline: null, bounds: null }, name);
    assert.equal(shown.locality, '', name);
    assert.equal(shown.route, null, name);
    const { columns } = await streamsFor(viewer?.token ?? null);
    assert.ok(!columns.includes('lat') && !columns.includes('lng'), `${name}: ${columns.join()}`);
    const series = await theirs('GET', `/workout/${id}/time_series/`);
    assert.doesNotMatch(series.text, /"(?:lat|position)"/, name);
    const listed = (await theirs<WorkoutList>('GET', `/workout/?user=${owner.userId}`)).body._embedded
      .workouts;
    assert.equal(listed.find((one) => one.id === id)?.preview.polyline, null, name);
    assert.ok(listed.find((one) => one.id === other)?.preview.polyline, `${name}: the other keeps its map`);
    for (const [from, to] of [
      [id, other],
      [other, id],
    ]) {
      const { body } = await theirs<SimilarWorkouts>('GET', `/workout/${from}/similar/`);
      assert.ok(
        !body.workouts.some((one) => one.id === to),
        `${name}: that it is the same course tells where`,
      );
    }
    if (viewer)
      for (const format of ['gpx', 'tcx', 'fit']) {
        const answer = await fetch(`${api.url}/services/main/v7.1/workout/${id}/export/?format=${format}`, {
          headers: { authorization: `Bearer ${viewer.token}` },
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status !== 200) continue;
        const parsed = await parseContent(bytes).catch(() => []);
        assert.ok(
          parsed.every(({ streams }) => streams.columns.lat === undefined),
          `${name}: ${format}`,
        );
        assert.doesNotMatch(bytes.toString('latin1'), /LatitudeDegrees|lat="/, `${name}: ${format}`);
      }
    const { body: story } = await theirs<Story>('GET', `/activity_story/${id}/`);
    assert.equal(story.object.workout?.preview.polyline, null, name);
  }
  assert.deepEqual((await mine<Workout>('GET', `/workout/${id}/`)).body.preview, whole.preview);
  await mine('PATCH', `/activity_story/${id}/`, { is_map_hidden: false });
  assert.ok((await streamsFor(stranger.token)).columns.includes('lat'));
});

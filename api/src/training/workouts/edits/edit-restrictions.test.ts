import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  SERVICE_BASES,
  type Story,
  type StoryList,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { befriend } from '../../../members/friends/testing.ts';
import { importAll, settled } from '../../imports/testing/import-files.ts';
import { windingGpx } from '../../privacy/testing.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as } from '../testing.ts';
import { type Editor, editor } from './testing.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const REFUSED = { is_map_hidden: true, is_hidden_from_feed: true, has_comments: false };
const OPEN = { is_map_hidden: false, is_hidden_from_feed: false, has_comments: true };

const MORNING = '2026-05-01T08:00:00Z';
const LATER = '2026-05-01T08:20:00Z';

/** A member with public workouts of ten minutes each, and a friend who looks at them. */
async function publicWorkouts(...starts: string[]) {
  const owner = await editor(api);
  const friend = await api.signUp();
  await befriend(api, owner.member, friend);
  const files = starts.map((start, i) => [`${i}.gpx`, windingGpx(start)] as const);
  const ids = (await owner.bring(...files)).map(({ id }) => id);
  for (const id of ids) await owner.call('PUT', `/workout/${id}/`, { privacy: 3 });
  return { owner, friend: as(api, friend), ids };
}

const restrict = async (owner: Editor, id: number, settings: object = REFUSED) =>
  assert.equal((await owner.call('PATCH', `/activity_story/${id}/`, settings)).status, 200);

const settingsOf = async (owner: Editor, id: number) =>
  (await owner.call<Story>('GET', `/activity_story/${id}/`)).body.settings;

/** No place of the workout, in no form, for strangers; not in the feed of a friend, who cannot comment on it. */
async function checkRefused(
  { owner, friend }: Pick<Awaited<ReturnType<typeof publicWorkouts>>, 'owner' | 'friend'>,
  id: number,
  way: string,
): Promise<void> {
  assert.deepEqual(await settingsOf(owner, id), REFUSED, way);
  const stranger = as(api, await api.signUp());
  const page = (await stranger<Workout>('GET', `/workout/${id}/`)).body;
  assert.deepEqual([page.preview, page.route], [{ polyline: null, bounds: null }, null], way);
  const list = (await stranger<WorkoutList>('GET', `/workout/?user=${owner.member.userId}`)).body._embedded;
  assert.equal(list.workouts.find((one) => one.id === id)!.preview.polyline, null, way);
  const streams = await stranger('GET', `/workout/${id}/time_series/`);
  assert.doesNotMatch(streams.text, /"(?:lat|position)"/, way);
  const gpx = await stranger('GET', `/workout/${id}/export/?format=gpx`);
  assert.doesNotMatch(gpx.text, /<trkpt/, way);
  const feed = (await friend<StoryList>('GET', '/activity_story/?feed_type=friends')).body._embedded;
  assert.ok(!feed.stories.some((story) => story.id === id), `${way}: feed`);
  const comment = { verb: 'comment', object: { type: 'story', id, text: 'Nice' } };
  const { status } = await friend('POST', '/activity_story/', comment);
  assert.ok(status >= 400, `${way}: comment ${status}`);
}

test('[WORK-06] [DATA-03] what was refused for a workout holds for both parts of its split, at once, and for it after undoing', async () => {
  const world = await publicWorkouts(MORNING);
  const { owner, ids } = world;
  const id = ids[0]!;
  await restrict(owner, id);
  const stranger = as(api, null);
  const split = new AbortController();
  const watch = (async () => {
    while (!split.signal.aborted) {
      const { body } = await stranger<WorkoutList>('GET', `/workout/?user=${owner.member.userId}`);
      for (const { preview } of body._embedded.workouts) assert.equal(preview.polyline, null);
    }
  })();
  const { body } = await owner.edit(`/splitWorkout/${id}`, { at: [200, 400] });
  split.abort();
  await watch;
  assert.equal(body.workouts.length, 3);
  for (const part of body.workouts) await checkRefused(world, part.id, 'split');
  await owner.edit(`/workoutEdits/${body.edit.id}/undo`);
  await checkRefused(world, id, 'split undone');
});

test('[WORK-06] [DATA-03] a part whose map is hidden after a split hides it of the whole when that comes back', async () => {
  const { owner, ids } = await publicWorkouts(MORNING);
  const { body } = await owner.edit(`/splitWorkout/${ids[0]}`, { at: [300] });
  await restrict(owner, body.workouts[1]!.id, { is_map_hidden: true });
  await owner.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(await settingsOf(owner, ids[0]!), { ...OPEN, is_map_hidden: true });
});

for (const [name, hidden] of [
  ['first', 0],
  ['second', 1],
] as const)
  test(`[WORK-06] [DATA-03] a merge is as restricted as the ${name} of its workouts, and undone each is what it was`, async () => {
    const world = await publicWorkouts(MORNING, LATER);
    const { owner, ids } = world;
    await restrict(owner, ids[hidden]!);
    const { body } = await owner.edit('/mergeWorkouts', { ids });
    await checkRefused(world, body.workouts[0]!.id, 'merge');
    await owner.edit(`/workoutEdits/${body.edit.id}/undo`);
    await checkRefused(world, ids[hidden]!, 'merge undone');
    assert.deepEqual(await settingsOf(owner, ids[1 - hidden]!), OPEN);
  });

test('[WORK-06] [DATA-03] what is refused for a merge holds for each workout when it is undone', async () => {
  const { owner, ids } = await publicWorkouts(MORNING, LATER);
  await restrict(owner, ids[1]!, { has_comments: false });
  const { body } = await owner.edit('/mergeWorkouts', { ids });
  await restrict(owner, ids[0]!, { is_map_hidden: true });
  await owner.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(await settingsOf(owner, ids[0]!), { ...OPEN, is_map_hidden: true });
  assert.deepEqual(await settingsOf(owner, ids[1]!), { ...OPEN, is_map_hidden: true, has_comments: false });
});

test('[WORK-06] [DATA-03] a cut and a copy keep what was refused', async () => {
  const world = await publicWorkouts(MORNING);
  const { owner, ids } = world;
  await restrict(owner, ids[0]!);
  const cut = await owner.edit(`/cutWorkout/${ids[0]}`, { keep: [{ from: 60, to: 400 }] });
  await checkRefused(world, cut.body.workouts[0]!.id, 'cut');
  const copy = await owner.call<Workout>('POST', `/workout/${ids[0]}/copy/`, {});
  assert.equal(copy.status, 201);
  await checkRefused(world, copy.body.id, 'copy');
});

/** Imports a file that is a duplicate of several workouts, and replaces them. */
async function replaceBy(owner: Editor, content: string): Promise<number> {
  const waiting = (await importAll(owner.call, [['again.gpx', content]])).get('again.gpx')!;
  assert.equal(waiting.state, 'duplicate');
  await owner.call('POST', `/device/file_import/${waiting.id}/resolution/`, { choice: 'replace' });
  return (await settled(owner.call)).find(({ id }) => id === waiting.id)!.workouts[0]!.id;
}

test('[WORK-03] [DATA-03] a file that replaces a workout replaces nothing that was refused for it', async () => {
  const world = await publicWorkouts(MORNING);
  const { owner, ids } = world;
  await restrict(owner, ids[0]!);
  const id = await replaceBy(owner, windingGpx(MORNING, 118));
  assert.notEqual(id, ids[0]);
  await checkRefused(world, id, 'replace');
});

test('[WORK-03] [DATA-03] what replaces one workout for friends and one by link is for neither', async () => {
  const { owner, ids } = await publicWorkouts(MORNING);
  const other = await owner.call<Workout>('POST', `/workout/${ids[0]}/copy/`, { start_datetime: MORNING });
  await owner.call('PUT', `/workout/${ids[0]}/`, { privacy: 1 });
  await owner.call('PUT', `/workout/${other.body.id}/`, { privacy: 6 });
  const id = await replaceBy(owner, windingGpx(MORNING, 118));
  for (const old of [ids[0]!, other.body.id]) assert.equal((await owner.one(old)).status, 404);
  assert.equal((await owner.one(id)).body.privacy, 0);
});

test('[WORK-03] [DATA-03] notes of a file that shares them stay with their owner where the workout did not share its owner', async () => {
  const { owner, ids } = await publicWorkouts(MORNING);
  const id = ids[0]!;
  await owner.call('PUT', `/workout/${id}/`, { notes: 'See the doctor.', are_notes_shared: true });
  const path = `${SERVICE_BASES.main}/workout/${id}/export/?format=gpx`;
  const file = (await api.call('GET', path, { token: owner.member.token })).text;
  await owner.call('PUT', `/workout/${id}/`, { are_notes_shared: false });
  const before_ = (await owner.one(id)).body;
  const replaced = await replaceBy(owner, file.replace('08:00:00', '08:00:01'));
  const now = (await owner.one(replaced)).body;
  assert.deepEqual([now.notes, now.are_notes_shared], [before_.notes, false]);
});

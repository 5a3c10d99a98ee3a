import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Workout, WorkoutUpdate } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from './testing.ts';

let api: TestApi;
let call: As;

before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
});
after(() => api.stop());

const one = async (id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;

/** Sends all changes of one workout at the same time. */
async function atOnce(id: number, ...changes: WorkoutUpdate[]): Promise<Workout> {
  const answers = await Promise.all(changes.map((change) => call('PUT', `/workout/${id}/`, change)));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  return one(id);
}

test('[WORK-05] changes of different fields at the same time are all kept', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { id } = await log(call);
    const { name, notes, privacy } = await atOnce(
      id,
      { name: 'Renamed' },
      { notes: 'Noted.' },
      { privacy: 3 },
    );
    assert.deepEqual([name, notes, privacy], ['Renamed', 'Noted.', 3]);
  }
});

test('[WORK-05] figures changed at the same time agree with each other', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { id } = await log(call);
    const { aggregates } = await atOnce(
      id,
      { distance: 20_000 },
      { duration: 7200 },
      { heartrate_max: 180 },
      { start_datetime: '2026-05-02T08:00:00Z' },
    );
    const { distance_total, active_time_total, elapsed_time_total, speed_avg, heartrate_max } = aggregates;
    assert.deepEqual(
      [distance_total, active_time_total, elapsed_time_total, heartrate_max],
      [20_000, 7200, 7200, 180],
    );
    assert.ok(Math.abs(speed_avg! - 20_000 / 7200) < 1e-9);
    const same = await log(call, { distance: 20_000, duration: 7200 });
    assert.equal(aggregates.metabolic_energy_total, same.aggregates.metabolic_energy_total);
  }
});

test('[WORK-05] a workout deleted while it is changed is gone, and two changes never share a time', async () => {
  const { id } = await log(call);
  const stamps = new Set<string>();
  await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const { body } = await call<Workout>('PUT', `/workout/${id}/`, { name: `Name ${i}` });
      stamps.add(body.updated_datetime);
    }),
  );
  assert.equal(stamps.size, 8);
  const [changed] = await Promise.all([
    call('PUT', `/workout/${id}/`, { name: 'Late' }),
    call('DELETE', `/workout/${id}/`),
  ]);
  assert.ok([200, 404].includes(changed.status));
  assert.equal((await call('GET', `/workout/${id}/`)).status, 404);
});

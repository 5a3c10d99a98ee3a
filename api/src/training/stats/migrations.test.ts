import assert from 'node:assert/strict';
import test from 'node:test';
import { connect } from '../../kernel/database/connect.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { migrations } from '../../migrations.ts';
import { testDatabase } from '../../testing/database.ts';
import { assertRecount } from './recount-testing.ts';
import { runAt } from './testing.ts';

test('[WORK-08] a data folder from before statistics has them for every workout that was there', async () => {
  const database = await testDatabase({ empty: true });
  const connection = connect(database.url, { max: 2, onError: assert.fail });
  const { db } = connection;
  try {
    const before = Object.entries(migrations).filter(([name]) => name < '0401');
    await migrate(db, Object.fromEntries(before));
    const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n, 23, 30));
    const workouts = Array.from({ length: 400 }, (_, i) =>
      runAt(1 + (i % 2), i + 1, day(i * 2), {
        activity_type_id: [16, 11, 15, 19][i % 4]!,
        privacy: ([0, 1, 3, 6] as const)[i % 3]!,
        distance_total: [null, 5000.4567, 21_100, 42_195][i % 4]!,
        active_time_total: i % 7 === 0 ? null : 3600 + i,
        elapsed_time_total: 4000,
        metabolic_energy_total: i % 5 === 0 ? null : i * 1000,
        deleted_at: i % 11 === 0 ? day(i * 2) : null,
      }),
    );
    workouts.push(
      runAt(1, 1001, day(0), { leg_count: 2, distance_total: 10_000 }),
      runAt(1, 1002, day(0), { parent_id: 1001, leg_index: 0, activity_type_id: 15, distance_total: 1000 }),
      runAt(1, 1003, day(0), { parent_id: 1001, leg_index: 1, distance_total: 9950 }),
    );
    await db.insertInto('workouts').values(workouts).execute();
    await migrate(db, migrations);
    for (const userId of [1, 2]) await assertRecount(db, userId);
    const held = await db
      .selectFrom('record_candidates')
      .select('key')
      .where('workout_id', '=', 1003)
      .orderBy('key')
      .execute();
    assert.deepEqual(
      held.map(({ key }) => key),
      ['10km', 'longest_distance'],
    );
  } finally {
    await connection.close();
    await database.drop();
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { connect } from '../../kernel/database/connect.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { migrations } from '../../migrations.ts';
import { testDatabase } from '../../testing/database.ts';

test('[SOC-02] notifications from before they had subjects are about what they were about', async () => {
  const database = await testDatabase({ empty: true });
  const connection = connect(database.url, { max: 2, onError: assert.fail });
  const { db } = connection;
  try {
    const before = Object.entries(migrations).filter(([name]) => name < '1990');
    await migrate(db, Object.fromEntries(before));
    await sql`
      insert into notification_causes (user_id, id, actor_id, created_at, kind, story_id, comment_id, challenge_id,
        group_id, started_plan_id, report_id, outcome)
      values
        (1, 11, 2, now(), 'friend_request', null, null, null, null, null, null, null),
        (1, 12, 2, now(), 'like', 90, null, null, null, null, null, null),
        (1, 13, 2, now(), 'mention', 90, 13, null, null, null, null, null),
        (1, 14, 2, now(), 'challenge', null, null, 91, null, null, null, null),
        (1, 15, 2, now(), 'challenge', null, null, null, 92, null, null, null),
        (1, 16, 1, now(), 'training_plan', null, null, null, null, 93, null, null),
        (1, 17, 1, now(), 'moderation', null, null, null, null, null, 94, 'removed'),
        (1, 18, 1, now(), 'moderation', null, null, null, null, null, null, 'suspension_ended')`.execute(db);
    await migrate(db, migrations);
    const rows = await db
      .selectFrom('notification_causes')
      .select(['id', 'subject_type', 'subject_id', 'outcome'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [11, null, null, null],
        [12, 'story', 90, null],
        [13, 'story', 90, null],
        [14, 'challenge', 91, null],
        [15, 'group', 92, null],
        [16, 'training_plan', 93, null],
        [17, 'decision', 94, 'removed'],
        [18, null, null, 'suspension_ended'],
      ],
    );
  } finally {
    await connection.close();
    await database.drop();
  }
});

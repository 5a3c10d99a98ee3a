import fastify from 'fastify';
import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import { SUMMARY_COLUMNS } from '@waymark/api/src/training/workout-store/workout-rows.ts';

/** The yardstick: Fastify with one select of the rows that the list shows, and nothing else. */
const { pool } = connect(process.env['DATABASE_URL'] ?? '', {
  max: 16,
  onError: (error) => console.error(error),
});
const app = fastify();
const select = `select ${SUMMARY_COLUMNS.join(', ')} from workouts
  where user_id = $1 and parent_id is null and deleted_at is null
  order by start_at desc, id desc limit 20`;
app.get('/', (request) => {
  const { user } = request.query as { user: string };
  return pool.query(select, [user]).then(({ rows }) => rows as unknown[]);
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));

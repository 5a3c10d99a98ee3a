import fastify from 'fastify';
import pg from 'pg';
import { SUMMARY_COLUMNS } from '@waymark/api/src/workouts/rows.ts';

/** The yardstick: Fastify with one select of the rows that the list shows, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const app = fastify();
const select = `select ${SUMMARY_COLUMNS.join(', ')} from workouts
  where user_id = $1 and parent_id is null and deleted_at is null
  order by start_at desc, id desc limit 20`;
app.get('/', async (request) => {
  const { user } = request.query as { user: string };
  return (await pool.query(select, [user])).rows;
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));

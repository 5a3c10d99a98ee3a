import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@waymark/api/src/kernel/database/connect.ts';

type Pool = Connection['pool'];

export const AUTHORS = 10_000;
export const FRIENDS = 500;
/** Friends whose newest stories are of workouts, and how many of each. */
const WORKOUTS_EACH = 20;
const FIRST_AUTHOR = 1_000_000;
/** Ids of stories; above those of members, below those that the product mints. */
const FIRST_STORY = 1_000_000_000;
const FIRST_WORKOUT = 500_000_000;
const EPOCH_MS = Date.UTC(2026, 0, 1);

const FIRST_NAMES =
  'Ana Ben Carla David Elena Felix Greta Hugo Ines Jonas Kira Leo Maya Noah Olga Paul Rosa Sam Tessa Udo'.split(
    ' ',
  );
const LAST_NAMES =
  'Albrecht Becker Castillo Dubois Eriksen Fischer Garcia Hansen Ivanov Jansen Keller Lindberg Moreau Novak Olsen Petrov Quinn Rossi Schmidt Tanaka'.split(
    ' ',
  );

/** Copies of a member under other ids and names, each with the names that a search finds them by. */
export async function addMembers(pool: Pool, template: number, from: number, count: number): Promise<void> {
  const names = [template, from, count, FIRST_NAMES, LAST_NAMES];
  await pool.query(
    `insert into users select copy.*
      from users u cross join generate_series($2::bigint, $2::bigint + $3::bigint - 1) i
      cross join lateral jsonb_populate_record(u, jsonb_build_object(
        'id', i, 'username', 'member' || i, 'profile_privacy', 3,
        'display_name', ($4::text[])[1 + i % 20] || ' ' || ($5::text[])[1 + (i / 20) % 20] || ' ' || i)) as copy
      where u.id = $1 on conflict do nothing`,
    names,
  );
  await pool.query(
    `insert into member_names (name, user_id)
      select lower(name), i from generate_series($1::bigint, $1::bigint + $2::bigint - 1) i
      cross join lateral (values
        ('member' || i),
        (($3::text[])[1 + i % 20] || ' ' || ($4::text[])[1 + (i / 20) % 20] || ' ' || i),
        (($4::text[])[1 + (i / 20) % 20] || ' ' || i || ' ' || ($3::text[])[1 + i % 20])) as n (name)
      on conflict do nothing`,
    names.slice(1),
  );
}

/** Both sides of friendships of one member. */
export async function addFriends(pool: Pool, userId: number, friendIds: readonly number[]): Promise<void> {
  await pool.query(
    `insert into friendships (user_id, friend_id, status, requested_by, created_at, accepted_at)
      select a, b, 'active', a, now(), now() from unnest($2::bigint[]) f
      cross join lateral (values ($1::bigint, f), (f, $1::bigint)) as pair (a, b)
      on conflict do nothing`,
    [userId, friendIds],
  );
}

export const authorIds = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => FIRST_AUTHOR + i);

/** Stories of two years, of which a fifth are private and a fifth for everybody. */
export async function addStories(pool: Pool, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into stories (user_id, id, kind, object_id, privacy, text, position, created_at)
      select ${FIRST_AUTHOR} + i % ${AUTHORS}, ${FIRST_STORY} + i, 'status', ${FIRST_STORY} + i,
        (array[1, 1, 1, 3, 0])[1 + floor(random() * 5)], 'Easy kilometres in the rain, and coffee after.',
        floor(extract(epoch from at) * 1000 - ${EPOCH_MS})::bigint * 4096 + i % 4096, at
      from generate_series($1::bigint, $2::bigint - 1) i
      cross join lateral (select now() - random() * interval '730 days' + i * interval '0 s' as at) t`,
    [from, to],
  );
}

/** The newest stories of each friend are of workouts, copies of one that was recorded. */
export async function addWorkoutStories(
  pool: Pool,
  template: number,
  friendIds: readonly number[],
): Promise<void> {
  const numbered = `unnest($2::bigint[]) with ordinality as f (owner, n)
      cross join generate_series(0, ${WORKOUTS_EACH - 1}) w
      cross join lateral (select ${FIRST_WORKOUT} + (n * ${WORKOUTS_EACH} + w) as id,
        now() - (w * 36 + n % 36) * interval '1 hour' as at) k`;
  await pool.query(
    `insert into workouts select copy.* from workouts t cross join ${numbered}
      cross join lateral jsonb_populate_record(t, jsonb_build_object(
        'user_id', owner, 'id', k.id, 'privacy', 1, 'source', 'manual', 'start_at', at, 'created_at', at)) as copy
      where t.id = $1`,
    [template, friendIds],
  );
  await pool.query(
    `insert into stories (user_id, id, kind, object_id, activity_type_id, privacy, position, created_at)
      select owner, k.id, 'workout', k.id, t.activity_type_id, 1,
        floor(extract(epoch from at) * 1000 - ${EPOCH_MS})::bigint * 4096 + k.id % 4096, at
      from workouts t cross join ${numbered} where t.id = $1`,
    [template, friendIds],
  );
}

const LOOK_MS = 500;

/**
 * What a database does by itself when it has a moment; what it does so after a fill is over afterwards, and the pages of
 * the fill are written: a benchmark of a community is not one of its import.
 */
export async function settle(pool: Pool): Promise<void> {
  for (const table of ['users', 'member_names', 'friendships', 'stories', 'workouts'])
    await pool.query(`vacuum analyze ${table}`);
  await pool.query('checkpoint');
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'autovacuum worker'",
    );
    if (rows[0]!.n === 0) return;
    await wait(LOOK_MS);
  }
}

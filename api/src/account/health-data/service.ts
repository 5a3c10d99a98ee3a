import { type HealthDataStatus, healthDataCalls, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { countOriginals } from '../../training/imports/remove-originals.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { hidesHealthData } from '../../training/workout-store/member.ts';
import {
  beginDeletion,
  deleteHealthData,
  queueDeletion,
  queueOpenDeletions,
  WORK,
} from './delete-health-data.ts';

type Counts = Omit<HealthDataStatus['stored'], 'files'>;

async function countStored(db: Db, userId: number, now: Date): Promise<HealthDataStatus['stored']> {
  const [{ rows }, files] = await Promise.all([
    sql<Counts>`
      select
        (select count(distinct coalesce(w.parent_id, w.id))::int from workouts w
          where w.user_id = ${userId} and w.deleted_at is null
            and (w.heartrate_avg is not null or w.heartrate_max is not null or w.load is not null)) as workouts,
        (select weight is not null from users where id = ${userId}) as has_weight,
        (select count(*)::int from heart_rate_zones where user_id = ${userId}) as heart_rate_zones,
        (select count(*)::int from threshold_powers where user_id = ${userId}) as threshold_powers,
        (select count(*)::int from data_exports where user_id = ${userId} and expires_at > ${now}) as archives`.execute(
      db,
    ),
    countOriginals(db, userId),
  ]);
  return { ...rows[0]!, files };
}

async function readStatus({ db, now }: Context, userId: number): Promise<HealthDataStatus> {
  const [is_hidden, stored, deletion] = await Promise.all([
    hidesHealthData(db, userId),
    countStored(db, userId, now()),
    db
      .selectFrom('health_data_deletions')
      .select(['requested_at', 'done_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ]);
  return {
    is_hidden,
    stored,
    deletion: deletion
      ? {
          requested_datetime: deletion.requested_at.toISOString(),
          done_datetime: deletion.done_at?.toISOString() ?? null,
        }
      : null,
  };
}

const statusHandler = route<typeof healthDataCalls.status>({
  call: healthDataCalls.status,
  access: 'member',
  handler: ({ context, caller }) => readStatus(context, caller!.userId),
});

const removeHandler = route<typeof healthDataCalls.remove>({
  call: healthDataCalls.remove,
  access: 'member',
  limit: { max: 20, windowSeconds: 3600 },
  async handler({ context, caller }) {
    const userId = caller!.userId;
    await context.db.transaction().execute(async (trx) => {
      // Of a consent that is given at the same moment, either comes first.
      const { hides_health_data } = await trx
        .selectFrom('users')
        .select('hides_health_data')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!hides_health_data)
        throw conflict(
          'health_consent_given',
          'You allow Waymark to use your health data. Decline it first; then you can delete what is stored.',
        );
      await beginDeletion(context, trx, userId);
    });
    await queueDeletion(context, userId);
    return readStatus(context, userId);
  },
});

/** Stored health data of members who took their consent back: hidden until they give it again, or deleted for good. */
export const healthDataService: Service = {
  name: 'health data',
  base: SERVICE_BASES.auth,
  routes: [statusHandler, removeHandler],
  jobs(context) {
    context.jobs.work<{ userId: number }>(
      WORK,
      { concurrency: 1, retries: 8, timeoutSeconds: 3600 },
      ({ userId }) => deleteHealthData(context, userId),
    );
  },
  started: queueOpenDeletions,
  sweep: queueOpenDeletions,
};

import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../../migrations.ts';
import { createLog } from '../server/log.ts';
import { createJobs } from './jobs.ts';

/** Works slowly on what it is sent and says when it begins: the test kills it in the middle. */
const url = process.argv[2] ?? '';
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const { db } = connect(url, { max: 4, onError: () => undefined });
await migrate(db, migrations);
const jobs = createJobs({ url, db, log: createLog({ LOG_LEVEL: 'fatal' }), node: 3 });
const options = {
  concurrency: 1,
  retries: 1,
  timeoutSeconds: 60,
  keepsUnfinished: true as const,
  onSetAside: ({ n }: { n: number }) => Promise.resolve(void say({ setAside: n })),
};
jobs.work<{ n: number }>('count', options, async ({ n }) => {
  say({ begin: n });
  await wait(Number(process.argv[3]));
  // The effect's own key is what makes a repeated run take effect once.
  await sql`insert into effects (n) values (${n}) on conflict do nothing`.execute(db);
  await sql`update runs set n = n + 1`.execute(db);
  say({ end: n });
});
await jobs.start();
if (process.argv[4]) await jobs.send('count', { n: Number(process.argv[4]) }, { key: process.argv[4] });

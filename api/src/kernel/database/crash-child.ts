import { Client } from 'pg';
import { startEmbedded } from './embedded.ts';

/** Writes numbers one after the other, and says which are acknowledged: the test kills it in between. */
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const server = await startEmbedded(process.argv[2] ?? '', { orphanGraceSeconds: 2 });
const client = new Client({ connectionString: server.url });
client.on('error', () => undefined);
process.on('uncaughtException', () => process.exit(1));
await client.connect();
await client.query('create table if not exists numbers (n int primary key, filler text)');
const last = await client.query<{ n: number }>('select coalesce(max(n), 0) as n from numbers');
say({ pid: server.pid, adopted: server.adopted, last: last.rows[0]?.n });
for (let n = (last.rows[0]?.n ?? 0) + 1; ; n++) {
  await client.query('insert into numbers values ($1, $2)', [n, 'x'.repeat(300)]);
  say({ n });
}

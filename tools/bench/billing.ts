import { fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasPremium, notePremium } from '@waymark/api/src/commerce/billing/premium-index.ts';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { type Bench, startBench } from './member.ts';
import { during, startCallingPage } from './page-calls.ts';
import { percentile, type Row } from './row.ts';

const NOTICES = 10_000;
/** Each tenth is one that was sent before. */
const paymentsOf = (notices: number) => (notices * 9) / 10;
const FIRST_MEMBER = 1_000_000_000;
const REACH = { checkMs: 0.1, perSecond: 300, slowing: 2 };
const QUIET_MS = 10_000;
const GIVE_UP_MS = 600_000;
const MEMBERS = 100_000;
const CHECKS = 1_000_000;

/** Members who have paid with cards that are charged a while later, of whom nothing but the notice tells yet. */
async function fill({ pool }: Connection, payments: number): Promise<void> {
  const product = {
    id: 'premium-lifetime',
    name: 'Premium for good',
    frequency: null,
    amount: 9999,
    currency: 'USD',
    taxRate: 0,
    taxLabel: 'Tax',
  };
  const at = Date.now();
  const charge = { amount: 9999, currency: 'USD' };
  const members = `generate_series(1, ${payments}) i`;
  const entry = async (n: number, kind: string, fixed: object, own: string) =>
    pool.query(
      `insert into billing_ledger (user_id, n, kind, at, entry)
        select ${FIRST_MEMBER} + i, ${n}, $1, now(), $2::jsonb || ${own} from ${members}`,
      [kind, JSON.stringify({ kind, at, ...fixed })],
    );
  await pool.query(`insert into billing_accounts (user_id, provider, customer, changed_at)
    select ${FIRST_MEMBER} + i, 'local', 'bench_cus_' || i, now() from ${members}`);
  const offer = { product, amount: 9999, discount: 0, credit: 0, trialDays: 0, coupon: null, replaces: null };
  await entry(1, 'order_opened', offer, `jsonb_build_object('order', ${FIRST_MEMBER} + i)`);
  await entry(
    2,
    'attempt_started',
    { ...charge, card: 0, cardToken: '' },
    `jsonb_build_object('attempt', ${FIRST_MEMBER} + i, 'target', jsonb_build_object('order', ${FIRST_MEMBER} + i))`,
  );
  await entry(
    3,
    'payment_read',
    { status: 'processing', errorCode: null, refunded: 0, dispute: 'none' },
    `jsonb_build_object('attempt', ${FIRST_MEMBER} + i, 'ref', 'bench_pay_' || i)`,
  );
  await pool.query(`insert into payment_attempts
      (user_id, id, order_id, amount, currency, status, provider_ref, created_at)
    select ${FIRST_MEMBER} + i, ${FIRST_MEMBER} + i, ${FIRST_MEMBER} + i, 9999, 'USD', 'processing', 'bench_pay_' || i, now()
    from ${members}`);
  await pool.query(`insert into local_payments
      (ref, customer, card, attempt_id, amount, currency, status, request_key, request_hash, created_at)
    select 'bench_pay_' || i, 'bench_cus_' || i, 'none', ${FIRST_MEMBER} + i, 9999, 'USD', 'succeeded',
      'bench_' || i, '', now() from ${members}`);
  await pool.query(
    'vacuum analyze billing_accounts, billing_ledger, payment_attempts, local_payments, provider_events',
  );
}

async function applied({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from provider_events where event_id like 'bench%' and handled_at is not null`,
  );
  return rows[0]!.n;
}

/** Members for whom the notice opened premium, with one receipt and one mail each: neither more nor fewer. */
async function openedOnce({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select count(*)::int as n from billing_accounts account
    where account.user_id > ${FIRST_MEMBER} and premium_until is not null
      and (select count(*) from receipts where receipts.user_id = account.user_id) = 1
      and (select count(*) from billing_ledger ledger
        where ledger.user_id = account.user_id and kind = 'subscription_started') = 1`);
  return rows[0]!.n;
}

async function noticeRows(
  bench: Bench,
  connection: Connection,
  { keyFile, notices }: { keyFile: string; notices: number },
): Promise<Row[]> {
  const payments = paymentsOf(notices);
  await fill(connection, payments);
  const page = await startCallingPage(bench.url('/workout/?limit=20'), bench.headers.authorization);
  const sender = fork(new URL('send-notices.ts', import.meta.url), [
    bench.api.url,
    keyFile,
    String(notices),
    String(payments),
  ]);
  try {
    await once(sender, 'message');
    const idle = await during(() => wait(QUIET_MS));
    const began = performance.now();
    let takenMs = 0;
    const busy = await during(async () => {
      const sent = once(sender, 'message') as Promise<[{ refused: number }]>;
      sender.send('go');
      const [{ refused }] = await sent;
      if (refused > 0) throw new Error(`${refused} notices were refused.`);
      takenMs = performance.now() - began;
      while ((await applied(connection)) < payments && performance.now() - began < GIVE_UP_MS)
        await wait(100);
    });
    const seconds = (performance.now() - began) / 1000;
    const times = await page.stop();
    const [quiet, loud] = [percentile(times([idle]), 0.99), percentile(times([busy]), 0.99)];
    const opened = await openedOnce(connection);
    const rate = notices / seconds;
    return [
      {
        what: `${notices} web hooks at once, a tenth of them repeated: applied once`,
        measured: `${opened} of ${payments}`,
        reach: 'all',
        ok: opened === payments,
      },
      {
        what: 'web hooks applied a second',
        measured: `${rate.toFixed(0)} (all taken after ${(takenMs / 1000).toFixed(1)} s, applied after ${seconds.toFixed(1)} s)`,
        reach: `>= ${REACH.perSecond}`,
        ok: rate >= REACH.perSecond,
      },
      {
        what: 'other calls meanwhile, p99 against idle',
        measured: `${(loud / quiet).toFixed(2)} (${loud.toFixed(1)} ms, idle ${quiet.toFixed(1)} ms)`,
        reach: `<= ${REACH.slowing}`,
        ok: loud <= REACH.slowing * quiet,
      },
    ];
  } finally {
    page.kill();
    sender.kill();
  }
}

/** What each call pays to know whether its member has premium. */
function checkRow(): Row {
  const now = new Date();
  const context = { env: {}, now: () => now } as Parameters<typeof hasPremium>[0];
  for (let n = 0; n < MEMBERS; n++) notePremium(context, n, now.getTime() + 86_400_000);
  let found = 0;
  const began = performance.now();
  for (let n = 0; n < CHECKS; n++) if (hasPremium(context, n % (2 * MEMBERS))) found++;
  const eachMs = (performance.now() - began) / CHECKS;
  return {
    what: `premium check per call, ${MEMBERS} members with premium`,
    measured: `${(eachMs * 1000).toFixed(2)} µs, without a query`,
    reach: `< ${REACH.checkMs} ms`,
    ok: eachMs < REACH.checkMs && found === CHECKS / 2,
  };
}

/** @param files how many web hooks are sent */
export async function run({ files = NOTICES }: { files?: number }): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-billing-'));
  const keyFile = path.join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const bench = await startBench({ TOKEN_SECRET_FILE: keyFile });
  const connection = connect(bench.databaseUrl, {
    max: 2,
    statementTimeoutMs: GIVE_UP_MS,
    onError: (error) => console.error(error),
  });
  try {
    return [checkRow(), ...(await noticeRows(bench, connection, { keyFile, notices: files }))];
  } finally {
    await connection.close();
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

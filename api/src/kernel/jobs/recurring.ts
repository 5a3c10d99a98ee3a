import type { Context } from '../server/context.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Work = (context: Context) => Promise<void>;

/** Work that comes back each period, done once among any number of processes. */
function recurring(name: string, periodMs: number, timeoutSeconds: number, work: Work) {
  /** The key names the period and a key is queued once, so that each process may ask for the next one. */
  const next = (context: Context): Promise<void> => {
    const at = context.now().getTime();
    const period = Math.floor(at / periodMs) + 1;
    const afterSeconds = Math.ceil((period * periodMs - at) / 1000);
    return context.jobs.send(name, { period }, { key: String(period), afterSeconds });
  };
  return {
    /** Declares the work; call it from a service's `jobs`. */
    declare: (context: Context) =>
      context.jobs.work(name, { concurrency: 1, retries: 5, timeoutSeconds }, async () => {
        await next(context);
        await work(context);
      }),
    /** Queues the coming period's; call it from a service's `started`. */
    next,
  };
}

/** Work that comes back each hour. */
export const hourly = (name: string, work: Work) => recurring(name, HOUR_MS, 600, work);

/** Work that comes back each day, at midnight UTC. */
export const daily = (name: string, work: Work) => recurring(name, DAY_MS, 3600, work);

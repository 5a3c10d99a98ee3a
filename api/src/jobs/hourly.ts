import type { Context } from '../server/context.ts';

const HOUR_MS = 3_600_000;

/** Work that comes back each hour, done once among any number of processes. */
export function hourly(name: string, work: (context: Context) => Promise<void>) {
  /** The key names the hour and a key is queued once, so that each process may ask for the next one. */
  const next = (context: Context): Promise<void> => {
    const at = context.now().getTime();
    const hour = Math.floor(at / HOUR_MS) + 1;
    const afterSeconds = Math.ceil((hour * HOUR_MS - at) / 1000);
    return context.jobs.send(name, { hour }, { key: String(hour), afterSeconds });
  };
  return {
    /** Declares the work; call it from a service's `jobs`. */
    declare: (context: Context) =>
      context.jobs.work(name, { concurrency: 1, retries: 5, timeoutSeconds: 600 }, async () => {
        await next(context);
        await work(context);
      }),
    /** Queues the coming hour's; call it from a service's `started`. */
    next,
  };
}

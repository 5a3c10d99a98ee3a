import type { Context } from '../../kernel/server/context.ts';

const FOLLOW_MS = 2000;
/** The clocks of machines differ, and a change is stamped a moment before it is committed. */
const OVERLAP_MS = 60_000;

interface Index {
  /** When the premium of each member who has it ends. */
  until: Map<number, number>;
  since: number;
}
const indexes = new WeakMap<Context, Index>();

const indexOf = (context: Context): Index => {
  let index = indexes.get(context);
  if (!index) indexes.set(context, (index = { until: new Map(), since: 0 }));
  return index;
};

/** Takes over what this process itself has just changed. */
export function notePremium(context: Context, userId: number, until: number | null): void {
  const { until: index } = indexOf(context);
  if (until === null) index.delete(userId);
  else index.set(userId, until);
}

/** Whether a member has premium, without a query: for checks in each call. Other processes' changes count within seconds. */
export function hasPremium(context: Context, userId: number): boolean {
  if (context.env.UNLOCK_PREMIUM) return true;
  const until = indexOf(context).until.get(userId);
  return until !== undefined && until > context.now().getTime();
}

async function follow(context: Context): Promise<void> {
  const index = indexOf(context);
  const at = context.now().getTime();
  const rows = await context.db
    .selectFrom('billing_accounts')
    .select(['user_id', 'premium_until'])
    .where('changed_at', '>', new Date(index.since - OVERLAP_MS))
    .where((row) => row.or([row('premium_until', '>', new Date(at)), row.lit(index.since > 0)]))
    .execute();
  for (const { user_id, premium_until } of rows)
    notePremium(context, user_id, premium_until?.getTime() ?? null);
  index.since = at;
}

/** Keeps this process up to date with what others did. @returns what ends it */
export function followPremium(context: Context): () => void {
  let isRunning = false;
  const sync = async () => {
    if (isRunning) return;
    isRunning = true;
    await follow(context)
      .catch((error: unknown) => context.log.warn({ err: error }, 'premium is not followed'))
      .finally(() => (isRunning = false));
  };
  void sync();
  const timer = setInterval(() => void sync(), FOLLOW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

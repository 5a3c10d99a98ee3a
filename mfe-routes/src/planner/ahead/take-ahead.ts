import { appCalls, takeAhead } from '@waymark/remote/early/take';
import type { Handover, PlannerAhead } from './handover.ts';

let taken: PlannerAhead | null | undefined;

/** The planner that was drawn with before the application was there, as long as its page is open; null without one. */
export function plannerAhead(key: string | null): PlannerAhead | null {
  if (taken === undefined && key !== null) taken = (takeAhead() as Handover | undefined)?.take(key) ?? null;
  return taken?.found.key === key ? taken : null;
}

/** The page is there: what stood in its place ends. */
export const replaceAhead = ({ leave }: PlannerAhead): void => leave(appCalls());

/** The page is left: what comes next begins anew. */
export const forgetAhead = (): void => void (taken = null);

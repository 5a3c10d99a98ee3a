import type { ConsentChoice } from '@waymark/api-contract';
import type { Residence } from './use-consents.ts';

/** Answers on their way from the form to the page that shows what declining means; nothing of it is recorded yet. */
export interface StagedDecline {
  /** Consents about to be declined. */
  stagedUnconsentedList: readonly string[];
  /** Page on which they were declined, which is recorded with them. */
  stagedScreenName: string;
  /** All changed answers of the form. */
  answers: Record<string, ConsentChoice>;
  residence: Residence | null;
  /** The page to go on to. */
  next: string | null;
}

/** What the form left in the history entry of this page; null when it was opened by itself. */
export function stagedDeclineOf(state: unknown): StagedDecline | null {
  const staged = (state as { staged?: StagedDecline } | null)?.staged;
  return staged && Array.isArray(staged.stagedUnconsentedList) ? staged : null;
}

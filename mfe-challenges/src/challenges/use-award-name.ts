import type { ChallengeAward } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';

/** What an award is called. */
export function useAwardName(): (kind: ChallengeAward['kind']) => string {
  const { t } = useLingui();
  return (kind) =>
    ({
      completed: t`Completed`,
      rank_1: t`First place`,
      rank_2: t`Second place`,
      rank_3: t`Third place`,
    })[kind];
}

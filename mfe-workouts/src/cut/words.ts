import { useLingui } from '@lingui/react/macro';
import type { Mode } from './selection.ts';

/** What each way of cutting is called. */
export function useWords(): Record<Mode, { tab: string; title: string; action: string; hint: string }> {
  const { t } = useLingui();
  return {
    trim: {
      tab: t`Trim`,
      title: t`Trim this workout?`,
      action: t`Trim`,
      hint: t`Drag the two handles to where the workout should begin and end.`,
    },
    remove: {
      tab: t`Remove a part`,
      title: t`Remove this part?`,
      action: t`Remove`,
      hint: t`Drag the two handles around the part that should go. It becomes a pause.`,
    },
    split: {
      tab: t`Split`,
      title: t`Split this workout?`,
      action: t`Split`,
      hint: t`Drag the handle to where one workout should end and the next begin.`,
    },
    merge: {
      tab: t`Merge`,
      title: t`Merge these workouts?`,
      action: t`Merge`,
      hint: t`Choose what belongs to this workout. The time between becomes a pause.`,
    },
  };
}

import type { UserGoal } from '@waymark/api-contract';
import { goalCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Menu } from '@waymark/ui';
import { useGoalWords } from './use-goal-words.ts';

/** Editing, and stopping with a way back. */
export function GoalMenu({ goal, onEdit }: { goal: UserGoal; onEdit: (goal: UserGoal) => void }) {
  const { t } = useLingui();
  const words = useGoalWords();
  const failureText = useFailureText();
  const update = useSend(goalCalls.update, {
    onError: (error) => void notify({ kind: 'error', text: failureText(error) }),
  });
  const params = { id: goal.id };
  const title = words.title(goal);
  const stop = () =>
    update.mutate(
      { params, body: { status: 'abandoned' } },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            text: t`Goal stopped. Your weeks so far are kept under past goals.`,
            action: {
              label: t`Undo`,
              run: () => update.mutate({ params, body: { status: 'active' } }),
            },
          }),
      },
    );
  return (
    <Menu
      label={t`More actions for ${title}`}
      icon
      align="end"
      items={[
        { label: t`Edit`, onSelect: () => onEdit(goal) },
        { label: t`Stop goal`, onSelect: stop, danger: true, separated: true },
      ]}
    />
  );
}

import type { WorkoutEdit } from '@waymark/api-contract';
import { useFailureText } from '@waymark/remote';
import { editCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { call, navigate, notify } from '@waymark/contract';
import { useState } from 'react';

/** Brings back what was there before an edit, and goes there. */
export function useUndo() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const undo = async (edit: Pick<WorkoutEdit, 'id'>): Promise<void> => {
    setBusy(true);
    try {
      const { workouts } = await call(editCalls.undo, { params: { id: edit.id } });
      navigate(`/workout/${workouts[0]!.id}`);
      notify({ kind: 'success', text: t`Everything is back as it was.` });
    } catch (failure) {
      notify({
        kind: 'error',
        text: failureText(failure, t`We couldn’t undo this. Nothing was lost; try again.`),
      });
    } finally {
      setBusy(false);
    }
  };
  return { undo, busy };
}

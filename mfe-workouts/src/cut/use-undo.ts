import type { EditResult, WorkoutEdit } from '@waymark/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, navigate, notify, publish } from '@waymark/contract';
import { useState } from 'react';
import { editErrorOf } from './edit-error.ts';

/** Brings back what was there before an edit, and goes there. */
export function useUndo() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undo = async (edit: Pick<WorkoutEdit, 'id'>): Promise<void> => {
    setBusy(true);
    try {
      const { workouts } = await http.service('internal').post<EditResult>(`/workoutEdits/${edit.id}/undo`);
      for (const { id } of workouts) publish('workout.saved', { id });
      await queries.invalidateQueries();
      navigate(`/workout/${workouts[0]!.id}`);
      notify({ kind: 'success', text: t`Everything is back as it was.` });
    } catch (failure) {
      notify({
        kind: 'error',
        text: editErrorOf(failure).text || t`This could not be undone just now. Nothing was lost; try again.`,
      });
    } finally {
      setBusy(false);
    }
  };
  return { undo, busy };
}

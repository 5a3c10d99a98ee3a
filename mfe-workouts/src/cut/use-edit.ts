import type { EditPreviews, EditResult } from '@waymark/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, navigate, notify, publish } from '@waymark/contract';
import { useState } from 'react';
import { editErrorOf, type EditError } from './edit-error.ts';
import type { Mode } from './selection.ts';
import { useUndo } from './use-undo.ts';

/** An edit as the server is asked for it. */
export interface EditRequest {
  mode: Mode;
  path: string;
  body: object;
}

export interface Asked {
  request: EditRequest;
  previews: EditPreviews;
}

/** Asks the server what an edit would make, and makes it once that is confirmed. */
export function useEdit(onDone: () => void) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { undo } = useUndo();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<EditError | null>(null);
  const internal = http.service('internal');

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setAsked(null);
      setError(editErrorOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const check = (request: EditRequest) =>
    attempt(async () => {
      const params = { preview: true };
      setAsked({
        request,
        previews: await internal.post<EditPreviews>(request.path, request.body, { params }),
      });
    });
  const confirm = () =>
    attempt(async () => {
      const { request } = asked!;
      const { edit, workouts } = await internal.post<EditResult>(request.path, request.body);
      onDone();
      for (const { id } of workouts) publish('workout.saved', { id });
      await queries.invalidateQueries();
      navigate(`/workout/${workouts[0]!.id}`);
      const texts = {
        trim: t`Your workout is trimmed.`,
        remove: t`That part is gone.`,
        split: t`Your workout is split.`,
        merge: t`Your workouts are one now.`,
      };
      notify({
        kind: 'success',
        text: texts[request.mode],
        action: { label: t`Undo`, run: () => void undo(edit) },
      });
    });
  return { busy, asked, error, check, confirm, cancel: () => setAsked(null) };
}

export type Edit = ReturnType<typeof useEdit>;

import type { EditPreviews, EditResult } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useState } from 'react';
import { toEditError, type EditError } from '../shared/edit-error.ts';
import type { Mode } from './selection.ts';
import { useUndo } from '../shared/use-undo-edit.ts';

/** An edit as the server is asked for it. */
export interface EditRequest {
  mode: Mode;
  send: (query: { preview?: 'true' }) => Promise<EditResult | EditPreviews>;
}

export interface Asked {
  request: EditRequest;
  previews: EditPreviews;
}

/** Asks the server what an edit would make, and makes it once that is confirmed. */
export function useEdit(onDone: () => void) {
  const { t } = useLingui();
  const { undo } = useUndo();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<EditError | null>(null);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setAsked(null);
      setError(toEditError(failure));
    } finally {
      setBusy(false);
    }
  };
  const check = (request: EditRequest) =>
    attempt(async () => {
      const previews = await request.send({ preview: 'true' });
      if (previews.kind === 'preview') setAsked({ request, previews });
    });
  const confirm = () =>
    attempt(async () => {
      const { request } = asked!;
      const made = await request.send({});
      if (made.kind === 'preview') return;
      const { edit, workouts } = made;
      onDone();
      navigate(`/workout/${workouts[0]!.id}`);
      const texts = {
        trim: t`Your workout is trimmed.`,
        remove: t`That part is removed.`,
        split: t`Your workout is split.`,
        merge: t`Your workouts are merged.`,
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

import type { EditPreviews, EditResult } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { ApiError, navigate, notify } from '@waymark/contract';
import { createIdempotencyKey, isAnswerLost } from '@waymark/remote';
import { useState } from 'react';
import type { Mode } from './selection.ts';
import { useUndo } from '../shared/use-undo-edit.ts';

interface EditError {
  /** The server's `errorCode`, or UNKNOWN_ERROR. */
  code: string;
  /** The server's sentence; empty when it gave none. */
  text: string;
}

/** Why an edit did not work, in the server's code and words. */
function toEditError(failure: unknown): EditError {
  if (!(failure instanceof ApiError)) return { code: 'UNKNOWN_ERROR', text: '' };
  const body = failure.body as { errorCode?: unknown } | null | undefined;
  const code = typeof body?.errorCode === 'string' ? body.errorCode : 'UNKNOWN_ERROR';
  return { code, text: failure.description };
}

/** An edit as the server is asked for it. */
export interface EditRequest {
  mode: Mode;
  send: (options: {
    query: { preview?: 'true' };
    idempotencyKey?: string;
  }) => Promise<EditResult | EditPreviews>;
}

export interface Asked {
  request: EditRequest;
  previews: EditPreviews;
  /** Of the edit, until it is made: where an answer is lost it may be. */
  idempotencyKey: string;
}

/** Asks the server what an edit would make, and makes it once that is confirmed. */
export function useEdit(onDone: () => void) {
  const { t } = useLingui();
  const { undo } = useUndo();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<EditError | null>(null);
  const [lostAnswer, setLostAnswer] = useState<unknown>(null);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    setLostAnswer(null);
    try {
      await work();
    } catch (failure) {
      if (asked && isAnswerLost(failure)) return setLostAnswer(failure);
      setAsked(null);
      setError(toEditError(failure));
    } finally {
      setBusy(false);
    }
  };
  const check = (request: EditRequest) =>
    attempt(async () => {
      const previews = await request.send({ query: { preview: 'true' } });
      if (previews.kind === 'preview')
        setAsked({ request, previews, idempotencyKey: createIdempotencyKey().keyFor(null) });
    });
  const confirm = () =>
    attempt(async () => {
      const { request, idempotencyKey } = asked!;
      const made = await request.send({ query: {}, idempotencyKey });
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
  const cancel = () => {
    setAsked(null);
    setLostAnswer(null);
  };
  return { busy, asked, error, lostAnswer, check, confirm, cancel };
}

export type Edit = ReturnType<typeof useEdit>;

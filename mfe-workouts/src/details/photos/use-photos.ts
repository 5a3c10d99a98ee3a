import type { Photo, PhotoList, Workout } from '@waymark/api-contract';
import { photoCalls, workoutCalls } from '@waymark/api-contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { announceChange, call, notify } from '@waymark/contract';
import { callKey, createIdempotencyKey, useCall, useFailureText, useSend } from '@waymark/remote';
import { useEffect } from 'react';
import { photoUploads, takeUnseen } from './photo-uploads.ts';

const POLL_MS = 1500;
const listOf = (photos: Photo[]): PhotoList => ({ _embedded: { photos }, total_count: photos.length });

/** The photos of a workout, first as its own answer has them; asked again while some are being made ready. */
export function usePhotos({ id, photos: known }: Workout): readonly Photo[] {
  const queries = useQueryClient();
  const { data } = useCall(
    photoCalls.list,
    { params: { id } },
    {
      initialData: () => listOf(known),
      staleTime: 60_000,
      refetchInterval: ({ state }) =>
        state.data?._embedded.photos.some(({ status }) => status === 'processing') ? POLL_MS : false,
    },
  );
  useEffect(() => {
    // Sent with a new workout: they may be accepted between the workout's answer and this page.
    const key = callKey(photoCalls.list, { params: { id } });
    if (takeUnseen(id)) void queries.invalidateQueries({ queryKey: key });
    return photoUploads(id).onAccepted((list) => {
      takeUnseen(id);
      queries.setQueryData(key, list);
    });
  }, [queries, id]);
  const photos = data?._embedded.photos ?? known;
  useEffect(() => {
    // Whoever comes back to the page within its cache sees the photos as they are now.
    queries.setQueryData<Workout>(callKey(workoutCalls.one, { params: { id } }), (workout) =>
      workout && workout.photos !== photos ? { ...workout, photos: [...photos] } : workout,
    );
  }, [queries, id, photos]);
  return photos;
}

/** What its owner can do with a photo. All of it shows at once; what fails is put back and said. */
export function usePhotoActions(id: number) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const params = { id };
  const key = callKey(photoCalls.list, { params });
  const change = (next: (photos: Photo[]) => Photo[]) =>
    queries.setQueryData<PhotoList>(key, (list) => list && listOf(next(list._embedded.photos)));
  const failed = (fallback: string) => (error: unknown) => {
    // What was shown ahead of the answer is put back.
    announceChange(['photos']);
    notify({ kind: 'error', text: failureText(error, fallback) });
  };

  const order = useSend(photoCalls.order, {
    onError: failed(t`The new order could not be saved. Your photos are all here; try again.`),
  });
  const describe = useSend(photoCalls.describe, {
    onMutate: ({ params: { id: photo }, body: { caption } }) => {
      change((photos) => photos.map((one) => (one.id === photo ? { ...one, caption } : one)));
    },
    onError: failed(t`The description could not be saved. Try again in a moment.`),
  });
  const restore = (photo: number, idempotencyKey: string) => {
    call(photoCalls.restore, { params: { id: photo }, idempotencyKey }).then(
      () => notify({ kind: 'success', text: t`Photo restored.` }),
      (error: unknown) =>
        notify({
          kind: 'error',
          text: failureText(error, t`The photo couldn’t be restored right now. You can try for 24 hours.`),
          action: { label: t`Try again`, run: () => restore(photo, idempotencyKey) },
        }),
    );
  };
  const remove = useSend(photoCalls.remove, {
    onMutate: ({ params: { id: photo } }) => {
      change((photos) => photos.filter((one) => one.id !== photo));
    },
    onSuccess: (_, { params: { id: photo } }) => {
      notify({
        kind: 'success',
        text: t`The photo is deleted.`,
        action: { label: t`Undo`, run: () => restore(photo, createIdempotencyKey().keyFor(photo)) },
      });
    },
    onError: failed(t`The photo could not be deleted. It is still here; try again.`),
  });

  return {
    describe: (photo: number, caption: string) =>
      describe.mutate({ params: { id: photo }, body: { caption } }),
    remove: (photo: number) => remove.mutate({ params: { id: photo } }),
    /** Shows the order without saving it, as while dragging. */
    show: (photos: Photo[]) => change(() => photos),
    save: (ids: number[]) => order.mutate({ params, body: { ids } }),
  };
}

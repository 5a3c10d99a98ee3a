import type { Photo, PhotoList, Workout } from '@waymark/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, notify } from '@waymark/contract';
import { apiErrorText, useApiQuery } from '@waymark/remote';
import { useEffect } from 'react';
import { photoUploads, takeUnseen } from './photo-uploads.ts';

const POLL_MS = 1500;
const listOf = (photos: Photo[]): PhotoList => ({ _embedded: { photos }, total_count: photos.length });

/** The photos of a workout, first as its own answer has them; asked again while some are being made ready. */
export function usePhotos({ id, photos: known }: Workout): readonly Photo[] {
  const queries = useQueryClient();
  const path = `/workout/${id}/photos/`;
  const { data } = useApiQuery<PhotoList>('main', path, undefined, {
    initialData: () => listOf(known),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?._embedded.photos.some(({ status }) => status === 'processing') ? POLL_MS : false,
  });
  useEffect(() => {
    // Sent with a new workout: they may be accepted between the workout's answer and this page.
    if (takeUnseen(id)) void queries.invalidateQueries({ queryKey: ['main', path] });
    return photoUploads(id).onAccepted((list) => {
      takeUnseen(id);
      queries.setQueryData(['main', path], list);
    });
  }, [queries, id, path]);
  const photos = data?._embedded.photos ?? known;
  useEffect(() => {
    // Whoever comes back to the page within its cache sees the photos as they are now.
    queries.setQueryData<Workout>(['main', `/workout/${id}/`], (workout) =>
      workout && workout.photos !== photos ? { ...workout, photos: [...photos] } : workout,
    );
  }, [queries, id, photos]);
  return photos;
}

/** What its owner can do with a photo. All of it shows at once; what fails is put back and said. */
export function usePhotoActions(id: number) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const main = http.service('main');
  const key = ['main', `/workout/${id}/photos/`];
  const change = (next: (photos: Photo[]) => Photo[]) =>
    queries.setQueryData<PhotoList>(key, (list) => list && listOf(next(list._embedded.photos)));
  const refetch = () => queries.invalidateQueries({ queryKey: key });
  const failed = (fallback: string) => (error: unknown) => {
    void refetch();
    notify({ kind: 'error', text: apiErrorText(error, fallback) });
  };

  const order = useMutation({
    mutationFn: (ids: number[]) => main.put<PhotoList>(`/workout/${id}/photos/order/`, { ids }),
    onError: failed(t`The new order could not be saved. Your photos are all here; try again.`),
  });
  const describe = useMutation({
    mutationFn: ({ photo, caption }: { photo: number; caption: string }) =>
      main.put<Photo>(`/workout_photo/${photo}/`, { caption }),
    onMutate: ({ photo, caption }) => {
      change((photos) => photos.map((one) => (one.id === photo ? { ...one, caption } : one)));
    },
    onError: failed(t`The description could not be saved. Try again in a moment.`),
  });
  const restore = (photo: number) => {
    main.post<Photo>(`/workout_photo/${photo}/restore/`).then(
      () => {
        notify({ kind: 'success', text: t`The photo is back.` });
        return refetch();
      },
      (error: unknown) =>
        notify({
          kind: 'error',
          text: apiErrorText(error, t`The photo could not be brought back just now. It can be for 24 hours.`),
          action: { label: t`Try again`, run: () => restore(photo) },
        }),
    );
  };
  const remove = useMutation({
    mutationFn: (photo: number) => main.delete(`/workout_photo/${photo}/`),
    onMutate: (photo) => {
      change((photos) => photos.filter((one) => one.id !== photo));
    },
    onSuccess: (_, photo) => {
      notify({
        kind: 'success',
        text: t`The photo is deleted.`,
        action: { label: t`Undo`, run: () => restore(photo) },
      });
    },
    onError: failed(t`The photo could not be deleted. It is still here; try again.`),
  });

  return {
    describe: (photo: number, caption: string) => describe.mutate({ photo, caption }),
    remove: (photo: number) => remove.mutate(photo),
    /** Shows the order without saving it, as while dragging. */
    show: (photos: Photo[]) => change(() => photos),
    save: (ids: number[]) => order.mutate(ids),
  };
}

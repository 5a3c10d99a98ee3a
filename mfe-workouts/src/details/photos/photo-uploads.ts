import type { PhotoList } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES } from '@waymark/api-contract/limits';
import { photoCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { UploadQueue } from '../../import/upload-queue.ts';

/** Why a file is no photo that can be sent: 'empty', 'too-big' or 'invalid-image-type'. */
export function photoRefusal({ size, type }: Pick<File, 'size' | 'type'>): string | null {
  // A browser that does not know the type leaves it empty; the server looks into the file itself.
  if (type !== '' && !type.startsWith('image/')) return 'invalid-image-type';
  if (size === 0) return 'empty';
  return size > PHOTO_MAX_BYTES ? 'too-big' : null;
}

/** Workouts that took a photo in which no page has shown yet. */
const unseen = new Set<number>();
const queues = new Map<number, UploadQueue<PhotoList>>();

/** Photos being uploaded to a workout. The queue stays while the browser tab does, wherever in the site one goes. */
export function photoUploads(workoutId: number): UploadQueue<PhotoList> {
  let queue = queues.get(workoutId);
  if (!queue) {
    queue = new UploadQueue<PhotoList>({
      send: (body, options) => call(photoCalls.add, { params: { id: workoutId }, body, ...options }),
      field: 'photo',
      refusalOf: photoRefusal,
      parallel: 2,
    });
    queue.onAccepted(() => unseen.add(workoutId));
    queues.set(workoutId, queue);
  }
  return queue;
}

/** Whether a photo was accepted since this was last asked: an answer from before does not have it. */
export const takeUnseen = (workoutId: number): boolean => unseen.delete(workoutId);

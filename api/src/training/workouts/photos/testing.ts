import type { Photo, PhotoList } from '@waymark/api-contract';
import sharp from 'sharp';
import { until } from '../../../testing/mail.ts';
import type { As } from '../testing.ts';

export type Picture = readonly [name: string, bytes: Uint8Array];

/** A photo as a phone takes it, with where it was taken. */
export async function jpeg(width = 800, height = 600): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4080c0' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone', Copyright: 'Ola' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1' },
    })
    .toBuffer();
}

export function formOf(pictures: readonly Picture[], field = 'photo'): FormData {
  const form = new FormData();
  for (const [name, bytes] of pictures) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export const send = (call: As, workoutId: number, pictures: readonly Picture[]) =>
  call<PhotoList>('POST', `/workout/${workoutId}/photos/`, formOf(pictures));

/** The owner's list once nothing is being made ready any more. */
export function settled(call: As, workoutId: number): Promise<Photo[]> {
  return until('all photos are settled', async () => {
    const { body } = await call<PhotoList>('GET', `/workout/${workoutId}/photos/`);
    const { photos } = body._embedded;
    return photos.some(({ status }) => status === 'processing') ? null : photos;
  });
}

/** Adds pictures and waits for them. @throws Error when the API does not take them */
export async function addPhotos(call: As, workoutId: number, pictures: readonly Picture[]): Promise<Photo[]> {
  const answer = await send(call, workoutId, pictures);
  if (answer.status !== 202) throw new Error(`photos: ${answer.status} ${answer.text}`);
  return settled(call, workoutId);
}

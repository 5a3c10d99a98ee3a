import type { Photo, PhotoList, Workout } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES } from '@waymark/api-contract/limits';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { samplePhoto, sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { moved, placeByKey } from './photo-grid.tsx';
import { photoRefusal, photoUploads } from './photo-uploads.ts';
import { PhotosSection } from './photos-section.tsx';

const listOf = (photos: Photo[]): PhotoList => ({ _embedded: { photos }, total_count: photos.length });
let lastId = 5000;

/** Shows the photos of a workout of its own, so that no queue is shared between tests. */
function show(
  photos: Photo[],
  answer: (call: TestCall, id: number) => unknown = () => undefined,
  over: Partial<Workout> = {},
) {
  const workout = sampleWorkout({ id: ++lastId, photos, ...over });
  const host = installTestHost((call) => answer(call, workout.id), { user: sampleUser() });
  renderPage(<PhotosSection workout={workout} />);
  return { host, id: workout.id };
}
const image = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
const names = () =>
  screen.getAllByRole('button', { name: /^Enlarge / }).map((b) => b.getAttribute('aria-label'));
const three = ['Summit', 'Lake', 'Hut'].map((caption, i) => samplePhoto({ id: 801 + i, caption }));

it('[WORK-04] others see photos that are ready, and nothing to change them', () => {
  const user = { id: 9, display_name: 'Kim', username: 'kim' };
  show(
    [samplePhoto({ caption: 'Summit' }), samplePhoto({ id: 802, status: 'processing', urls: null })],
    undefined,
    { user, can: { edit: false, delete: false, copy: false } },
  );
  expect(names()).toEqual(['Enlarge Summit']);
  expect(screen.queryByRole('button', { name: /Add photos|Delete|Move/ })).toBeNull();
  expect(screen.queryByText(/Being made ready/)).toBeNull();
});

it('[WORK-04] without any, others see no heading, and the owner how to add some', () => {
  show([], undefined, { user: { id: 9, display_name: 'Kim', username: 'kim' } });
  expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull();
  show([]);
  expect(screen.getByRole('button', { name: 'Add photos' })).toBeTruthy();
});

it('[WORK-04] an added photo is sent, being made ready, and then there', async () => {
  let photos: Photo[] = [];
  const { host } = show([], (call) => {
    if (call.method === 'POST') photos = [samplePhoto({ id: 900, status: 'processing', urls: null })];
    return listOf(photos);
  });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, image('summit.jpg'));
  expect(await screen.findByText('Processing. Only you can see it for now.')).toBeTruthy();
  photos = [samplePhoto({ id: 900 })];
  expect(await screen.findByRole('button', { name: 'Enlarge Photo 1' })).toBeTruthy();
  const sent = host.calls.find(({ method }) => method === 'POST')!;
  expect(((sent.body as FormData).get('photo') as File).name).toBe('summit.jpg');
});

it('[WORK-02] a photo that was accepted after the workout was read and before its photos were shown is there', async () => {
  const workout = sampleWorkout({ id: ++lastId, photos: [] });
  const host = installTestHost(() => listOf([samplePhoto({ id: 901 })]), { user: sampleUser() });
  photoUploads(workout.id).add([image('sun.jpg')]);
  await waitFor(() => expect(photoUploads(workout.id).get()).toEqual([]));
  renderPage(<PhotosSection workout={workout} />);
  expect(await screen.findByRole('button', { name: 'Enlarge Photo 1' })).toBeTruthy();
  expect(host.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

it('[WORK-04] a pasted picture is added, other things that are pasted are not', async () => {
  const { host } = show([], () => listOf([]));
  const paste = (files: File[]) =>
    fireEvent(window, Object.assign(new Event('paste', { cancelable: true }), { clipboardData: { files } }));
  paste([new File(['x'], 'notes.txt', { type: 'text/plain' })]);
  paste([image('clip.png', 'image/png')]);
  await waitFor(() => expect(host.calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
});

it('[WORK-04] each photo that cannot be sent has its own sentence, and is still here to be sent again', async () => {
  let broken = true;
  let photos: Photo[] = [];
  const { id } = show([], (call) => {
    if (call.method === 'POST' && broken) throw new ApiError(0, '', null);
    if (call.method === 'POST') photos = [samplePhoto({ id: 900 })];
    return listOf(photos);
  });
  act(() => photoUploads(id).add([image('a.jpg'), image('notes.txt', 'text/plain')]));
  const lines = within(await screen.findByRole('list', { name: 'Photos being uploaded' }));
  expect(await lines.findByText(/The connection dropped/)).toBeTruthy();
  expect(lines.getByText('This is not a picture. Choose a JPEG, PNG or WebP file.')).toBeTruthy();
  broken = false;
  await userEvent.click(lines.getByRole('button', { name: 'Upload again' }));
  expect(await screen.findByRole('button', { name: 'Enlarge Photo 1' })).toBeTruthy();
});

it('[WORK-04] what the server says about a picture is shown to its owner', () => {
  show([
    samplePhoto({
      status: 'failed',
      urls: null,
      problem: 'This picture has more than 50,000 pixels a side.',
    }),
  ]);
  expect(screen.getByText('This picture has more than 50,000 pixels a side.')).toBeTruthy();
});

it('[WORK-04] the arrow keys on a handle move a photo, and its new place is said', async () => {
  const { host, id } = show(three, () => listOf([three[1]!, three[0]!, three[2]!]));
  screen.getByRole('button', { name: /^Move Summit/ }).focus();
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(names()).toEqual(['Enlarge Lake', 'Enlarge Summit', 'Enlarge Hut']));
  expect(screen.getByText('Photo 2 of 3')).toBeTruthy();
  const call = host.calls.find(({ method }) => method === 'PUT')!;
  expect([call.path, call.body]).toEqual([`/workout/${id}/photos/order/`, { ids: [802, 801, 803] }]);
});

it('[WORK-04] dragging a handle over another photo puts it there', async () => {
  globalThis.PointerEvent ??= class extends MouseEvent {} as unknown as typeof PointerEvent;
  const { host } = show(three, () => listOf(three));
  const handle = screen.getByRole('button', { name: /^Move Hut/ });
  document.elementFromPoint = () => screen.getByRole('button', { name: 'Enlarge Summit' });
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(handle, { clientX: 1, clientY: 1 });
  await waitFor(() => expect(names()[0]).toBe('Enlarge Hut'));
  expect(host.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  fireEvent.pointerUp(screen.getByRole('button', { name: /^Move Hut/ }));
  await waitFor(() =>
    expect(host.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ids: [803, 801, 802] }),
  );
});

it('[WORK-04] a deleted photo is gone at once and can be brought back', async () => {
  let there = [...three];
  const { host } = show(three, ({ method, path }) => {
    if (method === 'DELETE') there = there.slice(1);
    if (path.endsWith('/restore/')) there = [...three];
    return method === 'DELETE' ? undefined : listOf(there);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete Summit' }));
  await waitFor(() => expect(names()).toEqual(['Enlarge Lake', 'Enlarge Hut']));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('The photo is deleted.'));
  act(() => host.notifications[0]!.action!.run());
  await waitFor(() => expect(names()).toHaveLength(3));
});

it('[WORK-04] a deletion that fails brings the photo back and says so', async () => {
  const { host } = show(three, ({ method }) => {
    if (method === 'DELETE') throw new ApiError(0, '', null);
    return listOf(three);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete Summit' }));
  await waitFor(() => expect(host.notifications[0]?.kind).toBe('error'));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it('[WORK-04] a description is written in place; Escape leaves it as it was', async () => {
  let photo = samplePhoto();
  const { host } = show([photo], ({ method, body }) =>
    method === 'PUT' ? (photo = samplePhoto(body as Partial<Photo>)) : listOf([photo]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Describe Photo 1' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Summit{Enter}');
  expect(await screen.findByRole('button', { name: 'Change the description: Summit' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change the description: Summit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' and me{Escape}');
  expect(screen.getByRole('button', { name: 'Change the description: Summit' })).toBeTruthy();
  expect(host.calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/workout_photo/801/', { caption: 'Summit' }],
  ]);
});

it('[WORK-04] a description that is left for another field is kept, and that field keeps the focus', async () => {
  let photo = samplePhoto();
  const { host } = show([photo], ({ method, body }) =>
    method === 'PUT' ? (photo = samplePhoto(body as Partial<Photo>)) : listOf([photo]),
  );
  const other = document.body.appendChild(document.createElement('input'));
  await userEvent.click(screen.getByRole('button', { name: 'Describe Photo 1' }));
  const field = screen.getByRole('textbox', { name: 'Description' });
  await userEvent.type(field, 'Summit');
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: other });
  await waitFor(() => expect(host.calls.map(({ method }) => method)).toContain('PUT'));
  // What is pressed stays where it is: the words may take more lines than their field.
  expect(field.isConnected).toBe(true);
  expect(document.activeElement).toBe(other);
  await user.pointer({ keys: '[/MouseLeft]', target: other });
  expect(await screen.findByRole('button', { name: 'Change the description: Summit' })).toBeTruthy();
  expect(document.activeElement).toBe(other);
  other.remove();
});

it('[WORK-04] a photo is looked at large, and the keys lead to the others', async () => {
  const photos = [three[0]!, samplePhoto({ id: 850, status: 'processing', urls: null }), three[1]!];
  show(photos, () => listOf(photos));
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge Summit' }));
  expect(screen.getByRole('dialog', { name: 'Summit' }).textContent).toContain('1 of 2');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('img', { name: 'Lake' }).getAttribute('src')).toBe('/photos/801/large');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'Summit' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a place in the order stays within the list', () => {
  expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(moved([1, 2, 3], 2, -5)).toEqual([3, 1, 2]);
  expect(moved([1, 2, 3], 7, 0)).toEqual([1, 2, 3]);
  expect(
    ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'End', 'Home', 'a'].map((key) => placeByKey(key, 0, 3)),
  ).toEqual([0, 0, 1, 2, 0, null]);
});

it('a file is refused before it is sent when it is empty, too large or no picture', () => {
  const file = (type: string, size: number) => photoRefusal({ type, size });
  expect(file('image/jpeg', PHOTO_MAX_BYTES)).toBeNull();
  expect(file('', 10)).toBeNull();
  expect(file('image/jpeg', PHOTO_MAX_BYTES + 1)).toBe('too-big');
  expect(file('image/jpeg', 0)).toBe('empty');
  expect(file('application/pdf', 10)).toBe('invalid-image-type');
});

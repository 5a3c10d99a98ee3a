import { ApiError } from '@waymark/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleWorkout } from '../testing/samples.ts';
import { photoUploads } from '../details/photos/photo-uploads.ts';
import { installLogHost, renderCopyPage } from './test-form.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('[WORK-05] a copy is a new workout with the figures of the first, and a failure keeps status text and code', async () => {
  let refuse = true;
  const host = installLogHost(() => {
    if (refuse)
      throw new ApiError(503, 'Service Unavailable', {
        status: 503,
        error: 'unavailable',
        error_description: 'Try again in a moment.',
        request_id: 'r',
      });
    return sampleWorkout({ id: 202 });
  });
  renderCopyPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Save copy' }));
  expect(await screen.findByText(/went wrong on our side. Nothing was lost/)).toBeTruthy();
  expect(host.events).toContainEqual({
    name: 'workout_copy_failed',
    properties: {
      status: 503,
      code: 'unavailable',
      message: '503 Service Unavailable: Try again in a moment. (unavailable)',
    },
  });
  refuse = false;
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/202']));
  expect(host.calls.findLast((c) => c.method === 'POST')?.body).toMatchObject({
    activity_type_id: 16,
    distance: 10_000,
    duration: 3000,
    name: 'Morning run',
  });
});

it.each([
  ['offline', false, /You’re offline. Nothing was lost/],
  ['no answer', true, /couldn’t reach Waymark. Nothing was lost/],
])('[WORK-05] a save that fails (%s) says so at the button, in view', async (_, isOnline, sentence) => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
  installLogHost(() => {
    throw new ApiError(0, '', null);
  });
  renderCopyPage();
  const button = await screen.findByRole('button', { name: 'Save copy' });
  await userEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(sentence);
  expect(scrolled.some((element) => element.contains(alert))).toBe(true);
  const controlsBetween = [...button.closest('form')!.querySelectorAll('input, select, textarea')].filter(
    (control) => alert.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(controlsBetween).toEqual([]);
  onLine.mockRestore();
  delete (Element.prototype as Partial<Element>).scrollIntoView;
});

it('[WORK-02] photos are sent once the workout is there, and one that fails does not hold the others up', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:photo');
  URL.revokeObjectURL = jest.fn();
  const sent: string[] = [];
  const host = installLogHost((call) => {
    if (call.path !== '/workout/777/photos/') return sampleWorkout({ id: 777 });
    const { name } = (call.body as FormData).get('photo') as File;
    sent.push(name);
    if (name === 'summit.jpg') throw new ApiError(0, '', null);
    return { _embedded: { photos: [] }, total_count: 0 };
  });
  renderCopyPage();
  await screen.findByRole('button', { name: 'Choose photos' });
  const image = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(chooser, [image('summit.jpg'), image('lake.jpg'), image('hut.jpg')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove hut.jpg' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/777']));
  await waitFor(() => expect(sent).toEqual(['summit.jpg', 'lake.jpg']));
  await waitFor(() =>
    expect(
      photoUploads(777)
        .get()
        .map(({ name, problem }) => [name, problem?.code]),
    ).toEqual([['summit.jpg', 'offline']]),
  );
});

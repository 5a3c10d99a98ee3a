import type { Workout } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { ExportMenu, fileNameOf } from './export-menu.tsx';

/** The API answers with a file, or refuses while `refuse` is set. */
function openMenu(workout: Workout) {
  const user = userEvent.setup({ delay: null });
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => {};
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const api = { refuse: false };
  const host = installTestHost(
    () => {
      const body = { status: 503, error: 'busy', error_description: 'Too much at once.', request_id: 'r' };
      const bytes = Object.assign(new Blob(['']), { text: () => Promise.resolve(JSON.stringify(body)) });
      if (api.refuse) throw new ApiError(503, 'Busy', bytes);
      return new Blob(['file']);
    },
    { user: sampleUser() },
  );
  renderPage(<ExportMenu workout={workout} />);
  const open = async () => user.click(await screen.findByRole('button', { name: 'Export' }));
  const choose = async (name: RegExp) => {
    await open();
    await user.click(screen.getByRole('menuitem', { name }));
  };
  return { host, saved, api, open, choose };
}

afterEach(() => jest.restoreAllMocks());

it('[WORK-03] export saves the file under its day and name, and a failure says why', async () => {
  const { host, saved, api, choose } = openMenu(sampleWorkout({ id: 1, name: 'Hill/side: run' }));
  await choose(/^FIT/);
  await waitFor(() => expect(saved).toEqual(['2026-11-20 Hill side run.fit']));
  expect(host.calls[0]).toMatchObject({ path: '/workout/1/export/' });
  api.refuse = true;
  await choose(/^FIT/);
  await waitFor(() => expect(JSON.stringify(host.notifications)).toContain('Too much at once.'));
  expect(saved).toHaveLength(1);
  expect(fileNameOf(sampleWorkout({ name: '' }), 'gpx')).toBe('2026-11-20.gpx');
});

it('[WORK-03] the original file is offered under its own name where there is one', async () => {
  const { host, saved, choose } = openMenu(
    sampleWorkout({ id: 7, has_original: true, file_name: '2026-11-20-070000.fit' }),
  );
  await choose(/^Original file$/);
  await waitFor(() => expect(saved).toEqual(['2026-11-20-070000.fit']));
  expect(host.calls[0]).toMatchObject({ method: 'GET', path: '/workout/7/original/' });
});

it('[WORK-03] a workout logged by hand, or with a file that is gone, offers no original file', async () => {
  const { open } = openMenu(sampleWorkout({ id: 7, has_original: false, file_name: 'old.fit' }));
  await open();
  expect(await screen.findByRole('menuitem', { name: /^TCX/ })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Original file' })).toBeNull();
});

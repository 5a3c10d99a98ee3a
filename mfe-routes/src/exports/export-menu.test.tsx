import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ExportMenu } from './export-menu.tsx';

const choose = async (format: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: format }));
};

afterEach(() => jest.restoreAllMocks());

it.each([
  [/GPX/, 'gpx'],
  [/FIT/, 'fit'],
  [/TCX/, 'tcx'],
  [/KML/, 'kml'],
])('[ROUTE-08] a route is saved as %s under its name', async (label, format) => {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:route', revokeObjectURL: () => {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const host = installTestHost(() => new Blob(['course']));
  renderPage(<ExportMenu route={{ id: 501, name: 'Lady Bird / Lake' }} />);
  await choose(label);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatch(new RegExp(`^Lady.*Lake\\.${format}$`));
  expect(saved[0]).not.toContain('/');
  expect(host.calls[0]).toMatchObject({ path: '/route/501/export/', options: { params: { format } } });
  expect(host.notifications).toEqual([]);
});

it('[ROUTE-08] a file that cannot be made is said, and the menu is there again', async () => {
  const host = installTestHost(() => {
    throw new ApiError(502, 'Bad Gateway', null);
  });
  renderPage(<ExportMenu route={{ id: 501, name: 'Lady Bird Lake' }} />);
  await choose(/GPX/);
  await waitFor(() =>
    expect(host.notifications.map(({ text }) => text)).toEqual([
      'We couldn’t create the file. Try again in a moment.',
    ]),
  );
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

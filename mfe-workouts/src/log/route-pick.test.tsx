import type { RouteSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { sampleUser, sampleWorkout } from '../testing/samples.ts';
import EditPage from './edit-page.tsx';
import LogPage from './log-page.tsx';

const route = (id: number, name: string): RouteSummary => ({
  id,
  name,
  description: '',
  activity_type_id: 16,
  activity_name: 'Run',
  activity_group: 'run',
  distance: 8046.72,
  ascent: null,
  descent: null,
  privacy: 0,
  start: { lat: 0, lng: 0 },
  locality: 'Austin',
  region: '',
  country: '',
  preview: { polyline: '??_ibE_ibE', bounds: [0, 0, 1, 1] },
  date_created: '2026-11-01T12:00:00.000Z',
  date_updated: '2026-11-01T12:00:00.000Z',
  away: null,
  bookmark_id: null,
  user: { id: 7, display_name: 'Robin', username: 'robin' },
  can: { edit: true, delete: true },
  _links: {},
});
const OWN = [route(71, 'River loop'), route(72, 'Hill loop')];

function answers({ path, method, options }: TestCall): unknown {
  if (path === '/activity_type/')
    return {
      _embedded: {
        activity_types: [
          { id: 16, name: 'Run', has_children: false, mets: 9, root_id: 16, parent_id: null, _links: {} },
        ],
      },
      total_count: 1,
    };
  if (method === 'GET' && path === '/usergear/') return { _embedded: { gear: [] }, total_count: 0 };
  if (path === '/workout/calculate/calories/')
    return { energy: 1, kcal: 612.4, formula: '', weight_assumed: false };
  if (path === '/route/71/') return OWN[0];
  if (path === '/route/99/')
    throw new ApiError(404, 'Not Found', {
      status: 404,
      error: 'not_found',
      error_description: 'This route is private or does not exist.',
      request_id: 'r',
    });
  if (path === '/route/') {
    const text = String(options?.params?.['text_search'] ?? '');
    const found = OWN.filter(({ name }) => name.includes(text));
    return { _links: {}, _embedded: { routes: found }, total_count: found.length };
  }
  if (path === '/route_bookmark/')
    return { _links: {}, _embedded: { route_bookmarks: [] }, total_count: 0, gone: [] };
  if (method === 'GET' && path === '/workout/101/')
    return sampleWorkout({
      has_time_series: false,
      route: { id: 72, name: 'Hill loop', distance: 8000, preview: OWN[1]!.preview },
    });
  return method === 'GET' ? undefined : sampleWorkout({ id: 205 });
}

const open = (page: React.ReactNode, at: string, pattern: string) => {
  const host = installTestHost(answers, { user: sampleUser() });
  renderPage(
    <Routes>
      <Route path={pattern} element={page} />
    </Routes>,
    { at },
  );
  return host;
};
const part = () => screen.findByRole('group', { name: 'Route' });
const distance = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Distance/ });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('[WORK-02] a saved route is found by its name and gives distance and activity; it can be left out again', async () => {
  const host = open(<LogPage />, '/workout/create', '/workout/create');
  await userEvent.click(within(await part()).getByRole('button', { name: 'Choose a saved route' }));
  const list = await screen.findByRole('list', { name: 'Saved routes' });
  expect(within(list).getAllByRole('button')).toHaveLength(2);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'River');
  await waitFor(() => expect(within(list).getAllByRole('button')).toHaveLength(1));
  await userEvent.click(within(list).getByRole('button', { name: /River loop/ }));
  expect(await within(await part()).findByRole('link', { name: /River loop/ })).toBeTruthy();
  expect(distance().value).toBe('8.05');
  // The dialog gives the focus back as it closes: what is typed before then goes elsewhere.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'));
  await userEvent.type(
    within(screen.getByRole('group', { name: /Duration/ })).getByRole('textbox', { name: 'Minutes' }),
    '50',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/205']));
  expect(host.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    activity_type_id: 16,
    route_id: 71,
  });
  await userEvent.click(within(await part()).getByRole('button', { name: 'No route' }));
  expect(within(await part()).queryByRole('link')).toBeNull();
});

it('[WORK-02] a link from a route brings it along, once', async () => {
  const host = open(<LogPage />, '/workout/create?route=71', '/workout/create');
  expect(await within(await part()).findByRole('link', { name: /River loop/ })).toBeTruthy();
  expect(host.navigated).toEqual(['/workout/create']);
});

it('[WORK-02] a route that cannot be read is told, and the form stays', async () => {
  const host = open(<LogPage />, '/workout/create?route=99', '/workout/create');
  await waitFor(() =>
    expect(host.notifications.map(({ text }) => text)).toEqual(['This route is private or does not exist.']),
  );
  expect(within(await part()).getByRole('button', { name: 'Choose a saved route' })).toBeTruthy();
});

it('[WORK-02] [WORK-05] bookmarks are offered too; what was typed is not overwritten, and the change is sent', async () => {
  const host = open(<EditPage />, '/workout/edit/101', '/workout/edit/:workoutId');
  const before = (await part(), distance().value);
  await userEvent.click(within(await part()).getByRole('button', { name: 'Choose another one' }));
  await screen.findByRole('list', { name: 'Saved routes' });
  await userEvent.selectOptions(screen.getByLabelText('Which routes'), 'Bookmarked routes');
  expect(await screen.findByText(/No routes yet/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Which routes'), 'My routes');
  await userEvent.click(await screen.findByRole('button', { name: /River loop/ }));
  expect(distance().value).toBe(before);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(host.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ route_id: 71 }),
  );
});

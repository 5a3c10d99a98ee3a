import type { RouteBookmarkList, RouteSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { sampleList, sampleMember, sampleRoute } from '../testing/routes.ts';
import MyRoutesPage from './my-routes-page.tsx';

const OWNER = { id: 42, display_name: 'Robin T.', username: 'robin' };
const own = (over: Partial<RouteSummary> = {}) =>
  sampleRoute({ user: OWNER, can: { edit: true, delete: true }, ...over });

const down = new ApiError(503, '', {
  status: 503,
  error: 'x',
  error_description: 'The routes rest for a moment.',
  request_id: 'r',
});

/** An API that holds routes and bookmarks of one member. */
function library(routes: RouteSummary[]) {
  const deleted = new Map<number, RouteSummary>();
  let bookmarks = routes.filter(({ bookmark_id: id }) => id !== null);
  const change = (id: number, over: Partial<RouteSummary>) => {
    routes = routes.map((route) => (route.id === id ? Object.assign({}, route, over) : route));
  };
  const lib = { broken: false, gone: [] as RouteBookmarkList['gone'] };
  const answer = (call: TestCall): unknown => {
    const { method, path, body, options } = call;
    const address = callAddress(call);
    if (lib.broken && !address.startsWith('/route/?')) throw down;
    const id = Number(/\/(\d+)\//.exec(path)?.[1]);
    if (address.startsWith('/route/?')) {
      const text = new URLSearchParams(address.slice(8)).get('text_search')?.toLowerCase() ?? '';
      return sampleList(routes.filter(({ name }) => name.toLowerCase().includes(text)));
    }
    if (path === '/route_bookmark/' && method === 'GET')
      return {
        _links: {},
        _embedded: {
          route_bookmarks: bookmarks.map((route) => ({
            id: route.bookmark_id,
            date_created: route.date_created,
            route,
            _links: {},
          })),
        },
        total_count: bookmarks.length,
        gone: lib.gone,
      };
    if (path === '/route_bookmark/' && method === 'POST') {
      const routeId = Number((body as { _links: { route: { id: string }[] } })._links.route[0]!.id);
      change(routeId, { bookmark_id: 900 });
      const route = [...routes, ...lost].find((one) => one.id === routeId)!;
      bookmarks = [Object.assign({}, route, { bookmark_id: 900 }), ...bookmarks];
      return {};
    }
    if (method === 'DELETE' && path.startsWith('/route_bookmark/')) {
      lost = bookmarks.filter(({ bookmark_id: bookmark }) => bookmark === id);
      bookmarks = bookmarks.filter(({ bookmark_id: bookmark }) => bookmark !== id);
      lib.gone = lib.gone.filter((one) => one.id !== id);
      for (const route of lost) change(route.id, { bookmark_id: null });
      return undefined;
    }
    if (path === '/social/privacy_toggle/') {
      const { object_id: route, set_privacy_to: level } = options!.params as Record<string, number>;
      change(route!, { privacy: level as RouteSummary['privacy'] });
      return { privacy: level };
    }
    if (path.endsWith('/export/')) return new Blob(['<gpx/>']);
    if (method === 'DELETE') {
      deleted.set(
        id,
        routes.find((route) => route.id === id)!,
      );
      routes = routes.filter((route) => route.id !== id);
      return undefined;
    }
    if (path.endsWith('/restore/')) {
      routes = [deleted.get(id)!, ...routes];
      return deleted.get(id);
    }
    throw new Error(`Unplanned ${method} ${path}`);
  };
  let lost: RouteSummary[] = [];
  return Object.assign(lib, { answer });
}

function open(routes: RouteSummary[], at = '/routes/my_routes', gone: RouteBookmarkList['gone'] = []) {
  const lib = library(routes);
  lib.gone = gone;
  const host = installTestHost(lib.answer, { user: sampleMember() });
  renderPage(
    <Routes>
      <Route path="/routes/my_routes" element={<MyRoutesPage list="own" />} />
      <Route path="/routes/my_routes/bookmarks" element={<MyRoutesPage list="bookmarks" />} />
    </Routes>,
    { at },
  );
  const calls = () => host.calls.filter(({ method }) => method !== 'GET').map((c) => `${c.method} ${c.path}`);
  return { host, lib, calls };
}
const row = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
const LAKE = 'Lady Bird Lake';

it('[ROUTE-09] own routes are asked for by user; the order and a word of the name are chosen', async () => {
  const { host } = open([own(), own({ id: 502, name: 'Barton Creek' })]);
  await row(LAKE);
  const last = () => Object.fromEntries(new URLSearchParams(callAddress(host.calls.at(-1)!).slice(8)));
  expect(last()).toEqual({ user: '42', order_by: '-date_created', limit: '20' });
  await userEvent.selectOptions(screen.getByLabelText('Order'), '-elevation');
  await waitFor(() => expect(last()).toMatchObject({ order_by: '-elevation' }));
  await userEvent.type(screen.getByLabelText('Search by name'), 'barton cr');
  await waitFor(() => expect(last()).toMatchObject({ text_search: 'barton', limit: '40' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: LAKE })).toBeNull());
  await userEvent.clear(screen.getByLabelText('Search by name'));
  await userEvent.type(screen.getByLabelText('Search by name'), 'nowhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all your routes' }));
  await row(LAKE);
});

it('[ROUTE-09] a route is deleted at once and comes back by Undo', async () => {
  const { host, calls } = open([own(), own({ id: 502, name: 'Barton Creek' })]);
  await userEvent.click((await row(LAKE)).getByRole('button', { name: `More for ${LAKE}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: LAKE })).toBeNull());
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.notifications[0]).toMatchObject({ text: `${LAKE} was deleted.`, action: { label: 'Undo' } });
  act(() => host.notifications[0]!.action!.run());
  await row(LAKE);
  expect(calls()).toEqual(['DELETE /route/501/', 'POST /route/501/restore/']);
});

it('[ROUTE-09] what cannot be deleted stays, and it is said why', async () => {
  const { host, lib } = open([own()]);
  await userEvent.click((await row(LAKE)).getByRole('button', { name: `More for ${LAKE}` }));
  lib.broken = true;
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await waitFor(() =>
    expect(host.notifications[0]).toMatchObject({ kind: 'error', text: 'The routes rest for a moment.' }),
  );
  await row(LAKE);
});

it('[ROUTE-09] the privacy of a route is changed through its toggle, with the names of the levels', async () => {
  const { host, lib } = open([own()]);
  await userEvent.click((await row(LAKE)).getByRole('button', { name: 'Everyone' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Private (only me)',
    'Friends',
    'Everyone',
    'Anyone with the link',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Anyone with the link' }));
  const button = await screen.findByRole('button', { name: 'Anyone with the link' });
  expect(host.calls.find(({ path }) => path === '/social/privacy_toggle/')).toMatchObject({
    method: 'GET',
    options: { params: { content_type_id: 1, object_id: 501, set_privacy_to: 6 } },
  });
  lib.broken = true;
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Private (only me)' }));
  await waitFor(() => expect(host.notifications.at(-1)?.kind).toBe('error'));
  expect(await screen.findByRole('button', { name: 'Anyone with the link' })).toBeTruthy();
});

it('[ROUTE-09] a route is bookmarked by links to it and the member', async () => {
  const { host } = open([own()]);
  await userEvent.click(await screen.findByRole('button', { name: `Bookmark ${LAKE}` }));
  await screen.findByRole('button', { name: `Remove the bookmark of ${LAKE}`, pressed: true });
  await waitFor(() =>
    expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      _links: {
        route: [{ href: '/v7.1/route/501/', id: '501' }],
        user: [{ href: '/v7.1/user/42/', id: '42' }],
      },
    }),
  );
});

it('[ROUTE-09] a bookmark is removed at once and comes back by Undo', async () => {
  const { host } = open([sampleRoute({ bookmark_id: 31 })], '/routes/my_routes/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: `Remove the bookmark of ${LAKE}` }));
  expect(await screen.findByText('No bookmarks yet')).toBeTruthy();
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  act(() => host.notifications[0]!.action!.run());
  await row(LAKE);
});

it('[ROUTE-09] bookmarks of routes that are private or gone are said to be, and can be removed', async () => {
  const { calls } = open([sampleRoute({ bookmark_id: 31 })], '/routes/my_routes/bookmarks', [
    { id: 77, date_created: '2026-10-01T00:00:00.000Z' },
  ]);
  const gone = within(
    await screen.findByRole('region', { name: 'A bookmarked route is private now or was deleted' }),
  );
  await userEvent.click(gone.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(calls()).toEqual(['DELETE /route_bookmark/77/']);
  await row(LAKE);
});

it('[ROUTE-09] edit, copy and print are links; tabs lead to bookmarks', async () => {
  open([own()]);
  await userEvent.click((await row(LAKE)).getByRole('button', { name: `More for ${LAKE}` }));
  const hrefs = screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'));
  expect(hrefs.filter(Boolean)).toEqual(['/routes/edit/501', '/routes/copy/501', '/routes/print/501']);
  expect(screen.getByRole('link', { name: 'Bookmarks' }).getAttribute('href')).toBe(
    '/routes/my_routes/bookmarks',
  );
});

it('[ROUTE-08] a route of the list is saved as a file with the session of its owner', async () => {
  const { host } = open([own()]);
  URL.createObjectURL = jest.fn(() => 'blob:x');
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await userEvent.click((await row(LAKE)).getByRole('button', { name: `More for ${LAKE}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'GPX, for maps and most devices' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(host.calls.at(-1)).toMatchObject({
    path: '/route/501/export/',
    options: { params: { format: 'gpx' } },
  });
});

it('[ROUTE-09] without routes there is the one action that makes some', async () => {
  open([]);
  expect(await screen.findByText('No routes yet')).toBeTruthy();
  for (const link of screen.getAllByRole('link', { name: 'Plan a route' }))
    expect(link.getAttribute('href')).toBe('/routes/create');
});

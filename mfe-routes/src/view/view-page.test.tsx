import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteDetail } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { encodePlan } from '@waymark/routes';
import { Route, Routes } from 'react-router-dom';
import { hill, northPlan, standInDrawing } from '../profile/course.testing.ts';
import { sampleMember, sampleRoute } from '../testing/routes.ts';
import ViewPage from './view-page.tsx';

// jsdom draws no maps: the map is tied to the profile in a browser test.
jest.mock('../map/map-box.tsx', () => ({ MapBox: ({ label }: { label: string }) => <p>{label}</p> }));

const plan = northPlan(hill());
const NOTE = {
  instructions: 'Turn left onto Mill Lane.',
  lat: 0,
  lng: 0,
  distance: 2500,
  isCustomNote: false,
};
const noted = { ...plan, segments: [{ ...plan.segments[0]!, notes: [NOTE] }] };
const detail = (over: Partial<RouteDetail> = {}): RouteDetail => ({
  ...sampleRoute(),
  points: encodePlan(noted),
  ...over,
});

interface Asked extends Partial<RouteDetail> {
  refuse?: number;
}

function open(route: Asked = {}, member = false) {
  const kept = detail(route);
  const host = installTestHost(
    ({ path, method }: TestCall) => {
      if (path === '/route/501/' && method === 'GET') {
        if (route.refuse) throw new ApiError(route.refuse, 'No', null);
        return { ...kept };
      }
      if (path === '/route_bookmark/' && method === 'POST') {
        kept.bookmark_id = 9;
        return { id: 9 };
      }
      if (path === '/social/privacy_toggle/') {
        kept.privacy = 0;
        return { privacy: 0 };
      }
      if (path === '/search_for_city/')
        return {
          suggestions: [
            { value: '51,7', locality: 'Austin', isCity: true, path: '/us/austin-pa' },
            { value: '30.27,-97.74', locality: 'Austin', isCity: true, path: '/us/austin-tx' },
          ],
        };
      if (path === '/route/501/' || path === '/route/501/restore/') return undefined;
      throw new Error(`${method} ${path} is not due`);
    },
    { ...(member && { user: sampleMember({ id: 77 }) }), settings: { country: 'DE' } },
  );
  renderPage(
    <Routes>
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
    </Routes>,
    { at: '/routes/view/501' },
  );
  return host;
}

beforeEach(() => standInDrawing(800));

it('[ROUTE-08] [ROUTE-16] a visitor sees a public route whole: figures, place, author, map, heights and cue sheet', async () => {
  const host = open({ description: 'Shady in summer.' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Lady Bird Lake' })).toBeTruthy();
  const figure = (name: string) => screen.getByRole('group', { name }).textContent;
  expect(figure('Distance')).toMatch(/16\.1.km/);
  expect(figure('Ascent')).toMatch(/61.m/);
  // 16 km at 2.78 m/s, and 61 m of climb like 483 m more.
  expect(figure('Estimated time')).toContain('1:39:00');
  expect(await screen.findByText('Map of Lady Bird Lake')).toBeTruthy();
  expect(screen.getByText('Shady in summer.')).toBeTruthy();
  expect(screen.getByRole('slider', { name: /^Elevation profile of Lady Bird Lake/ })).toBeTruthy();
  const sheet = screen.getByRole('region', { name: 'Cue sheet' });
  expect(within(sheet).getByText('Turn left onto Mill Lane.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ada R.' }).getAttribute('href')).toBe('/profile/77/dashboard');
  const city = await screen.findByRole('link', { name: 'Austin, TX' });
  expect(city.getAttribute('href')).toBe('/us/austin-tx');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(host.events).toEqual([{ name: 'route_viewed', properties: { route_id: 501 } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Bookmark' }));
  expect(host.navigated[0]).toMatch(/^\/auth\/login\//);
});

it('[ROUTE-09] a bookmark is shown at once and kept', async () => {
  const host = open({}, true);
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark' }));
  expect(await screen.findByRole('button', { name: 'Bookmarked', pressed: true })).toBeTruthy();
  const sent = host.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ _links: { route: [{ href: '/v7.1/route/501/' }] } });
});

it('[ROUTE-09] its owner edits it, chooses who sees it, and deletes it with a way back', async () => {
  const host = open({ can: { edit: true, delete: true } }, true);
  const edit = await screen.findByRole('link', { name: 'Edit' });
  expect(edit.getAttribute('href')).toBe('/routes/edit/501');
  expect(screen.queryByText(/^by/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Everyone' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Private (only me)' }));
  expect(await screen.findByRole('button', { name: 'Private (only me)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.navigated).toEqual(['/routes/my_routes']);
  host.notifications[0]!.action!.run();
  await waitFor(() => expect(host.calls.map(({ path }) => path)).toContain('/route/501/restore/'));
});

it('[ROUTE-08] a route is saved as a file under its name, with the session of who asks', async () => {
  const asked: TestCall[] = [];
  const saved: string[] = [];
  installTestHost((call) => {
    asked.push(call);
    if (call.path === '/route/501/export/') return new Blob(['<gpx/>']);
    return call.path === '/route/501/' ? detail({ name: 'Up / down' }) : { suggestions: [] };
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function save() {
    saved.push(this.download);
  };
  renderPage(
    <Routes>
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
    </Routes>,
    { at: '/routes/view/501' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /^GPX/ }));
  await waitFor(() => expect(saved).toEqual(['Up down.gpx']));
  const call = asked.find(({ path }) => path === '/route/501/export/');
  expect(call?.options).toMatchObject({ params: { format: 'gpx' }, responseType: 'blob' });
});

it('[ROUTE-08] a private route and one that is not there say the same; a failure can be tried again', async () => {
  open({ refuse: 404 });
  expect(await screen.findByText('This route is private or does not exist')).toBeTruthy();
  // It may be the visitor's own, seen after the session has ended.
  const login = screen.getByRole('link', { name: 'Log in' }).getAttribute('href');
  expect(login).toMatch(/^\/auth\/login\/\?next=/);
  expect(screen.queryByRole('link', { name: 'Browse other routes' })).toBeNull();
});

it('[ROUTE-08] when the route cannot be loaded the page says so and tries again', async () => {
  const refused: Asked = { refuse: 503 };
  open(refused);
  expect(screen.getByRole('status', { name: 'Loading the route' })).toBeTruthy();
  await screen.findByText('We couldn’t load this route.');
  delete refused.refuse;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Lady Bird Lake' })).toBeTruthy();
});

it('[ROUTE-08] heights that were not saved are asked for', async () => {
  const points = encodePlan({ ...noted, segments: [{ ...noted.segments[0]!, elevation: null }] });
  const host = installTestHost(({ service, path }) => {
    if (service === 'elevation') return { height: hill(), source: 'test' };
    return path === '/route/501/' ? detail({ points }) : { suggestions: [] };
  });
  renderPage(
    <Routes>
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
    </Routes>,
    { at: '/routes/view/501' },
  );
  expect(await screen.findByRole('slider', { name: /^Elevation profile/ })).toBeTruthy();
  expect(host.calls.filter(({ service }) => service === 'elevation')).toHaveLength(1);
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteDetail } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { encodePlan } from '@waymark/routes';
import { Route, Routes } from 'react-router-dom';
import { hill, northPlan, standInDrawing } from '../profile/course.testing.ts';
import { sampleMember, sampleRoute } from '../testing/routes.ts';
import ViewPage from './view-page.tsx';

// jsdom draws no maps.
jest.mock('../map/map-box.tsx', () => ({ MapBox: ({ label }: { label: string }) => <p>{label}</p> }));

const FIRST = 'ABCDEFGHIJKLMNOPQRST_-';
const SECOND = 'abcdefghijklmnopqrst_-';
const OWN = { edit: true, delete: true };

interface Given extends Partial<RouteDetail> {
  key?: string | null;
  refuse?: number;
}

function open({ key = FIRST, refuse, ...over }: Given = {}, search = '') {
  history.replaceState(null, '', `/routes/view/501${search}`);
  const route: RouteDetail = {
    ...sampleRoute(),
    privacy: 6,
    points: encodePlan(northPlan(hill())),
    ...over,
  };
  let current = key;
  const host = installTestHost(
    ({ path, method }) => {
      if (path === '/route/501/link/') {
        if (method === 'POST' && refuse)
          throw new ApiError(refuse, '', {
            error: 'busy',
            error_description: 'Not just now.',
          });
        if (method === 'POST') current = SECOND;
        return { privacy: route.privacy, key: current };
      }
      if (path === '/route/501/') return route;
      if (path === '/search_for_city/') return { suggestions: [] };
      throw new Error(`${method} ${path} is not due`);
    },
    { user: sampleMember({ id: 77 }) },
  );
  renderPage(
    <Routes>
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
    </Routes>,
    { at: '/routes/view/501' },
  );
  return host;
}

const copied: string[] = [];
beforeEach(() => {
  standInDrawing(800);
  copied.length = 0;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});

const share = async () => userEvent.click(await screen.findByRole('button', { name: 'Share' }));
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
const linkShown = async () =>
  (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Link' })).value;
const linkWith = (key: string) => `${location.origin}/routes/view/501?key=${key}`;

it('[ROUTE-08] [DATA-03] the owner of a route by link sees its link and copies it', async () => {
  const host = open({ can: OWN });
  await share();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Link to this route' }));
  expect(await linkShown()).toBe(linkWith(FIRST));
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(copied).toEqual([linkWith(FIRST)]);
  expect(host.notifications[0]?.text).toBe('The link is copied.');
  expect(screen.queryByRole('button', { name: 'Share', hidden: false })).toBeTruthy();
  expect(screen.queryByText('Links to this route have changed')).toBeNull();
});

it('[DATA-03] a new link is made only after its consequence was read, and it can be refused', async () => {
  const host = open({ can: OWN });
  const made = () => host.calls.filter(({ method }) => method === 'POST').length;
  await share();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Link to this route' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new link' }));
  expect(screen.getByText(/The old link stops working at once/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep the old link' }));
  expect([made(), await linkShown()]).toEqual([0, linkWith(FIRST)]);
  await userEvent.click(screen.getByRole('button', { name: 'Make a new link' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a new link' }));
  await waitFor(async () => expect(await linkShown()).toBe(linkWith(SECOND)));
  expect(made()).toBe(1);
});

it('[DATA-03] a link that could not be made leaves the old one, and says so', async () => {
  open({ can: OWN, refuse: 503 });
  await share();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Link to this route' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new link' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a new link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not just now.');
  expect(await linkShown()).toBe(linkWith(FIRST));
});

it('[DATA-03] where the links to a route have changed, its owner makes one on the spot and sees it', async () => {
  open({ can: OWN, key: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Share it again' }));
  expect(await linkShown()).toBe(linkWith(SECOND));
  expect(screen.queryByText('Links to this route have changed')).toBeNull();
});

it('[DATA-03] who opened a route by link passes on the address with its key, to its other pages too', async () => {
  const host = open({}, `?key=${FIRST}`);
  await share();
  expect(items()).toEqual(['Print', 'Copy the link', 'Add to a website']);
  const href = (name: string, role: 'menuitem' | 'link') =>
    screen.getByRole(role, { name }).getAttribute('href');
  expect(href('Print', 'menuitem')).toBe(`/routes/print/501?key=${FIRST}`);
  expect(href('Add to a website', 'menuitem')).toBe(`/routes/view/add_to_website/501?key=${FIRST}`);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy the link' }));
  expect(copied).toEqual([linkWith(FIRST)]);
  expect(href('Copy', 'link')).toBe(`/routes/copy/501?key=${FIRST}`);
  // A workout takes it once it is bookmarked: its own page has no key.
  expect(screen.queryByRole('link', { name: 'Log a workout' })).toBeNull();
  expect(host.calls.some(({ path }) => path.endsWith('/link/'))).toBe(false);
});

it('[DATA-03] who reads a route by a bookmark has no link to pass on', async () => {
  open({ bookmark_id: 9 });
  await share();
  expect(items()).toEqual(['Print']);
  expect(screen.getByRole('link', { name: 'Log a workout' })).toBeTruthy();
});

import 'fake-indexeddb/auto';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { packPlan, packRoute } from '@waymark/routes';
import { straight } from '@waymark/routes/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { sampleRoute, sampleMember } from '../testing/routes.ts';
import PlannerPage from './planner-page.tsx';
import { playRouting } from './testing.ts';

// jsdom has no canvas: the map is left out at the edge of the libraries that draw it.
jest.mock('../map/map-box.tsx', () => ({ MapBox: () => null }));

const COURSE = packPlan(straight([0, 0], [0.01, 0], [0.02, 0]));
let routes = 500;

function open(task: 'edit' | 'copy', answer: (id: number) => unknown) {
  const id = routes++;
  const host = installTestHost(
    (call) => (call.path === `/route/${id}/packed/` ? answer(id) : playRouting(call)),
    {
      user: sampleMember({ default_privacy: { workout: 0, route: 1, profile: 3 } }),
    },
  );
  renderPage(
    <Routes>
      <Route path={`/routes/${task}/:routeId`} element={<PlannerPage task={task} />} />
    </Routes>,
    { at: `/routes/${task}/${id}` },
  );
  return host;
}

const own = (can: boolean) => (id: number) =>
  packRoute({ ...sampleRoute({ id, name: 'Morning loop' }), can: { edit: can, delete: can } }, COURSE).buffer;

const tools = () => screen.findByRole('region', { name: 'Tools' });

it('[ROUTE-05] a saved route is drawn on; nothing of it is unsaved until it is changed', async () => {
  open('edit', own(true));
  await tools();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Change a route');
  expect(screen.queryByText('We restored your draft.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
});

it('[ROUTE-05] the route of another member is not changed but copied', async () => {
  open('edit', own(false));
  const link = await screen.findByRole('link', { name: 'Copy it instead' });
  expect(link.getAttribute('href')).toMatch(/^\/routes\/copy\/\d+$/);
  expect(screen.queryByRole('region', { name: 'Tools' })).toBeNull();
});

it('[ROUTE-05] anybody who sees a route draws on from a copy', async () => {
  open('copy', own(false));
  await tools();
  const figures = screen.getByRole('group', { name: 'Figures of the route' });
  expect(within(figures).getByText('2.22')).toBeTruthy();
});

it('[ROUTE-05] a private or missing route is not found', async () => {
  open('edit', () => {
    throw new ApiError(404, 'Not Found', { error: 'not_found', error_description: 'No.' });
  });
  expect(
    await screen.findByRole('heading', { name: 'This route is private or does not exist' }),
  ).toBeTruthy();
});

it('[ROUTE-05] an answer that broke off on its way is no route: it is asked for again', async () => {
  let tries = 0;
  open('edit', (id) => {
    const whole = own(true)(id);
    return tries++ === 0 ? whole.slice(0, whole.byteLength - 5) : whole;
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await tools();
  expect(tries).toBe(2);
});

it('[ROUTE-05] on a tablet that is turned the points do not lie over the map; what is being written stays', async () => {
  const landscape = window.innerWidth;
  const turn = (width: number) => {
    window.innerWidth = width;
    fireEvent(window, new Event('resize'));
  };
  const panel = () => screen.queryByRole('complementary', { name: 'Details of the route' });
  open('edit', own(true));
  await tools();
  await within(panel()!).findByRole('list');
  turn(834);
  expect(panel()).toBeNull();
  turn(1112);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByLabelText('Name');
  turn(834);
  expect(panel()).toBeTruthy();
  turn(landscape);
});

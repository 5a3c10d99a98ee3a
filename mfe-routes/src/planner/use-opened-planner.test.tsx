import 'fake-indexeddb/auto';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { newHistory, packPlan, packRoute, type Plan, record, undo } from '@waymark/routes';
import { straight } from '@waymark/routes/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { sampleMember, sampleRoute } from '../testing/routes.ts';
import { draftKey } from './draft/draft-keeper.ts';
import { type Draft, readDraft, writeDraft } from './draft/draft-store.ts';
import PlannerPage from './planner-page.tsx';
import { playRouting } from './testing.ts';
import { EMPTY_FORM } from './store/create-planner.ts';

// jsdom has no canvas: the map is left out at the edge of the libraries that draw it.
jest.mock('../map/map-box.tsx', () => ({ MapBox: ({ children }: { children: ReactNode }) => children }));

const OLD = straight([0, 0], [0.01, 0], [0.02, 0]);
const DRAWN = straight([0, 0], [0.01, 0], [0.02, 0], [0.03, 0], [0.04, 0]);
const NOW = straight([0, 0], [0.01, 0], [0.02, 0], [0.03, 0]);
/** Lengths of the three, as the page tells them. */
const [OLD_KM, DRAWN_KM, NOW_KM] = ['2.22', '4.45', '3.34'];
const BEFORE = '2026-11-01T12:00:00.000Z';
const AFTER = '2026-11-02T12:00:00.000Z';
const FORM = { ...EMPTY_FORM, name: 'Loop', named: true, activityTypeId: 16, privacy: 3 as const };
let ids = 900;

interface Play {
  draft: Partial<Draft>;
  /** What is on the server, and since when. */
  plan?: Plan;
  since?: string;
  answer?: Promise<unknown>;
}

/** Opens the page of a route with a draft of it. */
async function open({ draft, plan = NOW, since = AFTER, answer }: Play) {
  const id = ids++;
  const key = draftKey(42, 'edit', String(id));
  const stored = {
    history: newHistory(OLD),
    form: FORM,
    base: OLD,
    baseForm: FORM,
    tab: 'x',
    at: Date.now(),
  };
  await writeDraft(key, { ...stored, ...draft });
  const route = {
    ...sampleRoute({ id, name: 'Loop', date_updated: since }),
    can: { edit: true, delete: true },
  };
  installTestHost(
    async (call) => {
      if (call.path !== `/route/${id}/packed/`) return playRouting(call);
      await answer;
      return packRoute(route, packPlan(plan)).buffer;
    },
    { user: sampleMember({ default_privacy: { workout: 0, route: 1, profile: 3 } }) },
  );
  renderPage(
    <Routes>
      <Route path="/routes/edit/:routeId" element={<PlannerPage task="edit" />} />
    </Routes>,
    { at: `/routes/edit/${id}` },
  );
  await screen.findByRole('region', { name: 'Tools' });
  return { key };
}

const shows = (km: string) =>
  waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Figures of the route' })).getByText(km)).toBeTruthy(),
  );
const restored = () => screen.queryByText(/We restored your draft/);
const drawn = { history: record(newHistory(OLD), DRAWN), baseAt: BEFORE };
const takenBack = { history: undo(drawn.history), baseAt: BEFORE };
const undoButton = () => screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled');
const redoButton = () => screen.getByRole('button', { name: 'Redo' }).getAttribute('aria-disabled');

it('[ROUTE-05] with nothing unsaved, a route that was changed elsewhere is shown as it is now', async () => {
  await open({ draft: takenBack });
  await shows(NOW_KM);
  expect([restored(), redoButton()]).toEqual([null, 'true']);
});

it('[ROUTE-05] with nothing unsaved, the steps of a route that nobody changed are still there', async () => {
  await open({ draft: takenBack, plan: OLD, since: BEFORE });
  await shows(OLD_KM);
  expect([restored(), redoButton()]).toEqual([null, null]);
});

it('[ROUTE-05] a draft of a route that was changed elsewhere says so; starting again takes what is saved', async () => {
  const { key } = await open({ draft: drawn });
  await shows(DRAWN_KM);
  expect(await screen.findByText(/The route has changed since/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await shows(NOW_KM);
  await waitFor(async () => expect(await readDraft(key)).toMatchObject({ baseAt: AFTER }));
  // One step back, the draft is there again.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await shows(DRAWN_KM);
});

it('[ROUTE-05] words of a draft too say that the route was changed elsewhere', async () => {
  await open({ draft: { form: { ...FORM, description: 'Mud' }, baseAt: BEFORE } });
  expect(await screen.findByText(/The route has changed since/)).toBeTruthy();
});

it('[ROUTE-05] a draft of the route as it is says nothing of changes', async () => {
  await open({ draft: drawn, plan: OLD, since: BEFORE });
  await shows(DRAWN_KM);
  expect((await screen.findByText(/We restored your draft/)).textContent).toBe('We restored your draft.');
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await shows(OLD_KM);
  expect(undoButton()).toBeNull();
});

it('[ROUTE-05] starting again is offered once it is known with what', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await open({ draft: drawn, answer: promise });
  await shows(DRAWN_KM);
  expect(restored()).toBeNull();
  resolve(null);
  expect(await screen.findByText(/The route has changed since/)).toBeTruthy();
});

it.each([
  ['newer', AFTER, null],
  ['older', BEFORE, /The route has changed since/],
])('[ROUTE-05] a draft without a stamp, %s than the route, opens', async (_, at, words) => {
  const { history } = drawn;
  await open({
    draft: { history, at: Date.parse(at) },
    since: '2026-11-02T00:00:00.000Z',
  });
  await shows(DRAWN_KM);
  expect(await screen.findByText(/We restored your draft/)).toBeTruthy();
  expect(screen.queryByText(words ?? /changed since/) === null).toBe(words === null);
});

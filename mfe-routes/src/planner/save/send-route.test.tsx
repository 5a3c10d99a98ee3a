import { ApiError } from '@waymark/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { straight } from '@waymark/routes/testing';
import { playRouting, refusal } from '../testing.ts';
import { body, keyOf, openPanel, refuse, saved } from './test-save-panel.tsx';

it('[ROUTE-05] what is drawn while it is being saved is kept, and the next save changes that route', async () => {
  const held = Promise.withResolvers();
  let first = true;
  const { draw, planner, save, sent, host, reopen } = await openPanel({
    saving: async (call) => {
      if (first) await held.promise;
      first = false;
      return saved(call);
    },
  });
  await draw();
  act(() => planner.setForm({ name: 'Loop', named: true }));
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  // The panel may be closed meanwhile.
  await reopen();
  expect(screen.getByRole('button', { name: /Save route/ }).getAttribute('aria-disabled')).toBe('true');
  await act(async () => planner.append({ lat: 30.29, lng: -97.76 }, 0));
  await act(async () => held.resolve(null));
  const more = await screen.findByRole('button', { name: 'Save changes' });
  expect([sent().length, host.navigated]).toEqual([1, []]);
  expect(host.notifications.at(-1)?.text).toMatch(/“Loop” is saved as it was/);
  expect([planner.get().unsaved, planner.get().plan.segments.length]).toEqual([true, 2]);
  await waitFor(() => expect(more.getAttribute('aria-disabled')).not.toBe('true'));
  await save('Save changes');
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /route/', 'PUT /route/77/']);
  expect(body(sent()[1]).points.filter(({ order }) => order > 0)).toHaveLength(3);
});

it('[ROUTE-05] a route that was deleted while its planner was open becomes a new one', async () => {
  const { draw, planner, save, sent, host } = await openPanel({
    saving: (call) => {
      if (call.method === 'PUT') throw refuse(404, 'not_found', 'This route does not exist or is private.');
      return saved(call, 78);
    },
  });
  await draw();
  act(() => {
    planner.saved({ ...planner.get(), id: 77 });
    planner.setForm({ name: 'Loop', named: true });
  });
  await save('Save changes');
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/78']));
  expect(sent().map(({ method }) => method)).toEqual(['PUT', 'POST']);
});

it('[ROUTE-11] a changed name leaves the course as it is stored; a changed course is sent', async () => {
  const { draw, planner, save, sent, host } = await openPanel({ at: '/routes/edit/77' });
  await draw();
  act(() => {
    planner.saved({ ...planner.get(), id: 77 });
    planner.setForm({ name: 'Harbour loop', named: true });
  });
  await save('Save changes');
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  expect(body(sent()[0])).toMatchObject({ name: 'Harbour loop' });
  expect(body(sent()[0])).not.toHaveProperty('points');
  await act(async () => planner.append({ lat: 30.29, lng: -97.76 }, 0));
  await save('Save changes');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(body(sent()[1]).points.length).toBeGreaterThan(2);
});

it('[ROUTE-05] [ROUTE-12] a leg that fails while the save waits for it is said, and nothing is saved without it', async () => {
  const leg = Promise.withResolvers();
  const { draw, planner, save, sent, host } = await openPanel({ routing: () => leg.promise });
  await draw();
  act(() => {
    planner.setForm({ name: 'Loop', named: true });
    void planner.append({ lat: 30.29, lng: -97.76 });
  });
  await save();
  await act(async () => leg.reject(refusal('no_path')));
  const told = await screen.findByText(/no way between these points\. Your route is not saved yet\./);
  expect([sent(), host.navigated]).toEqual([[], []]);
  // Given up, the rest can be saved.
  act(() => planner.dismissProblem());
  expect(told.isConnected).toBe(false);
  await save();
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
});

it('[ROUTE-05] [ROUTE-12] a leg that fails while the route is being saved keeps the planner open', async () => {
  const leg = Promise.withResolvers();
  const held = Promise.withResolvers();
  const { draw, planner, save, sent, host } = await openPanel({
    routing: () => leg.promise,
    saving: async (call) => {
      await held.promise;
      return saved(call);
    },
  });
  await draw();
  act(() => planner.setForm({ name: 'Loop', named: true }));
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  act(() => void planner.append({ lat: 30.29, lng: -97.76 }));
  await act(async () => leg.reject(refusal('no_path')));
  await act(async () => held.resolve(null));
  await screen.findByRole('button', { name: 'Save changes' });
  expect([host.navigated, planner.get().problem === null]).toEqual([[], false]);
});

it('[SESS-06] a save without an answer keeps its key, whatever heights came or was changed meanwhile, until it is known to be stored', async () => {
  const known = Promise.withResolvers();
  const { draw, planner, save, sent, host, user, reopen } = await openPanel({
    routing: async (call) => {
      if (call.service !== 'elevation') return playRouting(call);
      await known.promise;
      const { height } = playRouting(call) as { height: null[] };
      return { height: height.map(() => 12), source: 'test' };
    },
    saving: (call) => {
      if (tries++ < 2) throw new ApiError(0, '', null);
      if (tries === 3) throw stored;
      return saved(call);
    },
  });
  let tries = 0;
  const stored = new ApiError(422, '', {
    error: 'idempotency_key_reused',
    error_description: 'It was saved.',
  });
  await draw(straight([7, 7], [7.01, 7.01]));
  act(() => planner.setForm({ name: 'Loop', named: true }));
  await save();
  const again = await screen.findByRole('button', { name: 'Try again' });
  await act(async () => known.resolve(null));
  await waitFor(() => expect(planner.get().plan.segments[0]?.elevation?.[0]).toBe(12));
  await user.click(again);
  await waitFor(() => expect(sent()).toHaveLength(2));
  await reopen();
  act(() => planner.setForm({ description: 'Mud' }));
  await save();
  expect(await screen.findByText('It was saved.')).toBeTruthy();
  await save();
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  const keys = sent().map(keyOf);
  expect(keys[0]!.length).toBeGreaterThan(20);
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
  expect(body(sent()[1])).toEqual(body(sent()[0]));
});

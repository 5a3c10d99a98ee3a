import { ApiError } from '@waymark/contract';
import { addNote, decodePlan, encodePlan, planPointCount, simplifyPlan, staticPlan } from '@waymark/routes';
import { straight } from '@waymark/routes/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { body, COURSE, openPanel, refuse } from './test-save-panel.tsx';

it('[ROUTE-06] the name is suggested from the start until the member gives one', async () => {
  const { draw, name, user, planner } = await openPanel();
  await draw();
  await waitFor(() => expect(name().value).toBe('Austin Route'));
  expect(planner.get().form.named).toBe(false);
  await user.clear(name());
  await user.type(name(), 'Barton loop');
  await draw(straight([1, 1], [2, 2]));
  await act(async () => new Promise((done) => setTimeout(done, 450)));
  expect(name().value).toBe('Barton loop');
});

it('[ROUTE-06] a suggestion that comes late does not mix with what is being typed', async () => {
  const found = Promise.withResolvers<string>();
  const { draw, name, user, host } = await openPanel({ locality: found.promise });
  await draw(straight([3, 3], [4, 4]));
  await waitFor(() => expect(host.calls.some(({ path }) => path === '/reverse')).toBe(true));
  await user.click(name());
  await act(async () => found.resolve('Lagos'));
  await user.keyboard('Lo');
  expect(name().value).toBe('Lo');
  await user.clear(name());
  await user.tab();
  await waitFor(() => expect(name().value).toBe('Lagos Route'));
});

it('[ROUTE-06] where no place has a name the suggestion is plain', async () => {
  const { draw, name } = await openPanel({ locality: '' });
  await draw();
  await waitFor(() => expect(name().value).toBe('Route'));
});

it('[ROUTE-06] [ROUTE-07] [ROUTE-16] activity, privacy and description are saved with the points, then its page opens', async () => {
  const { draw, name, user, save, sent, host, planner } = await openPanel();
  const note = {
    instructions: String.raw`Gate: a~b\c`,
    lat: 30.27,
    lng: -97.74,
    distance: 0,
    isCustomNote: true,
  };
  await draw(addNote(COURSE, 0, note, false));
  await waitFor(() => expect(name().value).toBe('Austin Route'));
  await user.click(screen.getByRole('button', { name: 'Activity' }));
  expect(screen.queryByRole('option', { name: /Gym/ })).toBeNull();
  await user.click(screen.getAllByRole('option', { name: /Hike/ })[0]!);
  await user.selectOptions(screen.getByLabelText('Who can see it'), 'Anyone with the link');
  await user.type(screen.getByLabelText(/Description/), 'Shade all the way');
  await save();
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    method: 'POST',
    path: '/route/',
    body: {
      name: 'Austin Route',
      activity_type_id: 24,
      privacy: 6,
      description: 'Shade all the way',
      points: encodePlan(planner.get().plan),
    },
  });
  expect(decodePlan(body(sent()[0]).points).segments[0]!.notes).toEqual([note]);
  expect(host.events.find((event) => event.name === 'route_created')).toBeTruthy();
  expect(host.notifications).toMatchObject([{ kind: 'success', text: '“Austin Route” is saved.' }]);
  expect(planner.get().unsaved).toBe(false);
});

it('[ROUTE-11] a long course is simplified when it is saved', async () => {
  const { draw, save, sent, name } = await openPanel();
  const places = Array.from({ length: 1500 }, (_, i) => ({ lat: 30 + i / 1e4, lng: Math.sin(i) * 5e-5 }));
  await draw(staticPlan(places));
  await waitFor(() => expect(name().value).toBe('Austin Route'));
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  const points = body(sent()[0]).points;
  expect(points.length).toBe(planPointCount(simplifyPlan(staticPlan(places))));
  expect(points.length).toBeLessThan(1000);
});

it.each([
  ['/routes/edit/42', 'Save changes', 'PUT', '/route/42/', 'route_updated'],
  ['/routes/copy/42', 'Save as a new route', 'POST', '/route/', 'route_copied'],
])('[ROUTE-05] [ROUTE-16] %s saves as it should', async (at, label, method, path, event) => {
  const { draw, planner, save, sent, host } = await openPanel({ at });
  await draw();
  act(() => planner.setForm({ name: 'Old loop', named: true }));
  await save(label);
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  expect(sent()[0]).toMatchObject({ method, path, body: { name: 'Old loop' } });
  expect(host.events.some(({ name: seen }) => seen === event)).toBe(true);
});

it('[ROUTE-06] a route needs points, and a name', async () => {
  const { draw, planner, name, save, sent, user } = await openPanel();
  await save();
  expect(screen.getByText(/There is nothing to save yet/)).toBeTruthy();
  await act(async () => planner.append({ lat: 1, lng: 1 }));
  await save();
  expect(screen.getByText(/needs at least two points/)).toBeTruthy();
  await draw();
  await waitFor(() => expect(name().value).not.toBe(''));
  await user.type(name(), 'x');
  await user.clear(name());
  await save();
  expect(screen.getByText('Give the route a name.')).toBeTruthy();
  expect(document.activeElement).toBe(name());
  expect(sent()).toEqual([]);
});

it('[ROUTE-06] what the server refuses is said at its field; a failure keeps all and offers another try', async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw refuse(400, 'validation_error', 'Bad.', { description: ['Keep the description shorter.'] });
    },
    () => {
      throw new ApiError(503, 'Unavailable', null);
    },
    () => {
      throw refuse(401, 'not_signed_in', 'Log in to continue.');
    },
    () => undefined,
  ];
  const { draw, save, sent, host, planner, user } = await openPanel({ saving: () => answers.shift()!() });
  await draw();
  act(() => planner.setForm({ name: 'Loop', named: true }));
  await save();
  expect(await screen.findByText('Keep the description shorter.')).toBeTruthy();
  const drawn = () => planner.get().plan.segments.map(({ line }) => line.join(' '));
  const before = drawn();
  expect(screen.getByLabelText(/Description/)).toBe(document.activeElement);
  await user.type(screen.getByLabelText(/Description/), 'x');
  expect(screen.queryByText('Keep the description shorter.')).toBeNull();
  await save();
  expect(await screen.findByText(/Something went wrong on our side\. Nothing was lost/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/You are signed out\. Your route is kept in this browser/)).toBeTruthy();
  expect([drawn(), planner.get().unsaved, host.navigated]).toEqual([before, true, []]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(host.navigated).toEqual(['/routes/view/77']));
  expect(sent()).toHaveLength(4);
});

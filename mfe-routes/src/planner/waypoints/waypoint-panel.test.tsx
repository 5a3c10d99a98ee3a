import type { RoutingAnswer } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { waypoints } from '@waymark/routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner } from '../store/create-planner.ts';
import { asked, playRouting, refusal } from '../testing.ts';
import { straight } from '@waymark/routes/testing';
import { setPreferredSurface } from '../legs/routing-preferences.ts';
import { WaypointPanel } from './waypoint-panel.tsx';

/** Places as the geocoder knows them. */
function playPlaces({ path, options }: TestCall): unknown {
  const q = options?.params?.['q'];
  const known = path === '/reverse' || q === 'Austin';
  const center = q ? [-97.74, 30.27] : [0, 0];
  const feature = {
    center,
    properties: {
      display_name: q ? 'Austin, Texas, United States' : 'Somewhere',
      name: 'Near by',
      locality: 'Near by',
    },
  };
  return { features: known ? [feature] : [], attribution: 'GeoNames (CC BY 4.0)', addresses: true };
}

function open(answer: (call: TestCall) => unknown = () => undefined) {
  const host = installTestHost((call) => {
    const own = answer(call);
    if (own !== undefined) return own;
    return call.service === 'places' ? playPlaces(call) : playRouting(call);
  });
  const planner = createPlanner();
  renderPage(<WaypointPanel planner={planner} />);
  const user = userEvent.setup({ delay: null });
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a place' });
  const add = async (text: string) => {
    await user.clear(field());
    await user.type(field(), `${text}{Enter}`);
  };
  const points = () => waypoints(planner.get().plan).map(({ lat, lng }) => `${lat},${lng}`);
  return { host, planner, user, field, add, points };
}
const said = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeTruthy());
/** The list comes a frame after the map. */
const listed = () => screen.findByRole('list', { name: 'Waypoints' });
const rows = () => within(screen.getByRole('list', { name: 'Waypoints' })).queryAllByRole('listitem');

it('[ROUTE-05] [ROUTE-13] a route of coordinates and of a name, the focus staying in the field', async () => {
  const { add, field, points, host } = open();
  await add('0.5, -150');
  await said('Point A is added.');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('');
  await add('0.5 N 149.99 W');
  await said(/^Point B is added\. The route is 0\.69 mi now\.$/);
  expect(points()).toEqual(['0.5,-150', '0.5,-149.99']);
  expect(host.calls.filter(({ path }) => path === '/search')).toEqual([]);
  await add('Austin');
  await said(/^Austin, Texas, United States is added\./);
  expect(host.calls.find(({ path }) => path === '/search')!.options!.params).toEqual({
    q: 'Austin',
    format: 'geojson',
    limit: 6,
  });
  expect(screen.getByText('Places: GeoNames (CC BY 4.0)')).toBeTruthy();
  expect(within(rows()[2]!).getByText('Austin, Texas, United States')).toBeTruthy();
  expect(within(rows()[0]!).getByText('Near by')).toBeTruthy();
});

it('[ROUTE-13] what is not found is said beside the field; a failing search is only noted, and the text stays', async () => {
  const { add, field, points, host } = open(({ path, options }) => {
    if (path === '/search' && options?.params?.['q'] === 'down') throw new ApiError(503, 'Unavailable', null);
    return undefined;
  });
  await add('Xqzzy');
  await said(/No place matches/);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await add('95, 11');
  await said(/Latitude is between -90 and 90/);
  await add('down');
  await said(/Place search isn’t available right now/);
  expect([field().value, points()]).toEqual(['down', []]);
  expect(host.events).toEqual([
    { name: 'place_search_failed', properties: { call: 'search', reason: 'Unknown Error' } },
  ]);
});

it('[ROUTE-05] points move by buttons and by keys, the focus with them, and each change is told', async () => {
  const { planner, user, points } = open();
  await act(async () => planner.load(straight([0, 0], [0.01, 0], [0.02, 0])));
  await listed();
  const up = () => screen.getByRole('button', { name: 'Move point C up' });
  await user.click(up());
  await said(/^Point C moved up\. The route is 2.07 mi now\.$/);
  expect(points()).toEqual(['0,0', '0,0.02', '0,0.01']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move point B up' }));
  await user.keyboard('{Enter}');
  await said(/^Point B moved up\./);
  // Its button is of no use at the top: the focus stays with the point.
  const row = within(rows()[0]!).getAllByRole('button')[0]!;
  expect(document.activeElement).toBe(row);
  await user.keyboard('{Alt>}{End}{/Alt}');
  await said(/^Point A is point C now\./);
  expect(points()).toEqual(['0,0', '0,0.01', '0,0.02']);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(within(rows()[0]!).getAllByRole('button')[0]);
  await user.keyboard('{Delete}{Delete}{Delete}');
  await waitFor(() => expect(points()).toEqual([]));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a place' }));
});

it('[ROUTE-05] quick edits build upon each other while their legs are still being routed', async () => {
  const waiting: (() => void)[] = [];
  const { planner, user, points } = open((call) =>
    call.service === 'routing'
      ? new Promise((done) => waiting.push(() => done(playRouting(call))))
      : undefined,
  );
  await act(async () => planner.load(straight([0, 0], [0.01, 0], [0.02, 0], [0.03, 0])));
  await listed();
  await user.selectOptions(screen.getByLabelText('From point A to point B'), 'By bike');
  await user.click(screen.getByRole('button', { name: 'Move point D up' }));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Move point B up' })).toBe(document.activeElement);
  expect(points()).toEqual(['0,0', '0,0.01', '0,0.02', '0,0.03']);
  // Answers as the planner asks for them, in whatever order.
  await waitFor(() => {
    for (const answer of waiting.splice(0)) answer();
    expect(points()).toEqual(['0,0', '0,0.03', '0,0.01', '0,0.02']);
  });
  expect(planner.get().plan.segments.map(({ travelMode }) => travelMode)).toEqual([0, 2, 0]);
});

it('[ROUTE-05] a leg that cannot be routed leaves all as it was, and says so', async () => {
  const { planner, user, points } = open(({ service }) => {
    if (service === 'routing') throw refusal('no_path');
    return undefined;
  });
  await act(async () => planner.load(straight([0, 0], [0.01, 0])));
  await listed();
  await user.selectOptions(screen.getByLabelText('From point A to point B'), 'By car');
  await said('That didn’t work. Your route is unchanged.');
  expect(points()).toEqual(['0,0', '0,0.01']);
  await user.click(screen.getByRole('button', { name: 'Draw it straight' }));
  expect(planner.get().problem).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('From point A to point B').value).toBe('0');
});

it('[ROUTE-05] a place is put at the start, or after the chosen point', async () => {
  const { planner, user, add, points } = open();
  await act(async () => planner.load(straight([0, 0], [0.02, 0])));
  await listed();
  await act(async () => planner.setMode(0));
  await user.selectOptions(screen.getByLabelText('Add as'), 'New start');
  await add('0, -0.01');
  await said(/^Point A is added\./);
  await user.click(within(rows()[1]!).getAllByRole('button')[0]!);
  expect(planner.get().selected).toBe(1);
  await user.selectOptions(screen.getByLabelText('Add as'), 'Stop after point B');
  await add('0, 0.01');
  await said(/^Point C is added\./);
  expect(points()).toEqual(['0,-0.01', '0,0', '0,0.01', '0,0.02']);
});

it('[ROUTE-13] where one is becomes a point; a browser that does not tell raises a notification', async () => {
  const { user, points, host } = open();
  const getCurrentPosition = jest.fn((_: unknown, failed: (problem: { code: number }) => void) =>
    failed({ code: 1 }),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  await user.click(screen.getByRole('button', { name: 'My location' }));
  expect(host.notifications[0]).toMatchObject({ kind: 'warning', text: /is blocking your location/ });
  getCurrentPosition.mockImplementation((found) =>
    (found as (position: object) => void)({ coords: { latitude: 1.5, longitude: 2.5 } }),
  );
  await user.click(screen.getByRole('button', { name: 'My location' }));
  await waitFor(() => expect(points()).toEqual(['1.5,2.5']));
});

it('[ROUTE-05] of a thousand points fifty are drawn and named; keys go on over the edge of a page', async () => {
  const { planner, user, points, host } = open();
  await act(async () =>
    planner.load(straight(...Array.from({ length: 1000 }, (_, i): [number, number] => [i / 1000, 1]))),
  );
  await listed();
  expect(rows()).toHaveLength(50);
  expect(screen.getByText('Points 1 to 50 of 1000')).toBeTruthy();
  await waitFor(() => expect(host.calls.filter(({ path }) => path === '/reverse')).toHaveLength(50));
  await user.click(screen.getByLabelText('Move point AX down'));
  expect(document.activeElement).toBe(screen.getByLabelText('Move point AY down'));
  expect(screen.getByText('Points 51 to 100 of 1000')).toBeTruthy();
  await said(/^Point AX moved down\./);
  expect(points()[50]).toBe('1,0.049');
  await act(async () => planner.select(999));
  expect(screen.getByText('Points 951 to 1000 of 1000')).toBeTruthy();
});

it('[ROUTE-05] a step back shows names that are known at once, keeps the rows and asks nobody again', async () => {
  const { planner, host, user } = open();
  await act(() => Promise.resolve(planner.load(straight([0, 0], [0.1, 0.1], [0.2, 0.2]))));
  await waitFor(() => expect(screen.getAllByText('Near by')).toHaveLength(3));
  const asked = () => host.calls.filter(({ path }) => path === '/reverse').length;
  const starts = (text: string) => waitFor(() => expect(rows()[0]!.textContent).toContain(text));
  await act(() => planner.reverse());
  await starts('0.2000, 0.2000');
  const before = rows();
  const [questions, controls] = [
    asked(),
    screen.getAllByRole('button').concat(screen.getAllByRole('combobox')),
  ];
  act(() => planner.undo());
  await starts('0.0000, 0.0000');
  expect(screen.getAllByText('Near by')).toHaveLength(3);
  expect(rows()).toEqual(before);
  expect(controls.every((control) => control.isConnected)).toBe(true);
  expect(asked()).toBe(questions);
  // All of them are reached by keys, wherever the list is scrolled to.
  within(rows()[0]!).getByRole('button', { name: /^A/ }).focus();
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toContain('0.2000, 0.2000');
});

it('[ROUTE-12] by car one chooses whether to avoid motorways; the choice holds for what is added then', async () => {
  const { add, user, host } = open();
  const ways = () =>
    host.calls.filter(({ path }) => path === '/route').map((call) => asked(call).costing_options);
  await add('0, 0');
  await said('Point A is added.');
  const choice = () => screen.queryByRole<HTMLInputElement>('switch', { name: 'Avoid motorways' });
  expect(choice()).toBeNull();
  await user.selectOptions(screen.getByLabelText('Travel by'), 'By car');
  expect(choice()?.checked).toBe(true);
  await add('0, 0.01');
  await said(/^Point B is added\./);
  await user.click(choice()!);
  await add('0, 0.02');
  await said(/^Point C is added\./);
  expect(ways()).toEqual([{ auto: { use_highways: 0 } }, { auto: { use_highways: 1 } }]);
  expect(host.events.map(({ properties }) => properties['control'])).toContain('motorways_on');
  await user.click(choice()!);
});

it('[ROUTE-05] points are called after the streets that their legs begin and end on', async () => {
  const { add } = open((call) => {
    if (call.service !== 'routing') return undefined;
    const answer = playRouting(call) as RoutingAnswer;
    for (const { maneuvers } of answer.trip.legs) {
      maneuvers[0]!.street_names = ['Mill Lane'];
      maneuvers[1]!.street_names = ['High Street'];
    }
    return answer;
  });
  await add('0.7, -140');
  await add('0.71, -140.01');
  await said(/^Point B is added/);
  const names = () => rows().map((row) => row.querySelector('[data-part=words]')!.firstChild!.textContent);
  await waitFor(() => expect(names()).toEqual(['Mill Lane', 'High Street']));
});

it('[ROUTE-13] places are offered while typing, an ambiguous name asks which, and what cannot be found is said', async () => {
  const feature = (state: string, lat: number) => ({
    center: [-90, lat],
    properties: { display_name: `Springfield, ${state}`, name: 'Springfield', locality: 'Springfield' },
  });
  const twins = [feature('Illinois', 39.8), feature('Illinois (center)', 39.801), feature('Missouri', 37.2)];
  const { user, field, add, points } = open(({ path, options }) => {
    if (options?.params?.['term'] === 'Gda')
      return { suggestions: [{ label: 'Gdańsk, Poland', value: '54.35,18.65', isCity: true }] };
    if (path !== '/search') return undefined;
    const isTwin = options?.params?.['q'] === 'springfield';
    return { features: isTwin ? twins : [], attribution: 'GeoNames', addresses: false };
  });
  await user.type(field(), 'Gda');
  await user.click(await screen.findByRole('option', { name: 'Gdańsk, Poland' }));
  await said('Gdańsk, Poland is added.');
  expect([field().value, points()]).toEqual(['', ['54.35,18.65']]);
  await add('springfield');
  const which = await screen.findByRole('group', { name: 'Which one?' });
  expect(
    within(which)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Springfield, Illinois', 'Springfield, Missouri']);
  await user.click(within(which).getByRole('button', { name: 'Springfield, Missouri' }));
  await said(/^Springfield, Missouri is added\./);
  expect(screen.queryByRole('group', { name: 'Which one?' })).toBeNull();
  await add('Nonesuch Street 5');
  await said(/Streets can’t be searched here/);
});

it('[ROUTE-05] the list says on what surfaces and ways the route goes, and takes a preferred surface for new legs', async () => {
  let isDown = false;
  const { add, user, host, planner } = open(({ path }) => {
    if (path !== '/ways') return undefined;
    if (isDown) throw new ApiError(503, 'Unavailable', null);
    return {
      spans: [
        { length: 1500, surface: 'paved', kind: 'street' },
        { length: 500, surface: 'gravel', kind: 'track' },
        { length: 500, surface: 'paved', kind: 'cycleway' },
        { length: 500, surface: null, kind: null },
      ],
    };
  });
  await add('0, 0');
  await said('Point A is added.');
  await user.selectOptions(screen.getByLabelText('Surface'), 'Prefer paved');
  await add('0, 0.01');
  await said(/^Point B is added/);
  try {
    expect(asked(host.calls.find(({ path }) => path === '/route')!).costing_options).toEqual({
      pedestrian: { walking_speed: 1.5, surface: 'paved' },
    });
    expect(host.events.map(({ properties }) => properties['control'])).toContain('surface_paved');
    const section = await screen.findByRole('region', { name: 'Surfaces and way types' });
    const items = () =>
      within(section)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(items()).toEqual([
      'Paved1.24 mi · 67%',
      'Gravel0.31 mi · 17%',
      'Unknown0.31 mi · 17%',
      'Street0.93 mi · 50%',
      'Track0.31 mi · 17%',
      'Bike path0.31 mi · 17%',
      'Off road0.31 mi · 17%',
    ]);
    // Where it fails, nothing of the course before stays.
    isDown = true;
    await add('0, 0.02');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Surfaces and way types' })).toBeNull());
    expect(planner.get().plan.segments).toHaveLength(2);
  } finally {
    setPreferredSurface(null);
  }
});

it('[ROUTE-05] avoided streets are listed while there are any, and allowed again one by one or all', async () => {
  const { planner, user } = open();
  const names = async () =>
    within(await screen.findByRole('region', { name: 'Avoided streets' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(screen.queryByText('Avoided streets')).toBeNull();
  await act(() => planner.avoidStreet(Float64Array.of(0, 0, 0.01, 0)));
  await act(() => planner.avoidStreet(Float64Array.of(0.5, 0.5)));
  expect(await names()).toEqual(['Street 1: 0.69\u00a0mi', 'Street 2: one block']);
  await user.click(screen.getByRole('button', { name: 'Allow street 1 again' }));
  expect(await names()).toEqual(['Street 1: one block']);
  await act(() => planner.avoidStreet(Float64Array.of(0, 0)));
  await user.click(screen.getByRole('button', { name: 'Allow all' }));
  await waitFor(() => expect(screen.queryByText('Avoided streets')).toBeNull());
  expect(createPlanner().get().avoided).toEqual([]);
});

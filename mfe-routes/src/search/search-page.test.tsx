import type { RouteList } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { loadMapView } from '@waymark/map';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { fakeMapView } from '../map/testing.ts';
import { sampleList, sampleMember, sampleRoute } from '../testing/routes.ts';
import SearchPage from './search-page.tsx';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  loadMapView: jest.fn(),
}));

let maps: ReturnType<typeof fakeMapView>[] = [];
const size = window.innerWidth;
beforeEach(() => {
  maps = [];
  Element.prototype.scrollIntoView = jest.fn();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  jest.mocked(loadMapView).mockImplementation((_, element, options) => {
    const one = fakeMapView(element, options);
    maps.push(one);
    return Promise.resolve(one.view);
  });
});
afterEach(() => {
  window.innerWidth = size;
});

const refused = (status: number, text: string) =>
  new ApiError(status, '', { status, error: 'x', error_description: text, request_id: 'r' });
const TWO = sampleList([sampleRoute(), sampleRoute({ id: 502, name: 'Barton Creek' })]);
const AUSTIN = 'location=30.2672%2C-97.7431&place=Austin%2C+TX&radius=10&unit=km';

/** What the browser's own bar shows. */
function Bar() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back in the browser
      </button>
    </>
  );
}
const address = () => screen.getByLabelText('Address').textContent;
const goBack = () => userEvent.click(screen.getByRole('button', { name: 'Back in the browser' }));

function open(answer: (call: TestCall) => unknown = () => TWO, search = '', signedIn = true) {
  const host = installTestHost(
    (call) =>
      call.path === '/activity_type/'
        ? { _embedded: { activity_types: [{ id: 16, name: 'Run', parent_id: null, root_id: 16, mets: 9 }] } }
        : answer(call),
    signedIn ? { user: sampleMember() } : {},
  );
  renderPage(
    <>
      <Routes>
        <Route path="/routes/search" element={<SearchPage />} />
      </Routes>
      <Bar />
    </>,
    { at: `/routes/search${search && `?${search}`}` },
  );
  const asked = () =>
    host.calls
      .map(callAddress)
      .filter((address) => address.startsWith('/route/?'))
      .map((address) => Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?')))));
  return { host, asked };
}
const results = () => screen.findByRole('list', { name: 'Routes found' });
const rows = async () => within(await results()).getAllByRole('listitem');

it('[ROUTE-04] [ROUTE-14] without criteria it looks around the default centre; with them by what the address says', async () => {
  const { asked } = open();
  expect(await rows()).toHaveLength(2);
  expect(asked()).toEqual([
    { close_to_location: '37.09,-95.71', search_radius: '500000', order_by: '-date_created', limit: '20' },
  ]);
  await waitFor(() => expect(maps[0]?.options).toMatchObject({ center: [-95.71, 37.09] }));
});

it('[ROUTE-04] without criteria it opens in the country of the member', async () => {
  const host = installTestHost(
    ({ path }) =>
      path === '/activity_type/'
        ? { _embedded: { activity_types: [] } }
        : path.startsWith('/search')
          ? {
              type: 'FeatureCollection',
              features: [
                { center: [-89.1, 37], properties: { country: 'US' } },
                { center: [8.2, 46.8], properties: { country: 'CH' } },
              ],
            }
          : TWO,
    { user: { ...sampleMember(), location: { country: 'CH' } } },
  );
  renderPage(<SearchPage />, { at: '/routes/search' });
  await results();
  expect(await screen.findByText('around the middle of Switzerland')).toBeTruthy();
  const asked = host.calls.map(callAddress).filter((address) => address.startsWith('/route/?'));
  expect(asked.map((address) => new URLSearchParams(address.slice(7)).get('close_to_location'))).toEqual([
    '46.8,8.2',
  ]);
});

it('[ROUTE-04] the address is restored: place by its label, filters, order', async () => {
  const { asked } = open(
    () => TWO,
    `${AUSTIN}&distanceType=between&distanceMinimum=5&distanceMaximum=20&routeName=River+loop&activityType=16&sort=-distance`,
  );
  await rows();
  expect(asked()[0]).toEqual({
    close_to_location: '30.2672,-97.7431',
    search_radius: '10000',
    minimum_distance: '5000',
    maximum_distance: '20000',
    text_search: 'River',
    activity_type: '16',
    order_by: '-distance',
    limit: '40',
  });
  const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
  expect(value('Search Any City')).toBe('Austin, TX');
  expect([value('Within'), value('Shortest length'), value('Longest length')]).toEqual(['10', '5', '20']);
  expect([value('Name'), value('Order')]).toEqual(['River loop', '-distance']);
  expect(screen.getByText(/within 10 km of/).textContent).toBe('within 10 km of Austin, TX');
});

it('[ROUTE-04] [ROUTE-16] filters are searched when they are sent, go into the address, and back brings the former ones', async () => {
  const { host, asked } = open(() => TWO, AUSTIN);
  await rows();
  await userEvent.type(screen.getByLabelText('Shortest length'), '7,5');
  await userEvent.clear(screen.getByLabelText('Shortest length'));
  await userEvent.type(screen.getByLabelText('Shortest length'), '7.5');
  await userEvent.type(screen.getByLabelText('Name'), 'Creek{Enter}');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toMatchObject({
    minimum_distance: '7500',
    maximum_distance: '3218688',
    text_search: 'Creek',
    order_by: '-text_match',
    limit: '40',
  });
  expect(address()).toContain('distanceType=atleast&distanceMinimum=7.5&routeName=Creek');
  expect(host.events).toContainEqual({
    name: 'route_searched',
    properties: { place: true, name: true, radius: 10_000, activity_type_id: null, order_by: '-text_match' },
  });
  await goBack();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''));
  expect(screen.getByLabelText<HTMLInputElement>('Shortest length').value).toBe('');
});

it('[ROUTE-04] a range turned around is told beside its field and not searched', async () => {
  const { asked } = open(() => TWO, AUSTIN);
  await rows();
  await userEvent.selectOptions(screen.getByLabelText('Length'), 'between');
  await userEvent.type(screen.getByLabelText('Shortest length'), '9');
  await userEvent.type(screen.getByLabelText('Longest length'), '3{Enter}');
  expect(await screen.findByText('The longest distance is below the shortest.')).toBeTruthy();
  expect(asked()).toHaveLength(1);
});

it('[ROUTE-04] next and previous pages are fetched by the href of their links, and going back shows the first again', async () => {
  // What only the server knows stands in the link, and no page could work it out.
  const NEXT = '/v7.1/route/?close_to_location=30.2672%2C-97.7431&limit=20&offset=20&cursor=k7';
  const PREV = '/v7.1/route/?limit=20&offset=0&cursor=k6';
  const pages: Record<string, RouteList> = {
    first: sampleList([sampleRoute()], 21, { next: NEXT }),
    second: sampleList([sampleRoute({ id: 521, name: 'The last one' })], 21, {
      prev: PREV,
    }),
  };
  const { host } = open(
    (call) => pages[callAddress(call).includes('offset=20') ? 'second' : 'first'],
    AUSTIN,
  );
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('The last one')).toBeTruthy();
  expect(callAddress(host.calls.at(-1)!)).toBe(NEXT.replace('/v7.1', ''));
  expect(host.calls.at(-1)!.options?.notifyFailure).toBe(true);
  expect(address()).toContain('&from=20');
  expect(screen.getByText('21 to 21 of 21')).toBeTruthy();
  await goBack();
  expect(await screen.findByText('Lady Bird Lake')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Prev' }));
  await waitFor(() => expect(callAddress(host.calls.at(-1)!)).toBe(PREV.replace('/v7.1', '')));
  expect(address()).not.toContain('from=');
});

it('[ROUTE-04] a failed search raises the global notice and keeps what was found', async () => {
  let down = false;
  const { host } = open(() => {
    if (down) throw refused(503, 'Search rests for a moment.');
    return TWO;
  }, AUSTIN);
  await rows();
  down = true;
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'distance');
  expect((await screen.findByRole('alert')).textContent).toContain('Search rests for a moment.');
  expect(await rows()).toHaveLength(2);
  const searches = host.calls.filter(({ path }) => path === '/route/');
  expect(searches.every(({ options }) => options?.notifyFailure)).toBe(true);
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('[ROUTE-04] wrong parameters are answered by sentences', async () => {
  open(() => TWO, 'location=95,0&sort=sideways');
  await rows();
  const told = screen.getByText('Not all of this address could be searched').parentElement?.textContent;
  expect(told).toContain('We couldn’t find the place on the map');
  expect(told).toContain('We don’t know that order');
});

it('[ROUTE-04] nothing found: what can be widened, with buttons that do it', async () => {
  const { asked } = open(
    (call) => (callAddress(call).includes('50000') ? TWO : sampleList([])),
    `${AUSTIN}&activityType=16`,
  );
  expect(await screen.findByText('No routes found')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'All activities' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Within 50 km' }));
  expect(await rows()).toHaveLength(2);
  expect(asked().at(-1)).toMatchObject({ search_radius: '50000', activity_type: '16' });
});

it('[ROUTE-04] the map shows what was found, and another area can be searched once it was moved', async () => {
  const { asked } = open(() => TWO, AUSTIN);
  await rows();
  await waitFor(() => expect(maps[0]?.view.fit).toHaveBeenCalled());
  const { view, tell } = maps[0]!;
  expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
  view.element.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  view.center.mockReturnValue([-97.5, 30.4]);
  view.bounds.mockReturnValue([-97.6, 30.3, -97.4, 30.5]);
  act(() => void tell('moveend'));
  await userEvent.click(await screen.findByRole('button', { name: 'Search this area' }));
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ close_to_location: '30.4,-97.5', search_radius: '9600' }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Search Any City').value).toBe('A place on the map');
});

it('[ROUTE-13] a refused position is told in a notification and beside the field; a found one is searched', async () => {
  const getCurrentPosition = jest.fn();
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  const { host, asked } = open((call) => {
    if (call.service === 'places') return { features: [{ properties: { locality: 'Austin' } }] };
    return TWO;
  });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Near me' }));
  const [found, refuse] = getCurrentPosition.mock.lastCall as [(at: unknown) => void, (e: unknown) => void];
  act(() => refuse({ code: 1 }));
  const sentence = /Your browser is blocking your location/;
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(host.notifications[0]?.text).toMatch(sentence);
  act(() => found({ coords: { latitude: 30.123456, longitude: -97.654321 } }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ close_to_location: '30.1235,-97.6543' }));
  expect(screen.getByLabelText<HTMLInputElement>('Search Any City').value).toBe('Austin');
});

it('[ROUTE-13] what was typed and not chosen is looked up; a failing look-up is only noted in the log', async () => {
  let down = true;
  const { host, asked } = open((call) => {
    if (call.path === '/search_for_city/') return { suggestions: [] };
    if (call.service !== 'places') return TWO;
    expect(call.options?.params).toEqual({ q: 'Zilker Park', format: 'geojson', limit: 1 });
    if (down) throw refused(502, 'No.');
    return {
      features: [{ center: [-97.77, 30.26], properties: { display_name: 'Zilker Park' } }],
      attribution: '',
    };
  });
  await rows();
  await userEvent.type(screen.getByLabelText('Search Any City'), 'Zilker Park{Enter}');
  expect(await screen.findByText(/Place search isn’t available right now/)).toBeTruthy();
  expect(host.events.map(({ name }) => name)).toContain('place_search_failed');
  expect(asked()).toHaveLength(1);
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ close_to_location: '30.26,-97.77' }));
  expect(address()).toContain('place=Zilker+Park');
});

it('[ROUTE-04] on phones filters come in a sheet, and list and map by turns', async () => {
  window.innerWidth = 390;
  const { asked } = open(() => TWO, `${AUSTIN}&routeName=River`);
  await rows();
  expect(maps).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await userEvent.selectOptions(sheet.getByLabelText('Within'), '50');
  await userEvent.click(sheet.getByRole('button', { name: 'Show routes' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search_radius: '50000', text_search: 'River' }));
  expect(asked()).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Map' }));
  await waitFor(() => expect(maps).toHaveLength(1));
  expect(address()).toMatch(/&view=map$/);
  expect(screen.queryByRole('list', { name: 'Routes found' })).toBeNull();
  maps[0]!.view.unproject.mockImplementation(([x, y]) => [-97.76 + x / 10_000, 30.26 - y / 10_000]);
  act(
    () =>
      void maps[0]!.tell('click', {
        at: [-97.76, 30.26],
        x: 0,
        y: 0,
        touch: true,
        shift: false,
        alt: false,
        ctrl: false,
      }),
  );
  expect(await screen.findByRole('link', { name: /Lady Bird Lake|Barton Creek/ })).toBeTruthy();
});

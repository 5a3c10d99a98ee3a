import type { City, PlaceSuggestion, State } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { Route, Routes } from 'react-router-dom';
import LandingPage from '../landing/landing-page.tsx';
import PlacesPage from './places-page.tsx';

const TEXAS: State = { name: 'Texas', short_name: 'TX', slug: 'tx', path: '/us/tx' };
const city = (geoname_id: number, name: string): City => ({
  geoname_id,
  name,
  slug: `${name.toLowerCase()}-tx`,
  path: `/us/${name.toLowerCase()}-tx`,
  state_name: 'Texas',
  state_short_name: 'TX',
  state_path: '/us/tx',
  country: 'US',
  lat: 30.27,
  lng: -97.74,
  population: 1000,
});
const AUSTIN = city(4671654, 'Austin');
const CITIES = [AUSTIN, city(2, 'Houston'), city(3, 'Marfa'), city(4, 'Alpine')];
const EMPTY = { _links: {}, _embedded: { routes: [] }, total_count: 0 };

function answer({ path, options }: TestCall): unknown {
  const slug = options?.params?.['slug'];
  if (path === '/regions/states')
    return { country: 'US', country_name: 'United States', states: [TEXAS], popular_cities: [AUSTIN] };
  if (path === '/regions/city' && slug === 'austin-tx') return { kind: 'city', city: AUSTIN };
  if (path === '/regions/city' && slug === 'tx') return { kind: 'state', state: TEXAS, country: 'US' };
  if (path === '/regions/city')
    throw new ApiError(404, 'Not Found', {
      error: 'not_found',
      error_description: 'There is no such city or state. Search for it by its name.',
    });
  if (path === '/regions/cities')
    return { cities: CITIES, strong_cities_cutoff: 2, state_name: 'Texas', state_short_name: 'TX' };
  if (path.startsWith('/route/')) return EMPTY;
  throw new Error(`not planned: ${path}`);
}

function open(at: string) {
  const host = installTestHost(answer);
  renderPage(
    <Routes>
      <Route path="/:countryCode" element={<PlacesPage />} />
      <Route path="/:countryCode/:code" element={<PlacesPage />} />
    </Routes>,
    { at },
  );
  return host;
}

it('[ROUTE-01] a country shows its popular cities and its states', async () => {
  open('/us');
  expect(await screen.findByRole('heading', { name: 'Find your city: United States' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Austin' }).getAttribute('href')).toBe('/us/austin-tx');
  expect(screen.getByRole('link', { name: 'Texas' }).getAttribute('href')).toBe('/us/tx');
});

it('[ROUTE-01] a state shows its large cities first and the small ones on demand', async () => {
  open('/us/tx');
  expect(await screen.findByRole('heading', { name: 'Routes in Texas' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Houston' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Marfa' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more cities' }));
  expect(screen.getByRole('link', { name: 'Marfa' })).toBeTruthy();
});

it('[ROUTE-03] a city asks for itself, then the cities around it, then the routes in it', async () => {
  const host = open('/us/austin-tx');
  expect(await screen.findByText('No routes here yet')).toBeTruthy();
  expect(host.calls.map(({ path }) => path)).toEqual(['/regions/city', '/regions/cities', '/route/']);
  expect(host.calls.at(-1)?.options?.params).toMatchObject({ city: 4671654, limit: 20 });
  expect(screen.getByRole('link', { name: 'Plan the first one' }).getAttribute('href')).toBe(
    '/routes/create?lat=30.27&lng=-97.74&zoom=13',
  );
  expect(screen.getByRole('link', { name: 'Texas' }).getAttribute('href')).toBe('/us/tx');
});

it('a place that nobody knows is answered with a sentence and a search', async () => {
  open('/us/atlantis-tx');
  expect(await screen.findByText('There is no such city or state. Search for it by its name.')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Search Any City or State' })).toBeTruthy();
});

it('[ROUTE-02] Go and View City Route wait for a chosen city, then lead to its page and to its routes', async () => {
  const suggestion: PlaceSuggestion = {
    value: '30.27,-97.74',
    label: 'Austin, TX, US',
    locality: 'Austin',
    isCity: true,
    isRegion: false,
    isState: false,
    isCountry: false,
    geoname_id: 4671654,
    path: '/us/austin-tx',
  };
  const host = installTestHost((call) =>
    call.path === '/search_for_city/' ? { suggestions: [suggestion] } : answer(call),
  );
  renderPage(<LandingPage />);
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Go' });
  const routes = screen.getByRole<HTMLButtonElement>('button', { name: 'View City Route' });
  expect([go.disabled, routes.disabled]).toEqual([true, true]);
  await userEvent.type(screen.getByRole('combobox', { name: 'Search Any City or State' }), 'aus');
  expect(go.disabled).toBe(true);
  await userEvent.click(await screen.findByRole('option', { name: 'Austin, TX, US' }));
  await waitFor(() => expect([go.disabled, routes.disabled]).toEqual([false, false]));
  await userEvent.click(go);
  await userEvent.click(routes);
  expect(host.navigated[0]).toBe('/us/austin-tx');
  expect(host.navigated[1]).toContain('/routes/search?');
});

import type { PlaceSuggestion } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { CitySearch } from './city-search.tsx';

const city = (locality: string, path: string): PlaceSuggestion => ({
  value: '30.27,-97.74',
  label: `${locality}, TX, US`,
  locality,
  isCity: true,
  isRegion: false,
  isState: false,
  isCountry: false,
  geoname_id: 1,
  path,
});
const AUSTIN = city('Austin', '/us/austin-tx');
const AUSTWELL = city('Austwell', '/us/austwell-tx');

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function open(answer: (call: TestCall) => unknown = () => ({ suggestions: [AUSTIN, AUSTWELL] })) {
  const host = installTestHost(answer);
  const chosen = jest.fn<undefined, [PlaceSuggestion | null]>();
  renderPage(<CitySearch placeholder="Search Any City" onChoose={chosen} />);
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  return { host, chosen, user, field: screen.getByRole('combobox', { name: 'Search Any City' }) };
}
/** The pause in typing, then the answer's way through the cache. */
const settled = async () => {
  await pass(300);
  for (let i = 0; i < 5; i++) await pass(1);
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

it('[ROUTE-02] places are asked for from the third letter on, when the typing has paused for 300 ms', async () => {
  const { host, user, field } = open();
  await user.type(field, 'au');
  await pass(1000);
  expect(host.calls).toEqual([]);
  await user.type(field, 's');
  await pass(299);
  await user.type(field, 't');
  await pass(299);
  expect(host.calls).toEqual([]);
  await settled();
  expect(host.calls.map(({ path, options }) => [path, options?.params])).toEqual([
    ['/search_for_city/', { term: 'aust' }],
  ]);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Austin, TX, US',
    'Austwell, TX, US',
  ]);
});

it('[ROUTE-02] a place is chosen by keys or pointer, and is no longer chosen once the text changes', async () => {
  const { user, field, chosen } = open();
  await user.type(field, 'aust');
  await settled();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenLastCalledWith(AUSTWELL);
  expect((field as HTMLInputElement).value).toBe('Austwell, TX, US');
  expect(screen.queryByRole('option')).toBeNull();
  await user.type(field, 'x');
  expect(chosen).toHaveBeenLastCalledWith(null);
  await user.clear(field);
  await user.type(field, 'aust');
  await settled();
  await user.click(screen.getByRole('option', { name: 'Austin, TX, US' }));
  expect(chosen).toHaveBeenLastCalledWith(AUSTIN);
});

it('[ROUTE-02] nothing found is said', async () => {
  const { user, field } = open(() => ({ suggestions: [] }));
  await user.type(field, 'qqqq');
  await settled();
  expect(screen.getAllByText('No results found').length).toBeGreaterThan(0);
});

it('a search that fails can be tried again', async () => {
  let down = true;
  const { user, field } = open(() => {
    if (down) throw new ApiError(503, 'Unavailable', null);
    return { suggestions: [AUSTIN] };
  });
  await user.type(field, 'aust');
  await settled();
  expect(screen.getByRole('alert').textContent).toContain('Place search isn’t available right now.');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(screen.getByRole('option', { name: 'Austin, TX, US' })).toBeTruthy();
});

import type { WeatherAssociation, Workout } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleGear, sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { Extras } from './extras-chunk.tsx';

const OTHER = {
  user: { id: 9, display_name: 'Kim', username: 'kim' },
  can: { edit: false, delete: false, copy: false },
};
const OUTDOORS = { preview: { polyline: '_p~iF~ps|U_ulLnnqC', bounds: null } };
const weather = (over: Partial<WeatherAssociation> = {}): WeatherAssociation => ({
  workout_id: 101,
  status: 'READY',
  weather: {
    temperature: 12.4,
    feels_like: 10,
    humidity: 81,
    wind_speed: 5,
    wind_direction: 225,
    precipitation: 0,
    condition: 'partly_cloudy',
    observed_datetime: '2026-11-20T12:00:00.000Z',
  },
  attribution: { name: 'Weather data by Example', href: 'https://weather.example' },
  _links: {},
  ...over,
});

function show(
  over: Partial<Workout>,
  answer: (call: TestCall) => unknown = () => undefined,
  system: 'metric' | 'imperial' = 'metric',
) {
  const host = installTestHost(answer, { user: sampleUser({ display_measurement_system: system }) });
  renderPage(<Extras workout={sampleWorkout(over)} />);
  return host;
}
const none = (status: WeatherAssociation['status']) => weather({ status, weather: null, attribution: null });

it('[WORK-04] the weather stands in the member’s units, with who says so', async () => {
  show(OUTDOORS, () => weather(), 'imperial');
  const part = await screen.findByRole('region', { name: 'Weather' });
  expect(part.textContent).toContain('54');
  expect(part.textContent).toContain('Partly cloudy');
  expect(screen.getByRole('group', { name: 'Wind from the south-west' }).textContent).toContain('11');
  expect(screen.getByRole('group', { name: 'Humidity' }).textContent).toContain('81');
  expect(screen.queryByRole('group', { name: 'Rain' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Weather data by Example' }).getAttribute('href')).toBe(
    'https://weather.example',
  );
});

it('[WORK-04] weather that is pending is asked for again, calmly, until it is ready', async () => {
  jest.useFakeTimers();
  try {
    let asked = 0;
    show(OUTDOORS, () => (++asked < 3 ? none('PENDING') : weather()));
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText('Getting the weather for that day.')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(3500));
    expect(asked).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('Partly cloudy')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(asked).toBe(3);
  } finally {
    jest.useRealTimers();
  }
});

it.each([
  ['NOT_CONFIGURED', /No weather service is set up/],
  ['UNAVAILABLE', /No weather data/],
] as const)('[WORK-04] weather that is %s is told to the owner alone', async (status, words) => {
  show(OUTDOORS, () => none(status));
  expect(await screen.findByText(words)).toBeTruthy();
  const host = show({ ...OUTDOORS, ...OTHER }, () => none(status));
  await waitFor(() => expect(host.calls).toHaveLength(1));
  expect(screen.getAllByText(words)).toHaveLength(1);
});

it('[WORK-04] indoors no weather is asked for', () => {
  const host = show({});
  expect(host.calls).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Weather' })).toBeNull();
});

it('[WORK-04] gear is named for everyone and changed in place by its owner', async () => {
  const gear = [sampleGear({ id: 31 }), sampleGear({ id: 32, name: 'Trail shoes' })];
  const host = show({ gear: { id: 31, name: 'Blue shoes' } }, ({ method, body }) => {
    if (method === 'PUT')
      return sampleWorkout({ gear: { id: (body as { gear_id: number }).gear_id, name: 'Trail shoes' } });
    return { _embedded: { gear }, total_count: 2 };
  });
  expect(screen.getByText('Blue shoes')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change gear' }));
  await userEvent.selectOptions(
    await screen.findByRole('combobox'),
    await screen.findByRole('option', { name: 'Trail shoes' }),
  );
  await waitFor(() =>
    expect(host.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/workout/101/',
      body: { gear_id: 32 },
    }),
  );
});

it('[WORK-04] gear that could not be changed is said, and others cannot change it', async () => {
  const host = show({ gear: null }, ({ method }) => {
    if (method === 'PUT') throw new ApiError(0, '', null);
    return { _embedded: { gear: [sampleGear()] }, total_count: 1 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Choose gear' }));
  await userEvent.selectOptions(
    await screen.findByRole('combobox'),
    await screen.findByRole('option', { name: 'Blue shoes' }),
  );
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/couldn’t reach Waymark/));
  show({ ...OTHER, gear: { id: 1, name: 'Kim’s bike' } });
  expect(screen.getByText('Kim’s bike')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change gear' })).toBeNull();
});

it('[WORK-04] badges tell what recorded it; gait coaching only to oneself', () => {
  const attributions = ['foot_pod', 'smartwatch_garmin', 'gait_coaching', 'unknown_thing'];
  show({ attributions });
  const badges = () =>
    [...screen.getAllByRole('list', { name: 'Recorded with' }).at(-1)!.children].map((b) => b.textContent);
  expect(badges()).toEqual(['Foot pod', 'Garmin watch', 'Gait coaching']);
  show({ attributions, ...OTHER });
  expect(badges()).toEqual(['Foot pod', 'Garmin watch']);
});

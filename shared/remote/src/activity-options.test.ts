import { ApiError } from '@waymark/contract';
import { installTestHost } from '../testing/render.tsx';
import { loadActivityOptions } from './activity-options.ts';

const type = (id: number, name: string) => ({
  id,
  name,
  has_children: false,
  mets: 5,
  root_id: id,
  parent_id: null,
  _links: {},
});
const LIST = { _embedded: { activity_types: [type(16, 'Run'), type(11, 'Bike Ride')] }, total_count: 2 };
const DAY = 86_400_000;

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

const names = async () =>
  (await loadActivityOptions([11])).map((g) => `${g.key}: ${g.options.map((o) => o.label).join(', ')}`);

it('[WORK-12] the Popular group comes first, and the list is asked for once in 30 days', async () => {
  jest.useFakeTimers({ now: 1_000_000_000_000 });
  const host = installTestHost(() => LIST, { settings: { version: '1.0' } });
  expect((await names())[0]).toBe('popular: Bike Ride');
  await names();
  expect(host.calls).toHaveLength(1);
  jest.setSystemTime(1_000_000_000_000 + 30 * DAY + 1);
  await names();
  expect(host.calls).toHaveLength(2);
});

it('[WORK-12] what another release kept is not used', async () => {
  installTestHost(() => LIST, { settings: { version: '1.0' } });
  await names();
  const host = installTestHost(() => LIST, { settings: { version: '1.1' } });
  await names();
  expect(host.calls).toHaveLength(1);
});

it('[WORK-12] a failed call is passed on, so that the selector can offer to try again', async () => {
  installTestHost(() => {
    throw new ApiError(503, 'Service Unavailable', null);
  });
  await expect(names()).rejects.toThrow(ApiError);
});

it('a broken entry or a forbidden storage only costs a request', async () => {
  localStorage.setItem('waymark.activity_types', '{oops');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  installTestHost(() => LIST);
  expect(await names()).not.toHaveLength(0);
});

import { editCalls, photoCalls, routeCalls, statsCalls, workoutCalls } from '@waymark/api-contract/client';
import { call, followLink } from './calls.ts';
import { installHost, type HostEngine } from './engine.ts';

/** A host that answers every call with `answer` and writes down what it is asked for. */
function host(answer: unknown = {}) {
  const asked: unknown[] = [];
  const published: unknown[] = [];
  const sending =
    (service: string, method: string) =>
    async (path: string, ...rest: unknown[]) => {
      asked.push([service, method, path, ...rest]);
      if (answer instanceof Error) throw answer;
      return answer;
    };
  installHost({
    http: (service: string) =>
      Object.fromEntries(
        ['get', 'post', 'put', 'patch', 'delete'].map((method) => [method, sending(service, method)]),
      ),
    events: { publish: (name: string, payload: unknown) => void published.push([name, payload]) },
  } as unknown as HostEngine);
  return { asked, published };
}

it('sends a call to its service, with path, query and body where its contract has them', async () => {
  const { asked } = host();
  await call(workoutCalls.one, { params: { id: 42 } });
  await call(workoutCalls.list, { query: { limit: 5, user: undefined } });
  await call(workoutCalls.update, { params: { id: 42 }, body: { name: 'Lunch run' } });
  await call(workoutCalls.create, { body: RUN, idempotencyKey: 'k1' });
  await call(workoutCalls.streams, { params: { id: 42 } });
  await call(routeCalls.file, { params: { id: 7 }, query: { format: 'gpx' } });
  expect(asked).toEqual([
    ['main', 'get', '/workout/42/', {}],
    ['main', 'get', '/workout/', { params: { limit: 5, user: undefined } }],
    ['main', 'put', '/workout/42/', { name: 'Lunch run' }, {}],
    ['main', 'post', '/workout/', RUN, { headers: { 'idempotency-key': 'k1' } }],
    ['main', 'get', '/workout/42/streams/', { responseType: 'arraybuffer' }],
    ['main', 'get', '/route/7/export/', { params: { format: 'gpx' }, responseType: 'blob' }],
  ]);
});

it('[PLAT-01] a call that changes something announces what; one that fails or tries out does not', async () => {
  const changed = (...resources: string[]) => ['data.changed', { resources }];
  const { published } = host();
  await call(workoutCalls.remove, { params: { id: 42 } });
  await call(workoutCalls.one, { params: { id: 42 } });
  const cut = { params: { id: 42 }, body: { keep: [] } };
  await call(editCalls.cut, { ...cut, query: { preview: 'true' } });
  await call(editCalls.cut, cut);
  await call(workoutCalls.remove, { params: { id: 43 }, announce: false });
  expect(published).toEqual([changed('workouts'), changed('workouts', 'recordings', 'photos')]);
  const failing = host(new Error('offline'));
  await expect(call(workoutCalls.remove, { params: { id: 42 } })).rejects.toThrow('offline');
  expect(failing.published).toEqual([]);
});

const RUN = {
  activity_type_id: 16,
  start_datetime: '2026-11-20T07:00:00Z',
  start_locale_timezone: 'Europe/Berlin',
  duration: 3000,
};

/** Never run: each line that the compiler accepts in spite of its mark fails the type check. */
export async function mustNotCompile(): Promise<void> {
  // @ts-expect-error -- no such call
  await call(workoutCalls.all);
  // @ts-expect-error -- a workout is named by its id
  await call(workoutCalls.one, { params: { workout: 42 } });
  // @ts-expect-error -- an id is a number
  await call(workoutCalls.one, { params: { id: 'x' } });
  // @ts-expect-error -- without its parameters
  await call(workoutCalls.one);
  // @ts-expect-error -- a query parameter that the call does not have
  await call(workoutCalls.list, { query: { usr: 7 } });
  // @ts-expect-error -- a choice that is none
  await call(statsCalls.stats, { params: { id: 7 }, query: { period: 'decade' } });
  // @ts-expect-error -- a required query parameter is missing
  await call(editCalls.edits, { query: {} });
  // @ts-expect-error -- a body that lacks a field
  await call(workoutCalls.create, { body: { activity_type_id: 16 } });
  // @ts-expect-error -- a body where there is none
  await call(workoutCalls.restore, { params: { id: 42 }, body: {} });
  // @ts-expect-error -- files are sent as a form
  await call(photoCalls.add, { params: { id: 42 }, body: { photo: '' } });
  // @ts-expect-error -- a field that the answer does not have
  void (await call(workoutCalls.one, { params: { id: 42 } })).title;
  // @ts-expect-error -- bytes, not JSON
  void (await call(workoutCalls.streams, { params: { id: 42 } })).header;
}

it('[ROUTE-04] a link is followed as the server has written it, and only to the call that it belongs to', async () => {
  const { asked } = host();
  await followLink(routeCalls.list, '/v7.1/route/?limit=20&ids=7&ids=8&cursor=a%2Fb', {
    notifyFailure: true,
  });
  await followLink(photoCalls.list, '/services/main/v7.1/workout/42/photos/');
  expect(asked).toEqual([
    ['main', 'get', '/route/?limit=20&ids=7&ids=8&cursor=a%2Fb', { notifyFailure: true }],
    ['main', 'get', '/workout/42/photos/', {}],
  ]);
  for (const href of [
    '/v7.1/route_bookmark/?offset=20',
    '/v7.1/route/42/',
    '/v7/route/',
    '/route/',
    '/internal/route/',
    'https://elsewhere.test/v7.1/route/',
    '//elsewhere.test/v7.1/route/',
    '/v7.1/../auth/logout?/v7.1/route/',
  ])
    expect(() => followLink(routeCalls.list, href)).toThrow('does not lead to /route/');
  expect(() => followLink(routeCalls.create, '/v7.1/route/')).toThrow('does not lead to');
  expect(asked).toHaveLength(2);
});

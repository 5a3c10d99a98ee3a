import { ApiError } from '@waymark/contract';
import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { type Leg, straightSegment } from '@waymark/routes';
import { decodePolyline } from '@waymark/streams';
import { asked, playRouting, refusal } from '../testing.ts';
import { encodePolyline } from '../../shared/encode-polyline.ts';
import { elevationService } from '../../shared/elevation-service.ts';
import { findAvoidedStreet, passesStreet } from './avoided-streets.ts';
import { createLegRouter, ROUTING_TIMEOUT_MS } from './leg-router.ts';
import {
  avoidedStreets,
  setAvoidedStreets,
  setPreferredSurface,
  setUsesMotorways,
} from './routing-preferences.ts';

const at = (lng: number, lat: number) => ({ lng, lat });
const leg = (from: number, to: number, travelMode: Leg['travelMode'] = 1): Leg => ({
  from: at(from, 0),
  to: at(to, 0.001),
  travelMode,
});

function start(answer: (call: TestCall) => unknown = playRouting) {
  const host = installTestHost(answer);
  return { calls: host.calls, router: createLegRouter() };
}

it('[ROUTE-12] legs that follow each other in one mode are one question; what was asked is remembered', async () => {
  const { calls, router } = start();
  const chain: Leg[] = [
    { from: at(0, 0), to: at(1, 1), travelMode: 1 },
    { from: at(1, 1), to: at(2, 2), travelMode: 1 },
    { from: at(2, 2), to: at(3, 3), travelMode: 3 },
    { from: at(3, 3), to: at(4, 4), travelMode: 0 },
  ];
  const segments = await router.route(chain);
  expect(calls.map((call) => [asked(call).costing, asked(call).locations.length])).toEqual([
    ['pedestrian', 3],
    ['auto', 2],
  ]);
  expect(segments.map(({ travelMode, line }) => [travelMode, line.length])).toEqual([
    [1, 6],
    [1, 6],
    [3, 6],
    [0, 4],
  ]);
  expect(await router.route(chain.slice(1))).toEqual(segments.slice(1));
  expect(calls).toHaveLength(2);
  expect(router.known(chain[1]!)).toBe(segments[1]);
  expect(router.known({ ...chain[1]!, travelMode: 2 })).toBeUndefined();
});

it('[ROUTE-12] cars keep off motorways unless somebody chose them, which asks anew and holds for the next visit', async () => {
  const { calls, router } = start();
  const options = () => calls.map((call) => asked(call).costing_options);
  await router.route([leg(0, 1, 3)]);
  expect(options()).toEqual([{ auto: { use_highways: 0 } }]);
  try {
    setUsesMotorways(true);
    await router.route([leg(0, 1, 3)]);
    expect(options().slice(1)).toEqual([{ auto: { use_highways: 1 } }]);
    jest.resetModules();
    const next = await import('./routing-preferences.ts');
    expect(next.usesMotorways()).toBe(true);
  } finally {
    setUsesMotorways(false);
  }
  await router.route([leg(0, 1, 3)]);
  expect(calls).toHaveLength(2);
});

it('[ROUTE-12] legs on foot and by bicycle look for the preferred surface, each asked for by itself', async () => {
  const { calls, router } = start();
  const last = () => asked(calls.at(-1)!).costing_options;
  await router.route([leg(0, 1, 2)]);
  expect(last()).toEqual({ bicycle: { cycling_speed: 5 } });
  try {
    setPreferredSurface('unpaved');
    await router.route([leg(0, 1, 2)]);
    expect(last()).toEqual({ bicycle: { cycling_speed: 5, surface: 'unpaved' } });
    await router.route([leg(0, 1, 1)]);
    expect(last()).toEqual({ pedestrian: { walking_speed: 1.5, surface: 'unpaved' } });
  } finally {
    setPreferredSurface(null);
  }
  await router.route([leg(0, 1, 2)]);
  expect(calls).toHaveLength(3);
});

it('[ROUTE-12] only the legs used last are remembered', async () => {
  const { router } = start();
  for (let i = 0; i < 500; i++) await router.route([leg(i, i + 1)]);
  router.known(leg(0, 1));
  await router.route([leg(500, 501)]);
  expect(router.known(leg(0, 1))).toBeDefined();
  expect(router.known(leg(1, 2))).toBeUndefined();
});

it('[ROUTE-12] the number of a failed leg counts among all that were asked for', async () => {
  const { router } = start((call) => {
    if (asked(call).costing === 'pedestrian') return playRouting(call);
    throw new ApiError(422, '', { error: 'no_path', error_description: 'No.', diagnostics: { leg: ['1'] } });
  });
  const legs = [leg(0, 1), { ...leg(5, 6, 2), to: at(7, 0) }, { ...leg(7, 8, 2), from: at(7, 0) }];
  await expect(router.route(legs)).rejects.toMatchObject({ code: 'no_path', leg: 2 });
});

it('[ROUTE-12] an answer that takes longer than eight seconds counts as none; offline is told apart', async () => {
  const late = AbortSignal.abort();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  let { router } = start((call) => {
    call.options?.signal?.throwIfAborted();
    return playRouting(call);
  });
  await expect(router.route([leg(0, 1)])).rejects.toMatchObject({ code: 'routing_slow' });
  expect(timeout).toHaveBeenCalledWith(ROUTING_TIMEOUT_MS);
  timeout.mockRestore();
  ({ router } = start(() => {
    throw new ApiError(0, '', null);
  }));
  await expect(router.route([leg(0, 1)])).rejects.toMatchObject({ code: 'routing_unavailable' });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(router.route([leg(0, 1)])).rejects.toMatchObject({ code: 'offline' });
});

it('[ROUTE-05] heights of several segments are one question, NaN where no source knows', async () => {
  const { calls, router } = start((call) =>
    call.service === 'elevation' ? { height: [1, 2, null, 4, 5, 6], source: 'demo' } : playRouting(call),
  );
  const segments = await router.route([leg(0, 1), leg(1, 2)]);
  const heights = await elevationService(segments, new AbortController().signal);
  expect(heights).toEqual([Float64Array.of(1, 2, NaN), Float64Array.of(4, 5, 6)]);
  const { encoded_polyline: line } = calls.at(-1)!.body as { encoded_polyline: string };
  expect(decodePolyline(line, 6)).toEqual(
    [...segments].flatMap(({ line: [a, b, c, d, e, f] }) => [
      [a, b],
      [c, d],
      [e, f],
    ]),
  );
});

it('a line is encoded to what it was, at the ends of the world too', () => {
  const line = Float64Array.of(-180, -90, 180, 90, 0.000001, -0.000001, -150.123456, 0.5);
  expect(decodePolyline(encodePolyline(line), 6).flat()).toEqual(Array.from(line));
});

it('[ROUTE-12] an answer that was asked for before a street was avoided is no leg that keeps off it', async () => {
  const held: (() => void)[] = [];
  const { calls, router } = start(async (call) => {
    if (calls.length === 1) await new Promise<void>((done) => held.push(done));
    return playRouting(call);
  });
  try {
    const first = router.route([leg(0, 0.01)]);
    setAvoidedStreets([Float64Array.of(0.005, 0.0002)]);
    held[0]!();
    await first;
    expect(router.known(leg(0, 0.01))).toBeUndefined();
    await router.route([leg(0, 0.01)]);
    expect(asked(calls[1]!).exclude_locations).toHaveLength(1);
  } finally {
    setAvoidedStreets([]);
  }
});

it('[ROUTE-12] a street over the date line is avoided where it is, and met nowhere else', async () => {
  const { calls, router } = start();
  const street = Float64Array.of(179.9995, 0.5, -179.9995, 0.5);
  const near: Leg = { from: at(179.99, 0.49), to: at(-179.99, 0.51), travelMode: 1 };
  try {
    setAvoidedStreets([street, Float64Array.of(10, 0.5)]);
    await router.route([near]);
    const exclusions = asked(calls[0]!).exclude_locations!;
    expect(exclusions).toHaveLength(4);
    for (const { lon } of exclusions) expect(Math.abs(lon)).toBeGreaterThan(179.999);
    expect(findAvoidedStreet([street], at(10, 0.5), 50)).toBeNull();
    expect(findAvoidedStreet([street], at(-179.9998, 0.5), 50)).toBe(0);
    const over = straightSegment(at(179.9, 0.5), at(-179.9, 0.5));
    expect(passesStreet({ ...over, travelMode: 1 }, street)).toBe(true);
    expect(passesStreet({ ...over, travelMode: 1 }, Float64Array.of(10, 0.5))).toBe(false);
  } finally {
    setAvoidedStreets([]);
  }
});

it('[ROUTE-12] where the browser stores nothing more, an avoided street holds as long as the page is open', async () => {
  const { calls, router } = start();
  setAvoidedStreets([Float64Array.of(20, 0)]);
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    setAvoidedStreets([Float64Array.of(0.005, 0.0002)]);
    await router.route([leg(0, 0.01)]);
    expect(asked(calls[0]!).exclude_locations).toEqual([{ lat: 0.0002, lon: 0.005 }]);
  } finally {
    full.mockRestore();
    setAvoidedStreets([]);
  }
  expect(avoidedStreets()).toEqual([]);
});

it('[ROUTE-12] legs keep off the avoided streets near them, each asked for by itself; what is damaged counts as none', async () => {
  const { calls, router } = start((call) => {
    if (asked(call).locations[0]!.lon === 7) throw refusal('no_path');
    return playRouting(call);
  });
  const last = () => asked(calls.at(-1)!).exclude_locations;
  try {
    await router.route([leg(0, 0.01)]);
    expect(last()).toBeUndefined();
    // Ninety metres along a street, one place, and a street in another country.
    setAvoidedStreets([
      Float64Array.of(0, 0.0001, 0.00081, 0.0001),
      Float64Array.of(0.005, 0.0002),
      Float64Array.of(20, 0.0001, 20.001, 0.0001),
    ]);
    await router.route([leg(0, 0.01)]);
    expect(last()).toEqual([
      { lat: 0.0002, lon: 0.005 },
      ...[0.000135, 0.000405, 0.000675].map((lon) => ({ lat: 0.0001, lon })),
    ]);
    expect(calls).toHaveLength(2);
    await router.route([leg(0, 0.01)]);
    expect(calls).toHaveLength(2);
    // No more than a router takes, those drawn last first.
    setAvoidedStreets(Array.from({ length: 100 }, (_, i) => Float64Array.of(i / 10_000, 0)));
    await router.route([leg(0, 0.01)]);
    expect(last()).toHaveLength(50);
    expect(last()![0]).toEqual({ lat: 0, lon: 0.0099 });
    setAvoidedStreets([Float64Array.of(7, 0)]);
    await expect(router.route([leg(7, 7.01)])).rejects.toMatchObject({ code: 'no_path_around', leg: 0 });
    for (const damaged of ['{', '7', '[[1],["a","b"],[1,2,3],null]']) {
      localStorage.setItem('waymark.planner_avoided_streets', damaged);
      expect(avoidedStreets()).toEqual([]);
    }
  } finally {
    setAvoidedStreets([]);
  }
});

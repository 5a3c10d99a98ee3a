import type { MessageDescriptor } from '@lingui/core';
import type { Endpoint } from '@waymark/api-contract/client';
import { EARLY_PLACE, type EarlyView } from '@waymark/contract/early';
import { drawEarly, el, fetchBytes, statTile } from '../early/index.ts';
import { hasEarlyView } from '../early/has-early-view.ts';

const GIVEN = {
  locale: 'en-us',
  userId: 7,
  system: null,
  country: 'US',
  services: { main: '/main' },
  ask: () => Promise.reject(new Error('offline')),
} as const;

/** Plays the inline script of a page. */
function page(answer: unknown, given: Partial<EarlyView> = {}) {
  document.body.innerHTML = `<div id="${EARLY_PLACE}"></div>`;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  ended.catch(() => {});
  window.waymark = { earlyView: { ...GIVEN, answer: Promise.resolve(answer), ended, end, ...given } };
  return ended;
}
const place = () => document.getElementById(EARLY_PLACE)!;
afterEach(() => void (window.waymark = undefined));

it('a first view is drawn from the answer, in the units of the member', async () => {
  const ended = page({ name: '<b>Ride</b>' });
  expect(hasEarlyView()).toBe(false);
  drawEarly<{ name: string }>(({ name }, { system }) =>
    el('div', {}, name, statTile('Distance', '26.2', system)),
  );
  await ended;
  expect(place().textContent).toBe('<b>Ride</b>Distance26.2\u00a0imperial');
  expect(hasEarlyView()).toBe(true);
});

it('without a good answer nothing is drawn', async () => {
  const ended = page(null);
  const draw = jest.fn();
  drawEarly(draw);
  await ended;
  expect(draw).not.toHaveBeenCalled();
  expect(hasEarlyView()).toBe(false);
});

it('an error in it leaves the page alone and is told', async () => {
  const ended = page({});
  drawEarly(() => {
    throw new Error('No name.');
  });
  await expect(ended).rejects.toThrow('No name.');
  expect(place().childNodes).toHaveLength(0);
});

it('what comes after the page has drawn itself is left out', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const ended = page(null, { answer: promise });
  drawEarly(() => el('div', {}, 'late'));
  window.waymark = undefined;
  resolve({});
  await ended;
  expect(place().childNodes).toHaveLength(0);
});

it('a page without an early view, as in development, has none', () => {
  drawEarly(() => el('div'));
  expect(hasEarlyView()).toBe(false);
});

it('it is told the member’s language and units', async () => {
  const ended = page({}, { locale: 'en-us', system: 'metric' });
  drawEarly((_, { text, locale, system }) =>
    el('div', {}, text({ id: 'x', message: 'Pace' }), ` ${locale} ${system}`),
  );
  await ended;
  expect(place().textContent).toBe('Pace en-us metric');
});

const COLUMNS: Endpoint = { service: 'main', method: 'GET', path: '/columns/:id/', answer: 'bytes' };

it('more of the view is asked for as the member and awaited, though the view stands there already', async () => {
  const arrived = Promise.withResolvers<Response>();
  const asked = jest.fn<Promise<Response>, [url: string]>(() => arrived.promise);
  const ended = page({}, { ask: asked });
  drawEarly((_, { more }) => {
    const view = el('div', {}, 'view');
    more(fetchBytes(COLUMNS, { id: 7 }).then((body) => view.append(` of ${body?.byteLength}`)));
    return view;
  });
  let over = false;
  void ended.then(() => (over = true));
  await new Promise((resolve) => setTimeout(resolve));
  expect([place().textContent, over]).toEqual(['view', false]);
  expect(asked).toHaveBeenCalledWith('/main/columns/7/');
  arrived.resolve({ ok: true, arrayBuffer: () => Promise.resolve(new ArrayBuffer(8)) } as Response);
  await ended;
  expect(place().textContent).toBe('view of 8');
});

it('what the page asked for already is taken, once', async () => {
  const asked = jest.fn<Promise<Response>, [url: string]>(() => Promise.reject(new Error('lost')));
  const ended = page({}, { ask: asked });
  const answer = { ok: true, arrayBuffer: () => Promise.resolve(new ArrayBuffer(4)) } as Response;
  window.waymark!.startedCalls = { '/main/columns/7/': Promise.resolve(answer) };
  const sizes: (number | undefined)[] = [];
  drawEarly((_, { more }) => {
    const both = [fetchBytes(COLUMNS, { id: 7 }), fetchBytes(COLUMNS, { id: 7 })];
    more(Promise.all(both).then((all) => void sizes.push(...all.map((body) => body?.byteLength))));
    return el('div');
  });
  await ended;
  expect(sizes).toEqual([4, undefined]);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('a text is written with its values, which are not read again, and in the plural of English', async () => {
  const ended = page({});
  const name = '{count} # <b>';
  const message = (compiled: unknown, values: Record<string, unknown>) =>
    ({ id: 'x', message: compiled, values }) as MessageDescriptor;
  const likes = [
    [
      'count',
      'plural',
      { one: [['name'], ' and ', '#', ' other'], other: [['name'], ' and ', '#', ' others'] },
    ],
  ];
  drawEarly((_, { text }) =>
    el(
      'p',
      {},
      text(message(['and ', ['name'], ' are now friends'], { name })),
      ` | ${text(message(likes, { name, count: 1 }))} | ${text(message(likes, { name, count: 1200 }))}`,
    ),
  );
  await ended;
  expect(place().textContent).toBe(
    'and {count} # <b> are now friends | {count} # <b> and 1 other | {count} # <b> and 1,200 others',
  );
});

it('a view that leaves the page to the application is none', async () => {
  const ended = page({});
  drawEarly(() => null);
  await ended;
  expect(hasEarlyView()).toBe(false);
});

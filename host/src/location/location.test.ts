import { createStore } from '@waymark/store';
import { createApp } from '../app/app.ts';
import { bootOf, remote } from '../testing/fixtures.tsx';
import { goTo, staysHere } from './go.ts';
import { pageAt, remotePageAt } from './page.ts';
import { parsePlace } from '../app/place.ts';
import { watchLocation } from './watch.ts';

it.each([
  ['/', { path: '/', search: '' }],
  ['/us?q=a?b#top', { path: '/us', search: '?q=a?b' }],
  ['', { path: '/', search: '' }],
])('reads %j', (address, place) => expect(parsePlace(address)).toEqual(place));

it('[HOST-01] gives a path to the one remote with the most exact pattern', () => {
  const remotes = [
    remote('mfe-routes', ['/:country', '/:country/:code']),
    remote('mfe-workouts', ['/workout/stats']),
  ];
  expect(remotePageAt(remotes, '/workout/stats/')?.remote.name).toBe('mfe-workouts');
  expect(remotePageAt(remotes, '/us/texas')?.remote.name).toBe('mfe-routes');
  expect(remotePageAt(remotes, '/a/b/c')).toBeNull();
});

it('[HOST-02] knows the pages of its own', () => {
  expect(pageAt(bootOf(), '/').kind).toBe('home');
  expect(pageAt(bootOf(), '/error/notfound/').kind).toBe('not-found');
  expect(pageAt(bootOf(), '/mvp').kind).toBe('not-found');
});

it('stays on the page for what is known, and leaves the rest to the server', () => {
  const app = createApp(bootOf(), '/');
  expect(staysHere(app, '/dashboard')).toBe(false);
  const went: string[] = [];
  app.links.navigate = (to) => void went.push(to);
  goTo(app, '/workout/7?x=1', { replace: true });
  expect(went).toEqual(['/workout/7?x=1']);
  expect(['/mvp', '//evil.test/dashboard', 'https://evil.test'].map((to) => staysHere(app, to))).toEqual([
    false,
    false,
    false,
  ]);
});

it('[HOST-19] hears of every change of address, whoever makes it', () => {
  history.replaceState(null, '', '/');
  const place = createStore(parsePlace('/'));
  const seen: string[] = [];
  place.subscribe(() => seen.push(place.get().path + place.get().search));
  window.scrollTo = jest.fn();
  const stop = watchLocation(place, window);
  history.pushState(null, '', '/dashboard');
  history.pushState(null, '', '/dashboard');
  history.replaceState(null, '', '/dashboard?week=2');
  expect(window.scrollTo).toHaveBeenCalledTimes(1);
  history.replaceState(null, '', '/dashboard/');
  expect(window.scrollTo).toHaveBeenCalledTimes(1);
  history.replaceState(null, '', '/feed');
  expect(window.scrollTo).toHaveBeenCalledTimes(2);
  stop();
  history.pushState(null, '', '/elsewhere');
  expect(seen).toEqual(['/dashboard', '/dashboard?week=2', '/dashboard/', '/feed']);
});

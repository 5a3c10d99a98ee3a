import { matchPath, specificity } from './paths.ts';

describe('matching an address', () => {
  it.each([
    ['/', '/', {}],
    ['/workout/import', '/workout/import', {}],
    ['/workout/import', '/workout/import/', {}],
    ['/workout/:id', '/workout/42', { id: '42' }],
    ['/workout/:id(\\d+)', '/workout/42', { id: '42' }],
    ['/profile/:userId(\\d+)/dashboard', '/profile/7/dashboard', { userId: '7' }],
    ['/password_reset/*', '/password_reset/abc/def', { '*': 'abc/def' }],
    ['/password_reset/*', '/password_reset', { '*': '' }],
    ['/city/:name', '/city/S%C3%A3o%20Paulo', { name: 'São Paulo' }],
    ['/:land(us|ca)/:code((?!stores$)[\\w-]+)', '/us/austin-tx', { land: 'us', code: 'austin-tx' }],
  ])('%s takes %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/workout/:id(\\d+)', '/workout/import'],
    ['/workout/:id', '/workout/42/more'],
    ['/workout/import', '/workouts/import'],
    ['/Workout', '/workout'],
    ['/:land(us|ca)/:code((?!stores$)[\\w-]+)', '/us/stores'],
    ['/a.b', '/axb'],
    ['/city/:name', '/city/%E0%A4%A'],
  ])('%s does not take %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });
});

it('the most exact of several patterns comes first', () => {
  const patterns = [
    '/workout/*',
    '/workout/:id',
    '/workout/:id(\\d+)',
    '/workout/stats',
    '/*',
    '/:country/stores',
  ];
  expect(patterns.toSorted((a, b) => specificity(b) - specificity(a))).toEqual([
    '/workout/stats',
    '/workout/:id(\\d+)',
    '/workout/:id',
    '/workout/*',
    '/:country/stores',
    '/*',
  ]);
});

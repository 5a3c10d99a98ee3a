import { loginPath, safeNext } from './navigation.ts';

it.each(['/dashboard', '/workout/42?tab=laps#map', '/a%2F%2Fb'])('[AUTH-01] %s may be followed', (next) => {
  expect(safeNext(next)).toBe(next);
});

it.each([
  null,
  undefined,
  '',
  'dashboard',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
])('[AUTH-01] %j leads away and is not followed', (next) => {
  expect(safeNext(next)).toBeNull();
});

it('[HOST-08] the login page carries the way back, except from a sign-in page', () => {
  expect(loginPath('/workout/42?x=1&y=2')).toBe('/auth/login/?next=%2Fworkout%2F42%3Fx%3D1%26y%3D2');
  expect(loginPath('/auth/signup/')).toBe('/auth/login/');
});

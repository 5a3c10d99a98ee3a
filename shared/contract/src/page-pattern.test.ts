import { RemotePage } from './manifest.ts';
import { pagePatternProblem } from './page-pattern.ts';
import { matchPath } from './paths.ts';

it.each([
  '/',
  '/*',
  '/workout/:workoutId(\\d+)',
  '/:countryCode/:code((?!stores$)[\\w.%-]+)',
  '/mobile/:partner([a-z][a-z0-9-]*_routes)/details',
  '/:land(us|ca|[a-z]{2})/:year(\\d{4})',
  '/:code((?:ab|c[de]+)-(?=x)x)',
])('[PLAT-02] %s is a page pattern', (pattern) => expect(pagePatternProblem(pattern)).toBeNull());

it.each([
  ['/:id([)', 'is not a regular expression'],
  ['/:id(a', 'is not a parameter'],
  ['/:', 'is not a parameter'],
  ['/:a-b', 'is not a parameter'],
  ['/:id/:id', 'twice'],
  ['/*/more', 'at the end only'],
  ['/a'.repeat(9), 'at most 8 parts'],
  [`/${'a'.repeat(300)}`, 'at most 300 characters'],
  ['/:id((a+)+)', 'repeats a group'],
  ['/:id((?:a|b){2,})', 'repeats a group'],
  ['/:id(a*a*b)', 'more than one part'],
  ['/:id((?:a+|b)c+)', 'more than one part'],
  ['/:id(a+(?=a*b)c)', 'more than one part'],
  ['/:id(a{0,20}a{0,20}b)', 'more than one part'],
  ['/:id(a?a?a?a?a?a?a?a?b)', 'more than one part'],
  ['/:id((a)\\1)', 'not allowed'],
  ['/:id((?<=a)b)', 'not allowed'],
  ['/:id((?<name>a))', 'not allowed'],
])('[PLAT-02] %s is refused with the reason', (pattern, reason) => {
  expect(pagePatternProblem(pattern)).toContain(reason);
  expect(JSON.stringify(RemotePage.safeParse({ pattern }).error?.issues)).toContain(reason.slice(0, 12));
});

it('no address makes an allowed pattern slow', () => {
  const patterns = [
    '/:code((?!stores$)[\\w.%-]+)',
    '/:p([a-z][a-z0-9-]*_routes)',
    '/:p((?:ab|c[de]+)-x)',
    '/*',
  ];
  const addresses = ['/'.repeat(200_000), `/${'a'.repeat(200_000)}!`, `/${'/a'.repeat(100_000)}`];
  const start = performance.now();
  for (const pattern of patterns) for (const address of addresses) matchPath(pattern, address);
  expect(performance.now() - start).toBeLessThan(500);
});

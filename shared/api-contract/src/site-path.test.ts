import { sitePath } from './site-path.ts';

const SITE = 'https://waymark.example';
const EVIL = 'evil.example';
const DOTS = [
  '.',
  '..',
  '%2e',
  '%2E',
  '%2e%2e',
  '.%2e',
  '%2e.',
  'a/..',
  'a/%2e%2e',
  'a/b/../..',
  './.',
  '../..',
];
const CONTROLS = ['\t', '\n', '\r', '\0', '\u000b', '\u000c', '\u001f', '\u007f', '\u0085'];

/** Ways to write an address that looks like a path of this site, or hopes to be taken for one. */
const AWAY = [
  ...DOTS.map((dots) => `/${dots}//${EVIL}/x`),
  ...DOTS.map((dots) => `/${dots}/\\${EVIL}`),
  ...CONTROLS.flatMap((control) => [`/${control}/${EVIL}`, `${control}//${EVIL}`, `/.${control}//${EVIL}`]),
  `//${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}/..`,
  `/\\${EVIL}`,
  `\\/${EVIL}`,
  `\\\\${EVIL}`,
  `/\\/${EVIL}`,
  `//user:pass@${EVIL}`,
  `//${EVIL}:80/x`,
  `//%65vil.example`,
  `//[::1]/x`,
  `//@${EVIL}`,
  `https:${EVIL}`,
  `https:/${EVIL}`,
  `https://${EVIL}`,
  `HTTPS://${EVIL}`,
  `http:\\\\${EVIL}`,
  `${SITE}@${EVIL}/`,
  `${SITE}.${EVIL}/`,
  `${SITE}:444/`,
  `${SITE}//${EVIL}/`,
  `${SITE}/.//${EVIL}/`,
  `${SITE}/\\${EVIL}/`,
  `https://waymark.example\\@${EVIL}/`,
  `https://user@waymark.example/`,
  'javascript:alert(1)',
  'JavaScript:alert(1)//',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'blob:https://waymark.example/1',
  'mailto:a@b.example',
  'about:blank',
  ` /${EVIL}`,
  ` //${EVIL}`,
  '.',
  '..',
  '?next=/x',
  '#x',
  'dashboard',
  `./${EVIL}`,
  '',
  `/${'x'.repeat(9000)}`,
];

/** Odd, and a path of this site all the same. */
const HERE = [
  '/',
  '/dashboard',
  '/workout/42?tab=laps#map',
  '/a%2F%2Fb',
  `/%2F/${EVIL}`,
  `/%2f%2f${EVIL}`,
  `/%5C${EVIL}`,
  `/%5c%5c${EVIL}`,
  `/%09/${EVIL}`,
  `/%00//${EVIL}`,
  `/\u2044/${EVIL}`,
  `/\uff0f\uff0f${EVIL}`,
  `/\u2215${EVIL}`,
  `/\u3002${EVIL}`,
  `/\u200b/${EVIL}`,
  `/\u202e/${EVIL}`,
  `/@${EVIL}`,
  `/:80`,
  `/a//${EVIL}`,
  `/a/./b/../c`,
  `/x?next=//${EVIL}`,
  `/x#//${EVIL}`,
  `/?https://${EVIL}`,
  '/javascript:alert(1)',
  '/\ud800',
];

const isOnSite = (path: string) => new URL(path, `${SITE}/deep/page`).origin === SITE;

it('the list holds more than a hundred forms', () => {
  expect(new Set([...AWAY, ...HERE]).size).toBeGreaterThan(100);
});

it.each(AWAY)('[AUTH-01] %j is not followed', (target) => {
  expect(sitePath(target)).toBeNull();
  expect(sitePath(target, SITE)).toBeNull();
});

it.each(HERE)('[AUTH-01] %j stays on the site, however often it is decided', (target) => {
  const path = sitePath(target);
  if (path === null) throw new Error('not followed');
  expect(isOnSite(path)).toBe(true);
  expect(sitePath(path)).toBe(path);
  expect(sitePath(SITE + path, SITE)).toBe(path);
});

it('no mixture of the pieces leaves the site', () => {
  const pieces = [
    '/',
    '/',
    '.',
    '..',
    '\\',
    '%2e',
    '%2f',
    '@',
    ':',
    EVIL,
    SITE,
    'a',
    '?',
    '#',
    '\t',
    ' ',
    ';',
  ];
  let seed = 11;
  const next = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
  let followed = 0;
  for (let round = 0; round < 20_000; round++) {
    const target = `/${Array.from({ length: 1 + next(7) }, () => pieces[next(pieces.length)]).join('')}`;
    const path = sitePath(target);
    if (path === null) continue;
    followed++;
    if (!isOnSite(path) || sitePath(path) !== path)
      throw new Error(`${JSON.stringify(target)} became ${path}`);
  }
  expect(followed).toBeGreaterThan(1000);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { OneBundle } from './one-bundle/build.ts';
import { onePage } from './pages.ts';

const bundle: OneBundle = {
  main: ['react.1.js', 'main.1.js'],
  chunks: { details: ['details.1.js'] },
  integrity: { 'react.1.js': 'sha256-r', 'main.1.js': 'sha256-m' },
  files: new Map(),
};
const EDGE = `<!doctype html><html><head>
<script defer nonce="n1" src="/assets/main.9.js" integrity="sha256-x"></script>
<link rel="icon" href="/favicon.svg">
<script type="application/json" id="waymark-boot">{"settings":{}}</script>
<script nonce="n1">(o=>{})({"calls":["/call"],"preloads":[{"href":"/assets/fed.9.js"}],"after":"/assets/main.9.js"})</script>
</head>
<body>
<div id="root"><header>Waymark</header></div>
</body>
</html>`;

test('plain HTML has the bundle’s scripts, the same data, and nothing ahead', () => {
  const page = onePage(EDGE, 'one', bundle, 'details');
  assert.doesNotMatch(page, /\/assets\/(main|fed)|rel="preload"|<header>/);
  assert.match(page, /<script defer nonce="n1" src="\/one\/main\.1\.js" integrity="sha256-m">/);
  assert.match(page, /"calls":\[\],"preloads":\[\]/);
  assert.match(page, /id="waymark-boot">\{"settings":\{\}\}/);
});

test('with a preload the page’s chunk is named in the head', () => {
  assert.match(
    onePage(EDGE, 'one-preload', bundle, 'details'),
    /<link rel="preload" as="script" href="\/one\/details\.1\.js">/,
  );
});

test('staged it has all that the product has: markup, first calls, a preload after the last script', () => {
  const page = onePage(EDGE, 'one-staged', bundle, 'details');
  assert.match(page, /<header>Waymark<\/header>/);
  assert.match(
    page,
    /"calls":\["\/call"\],"preloads":\[\{"href":"\/one\/details\.1\.js"\}\],"after":"\/one\/main\.1\.js"/,
  );
});

test('an edge whose pages look otherwise is told', () => {
  assert.throws(() => onePage('<html></html>', 'one', bundle), /nothing like/);
});

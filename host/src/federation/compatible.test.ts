import { satisfies, whyIncompatible } from './compatible.ts';

const offers = { contract: '1.2.0', shared: { react: '19.3.1', '@waymark/ui': '0.2.1' } };

it.each([
  ['1.0.0', null],
  ['1.2.0', null],
  ['1.3.0', 'It was built for contract 1.3.0, and this page offers 1.2.0.'],
  ['2.0.0', 'It was built for contract 2.0.0, and this page offers 1.2.0.'],
  ['latest', 'It was built for contract latest, and this page offers 1.2.0.'],
])('[PLAT-06] a remote built for contract %s: %s', (contract, reason) => {
  expect(whyIncompatible({ contract, shared: {} }, offers)).toBe(reason);
});

it.each([
  [{ react: '^19.0.0' }, null],
  [{ react: '^18.2.0' }, 'It needs react ^18.2.0, and this page offers 19.3.1.'],
  [{ vue: '^3.0.0' }, 'It needs vue ^3.0.0, which this page does not offer.'],
])('[PLAT-06] a remote that takes %j: %s', (shared, reason) => {
  expect(whyIncompatible({ contract: '1.0.0', shared }, offers)).toBe(reason);
});

it.each([
  ['19.3.1', '^19.3.1', true],
  ['19.4.0', '^19.3.1', true],
  ['19.3.0', '^19.3.1', false],
  ['20.0.0', '^19.3.1', false],
  ['0.2.1', '^0.2.0', true],
  ['0.3.0', '^0.2.0', false],
  ['0.1.9', '^0.2.0', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['1.0.0', '1.0.0', true],
  ['1.0.1', '1.0.0', false],
  ['1.0.0', '>=1', false],
  ['next', '^1.0.0', false],
])('%s satisfies %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

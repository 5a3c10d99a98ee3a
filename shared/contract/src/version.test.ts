import { isCompatible } from './version.ts';

it.each([
  ['1.2.0', '1.2.0', true],
  ['1.1.9', '1.2.0', true],
  ['1.2.1', '1.2.0', false],
  ['1.3.0', '1.2.5', false],
  ['2.0.0', '1.9.0', false],
  ['0.9.0', '1.0.0', false],
  ['1.2', '1.2.0', false],
  ['latest', '1.2.0', false],
])('[PLAT-06] a remote built against %s in a host that offers %s: %s', (needs, offers, runs) => {
  expect(isCompatible(needs, offers)).toBe(runs);
});

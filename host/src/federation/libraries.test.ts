import { readFileSync } from 'node:fs';
import { LIBRARIES } from './libraries.ts';

it('[PLAT-08] the host hands out exactly what remotes are built to take', () => {
  const source = readFileSync(`${__dirname}/../../../shared/remote/build/shared.ts`, 'utf8');
  const list = /SHARED_LIBRARIES = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const taken = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  expect(taken.length).toBeGreaterThan(5);
  expect(Object.keys(LIBRARIES).toSorted()).toEqual(taken.toSorted());
});

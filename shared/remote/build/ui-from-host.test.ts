import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import test from 'node:test';
import { sharedUiFiles } from './ui-from-host.ts';

const base = [...sharedUiFiles].find((file) => file.endsWith('/base.ts')) ?? '';
const folder = dirname(base);
const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '));

test('[PLAT-08] the host hands out every name that other controls take from a shared file', () => {
  const exported = new Set(
    [...readFileSync(base, 'utf8').matchAll(/export \{([^}]*)\}/g)].flatMap(([, list = '']) => namesIn(list)),
  );
  let checked = 0;
  for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.*'] })) {
    if (sharedUiFiles.has(file)) continue;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?:\w+, )?\{([^}]*)\} from '(\.[^']+)'/gm,
    );
    for (const [, list = '', from = ''] of imports) {
      if (!sharedUiFiles.has(resolve(dirname(file), from))) continue;
      for (const name of namesIn(list)) {
        checked++;
        assert.ok(
          exported.has(name),
          `${relative(folder, file)} takes ${name}, which base.ts does not export.`,
        );
      }
    }
  }
  assert.ok(checked > 20);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
const stylesheets = globSync('{host,shared/ui}/src/**/*.css', { cwd: root });
const css = stylesheets.map((file) => readFileSync(path.join(root, file), 'utf8'));
const declared = new Set(
  css.flatMap((text) => [...text.matchAll(/(--wm-[\w-]+)\s*:/g)].map(([, name]) => name)),
);

it('[UI-01] stylesheets name no token that does not exist: its text would have the color of what is around', () => {
  expect(stylesheets.length).toBeGreaterThan(5);
  const used = css.flatMap((text) => [...text.matchAll(/var\((--wm-[\w-]+)\)/g)].map(([, name]) => name!));
  expect([...new Set(used)].filter((name) => !declared.has(name))).toEqual([]);
});

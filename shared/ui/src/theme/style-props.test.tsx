import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleProps } from './style-props.ts';

interface Known {
  shorthand?: string | string[];
  property?: string;
  values?: unknown;
}
const ours = styleProps.utilities as Record<string, Known>;
const theirs = defaultBaseConfig.utilities as Record<string, Known>;
const namesOf = (all: Record<string, Known>) =>
  Object.entries(all).flatMap(([name, { shorthand = [] }]) => [name, shorthand].flat());

it('knows every style prop as Chakra does', () => {
  for (const [name, { shorthand, property }] of Object.entries(ours)) {
    expect([name, shorthand && [shorthand].flat(), property]).toEqual([
      name,
      theirs[name]?.shorthand && [theirs[name].shorthand].flat(),
      theirs[name]?.property,
    ]);
  }
  for (const [name, condition] of Object.entries(styleProps.conditions ?? {}))
    expect([name, condition]).toEqual([name, defaultBaseConfig.conditions?.[name]]);
});

it('leaves nothing out that a page uses', () => {
  const known = new Set(namesOf(ours));
  // A longer name that is CSS by itself works without an entry; only its tokens are missing, and we have none.
  const css = new Set(Object.keys(theirs).filter((name) => name in document.documentElement.style));
  const left = namesOf(theirs).filter((name) => !known.has(name) && !css.has(name));
  const conditions = Object.keys(defaultBaseConfig.conditions ?? {})
    .filter((name) => !(name in (styleProps.conditions ?? {})))
    .map((name) => `_${name}`);
  const gone = new RegExp(
    `<(?:[A-Z]\\w*|chakra\\.\\w+)\\s[^<>]*?\\b(${[...left, ...conditions].join('|')})=`,
    'g',
  );
  const root = join(__dirname, '../../../..');
  const files = globSync('{host/src,mfe-*/src,shared/*/src}/**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(40);
  const used = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(gone)].map(([, name]) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

import { GROUP_COLOURS } from '@waymark/activities';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, '../tokens.css'), 'utf8');

type Tokens = Record<string, string>;
const declarations = (block: string): Tokens =>
  Object.fromEntries([...block.matchAll(/--wm-([\w-]+):\s*([^;]+);/gu)].map((m) => [m[1], m[2]]));
const block = (start: string): string => {
  const from = css.indexOf(start);
  if (from < 0) throw new Error(`${start} is not in tokens.css`);
  return css.slice(from, css.indexOf('}', from));
};

const light = declarations(block(':root {\n  color-scheme: light'));
const bySystem = declarations(block(":root:not([data-theme='light'])"));
const byChoice = declarations(block(":root[data-theme='dark']"));
const schemes: [string, Tokens][] = [
  ['light', light],
  ['dark', { ...light, ...byChoice }],
];

function resolve(tokens: Tokens, name: string): string {
  const value = tokens[name] ?? '';
  const other = /^var\(--wm-([\w-]+)\)$/u.exec(value)?.[1];
  return other ? resolve(tokens, other) : value;
}

function luminance(hex: string): number {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./gu, '$&$&') : digits;
  if (!/^[\da-f]{6}$/iu.test(full)) throw new Error(`'${hex}' is no colour that this test can read`);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(tokens: Tokens, a: string, b: string): number {
  const [one, two] = [luminance(resolve(tokens, a)), luminance(resolve(tokens, b))];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

const HUES = ['blaze', 'moss', 'sky', 'sun', 'danger'];
const GROUNDS = ['paper', 'surface', 'sunken'];
const named = (prefix: string) => Object.keys(light).filter((name) => name.startsWith(prefix));
const strong = HUES.map((hue) => `${hue}-strong`);

const TEXT: [string, string][] = [
  ...GROUNDS.flatMap((ground) => ['ink', 'muted', ...strong].map((text): [string, string] => [text, ground])),
  ...HUES.flatMap((hue): [string, string][] => [
    [`${hue}-strong`, `${hue}-soft`],
    ['ink', `${hue}-soft`],
    ['on-blaze', `${hue}-strong`],
  ]),
  ['paper', 'ink'],
];
const GRAPHICS: [string, string][] = ['paper', 'surface'].flatMap((ground) =>
  ['control', 'focus', ...HUES, ...named('stream-'), ...named('group-')].map((name): [string, string] => [
    name,
    ground,
  ]),
);

describe.each(schemes)('in the %s scheme', (_scheme, tokens) => {
  it.each(TEXT)('text %s on %s stands out by 4.5 : 1', (text, ground) => {
    expect(contrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(GRAPHICS)('%s on %s stands out by 3 : 1', (name, ground) => {
    expect(contrast(tokens, name, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('darkens by the system exactly as by choice', () => {
  expect(bySystem).toEqual(byChoice);
});

it('gives the activity groups the colours of the catalogue', () => {
  for (const [key, { light: onLight, dark: onDark }] of Object.entries(GROUP_COLOURS)) {
    expect(light[`group-${key}`]).toBe(onLight.toLowerCase());
    expect(byChoice[`group-${key}`]).toBe(onDark.toLowerCase());
  }
  expect(named('group-')).toHaveLength(Object.keys(GROUP_COLOURS).length);
});

it("shows a tile's figure at least three times its label", () => {
  expect(parseFloat(light['text-4xl'] ?? '')).toBeGreaterThanOrEqual(3 * parseFloat(light['text-xs'] ?? ''));
});

it('stays small enough to stand in every page', () => {
  const withoutComments = css.replaceAll(/\/\*.*?\*\//gs, '');
  expect(withoutComments.length).toBeLessThan(9000);
});

it('a button that is disabled or at work does not answer the pointer', () => {
  const hoverRules = css.match(/\.wm-button[^{}]*:hover \{/g) ?? [];
  expect(hoverRules).toHaveLength(2);
  for (const rule of hoverRules) expect(rule).toMatch(/:not\(:disabled, \[aria-disabled\]\):hover/);
  const idle = /\.wm-button:is\(:disabled, \[aria-disabled\]\) \{([^}]*)\}/.exec(css)?.[1];
  expect(idle).toContain('cursor: default');
});

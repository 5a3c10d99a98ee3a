import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { styleProps } from './style-props.ts';

const HUES = ['blaze', 'moss', 'sky', 'sun', 'danger'] as const;

/** Smallest widths in CSS pixels. Mobile is below md, tablet from md to lg, desktop from lg. */
export const BREAKPOINTS = { xs: 0, sm: 388, md: 768, lg: 1024, xl: 1485 } as const;

const css = (name: string) => ({ value: `var(--wm-${name})` });
const each = <K extends string | number, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** The names that Chakra's colorPalette expects, of one hue. */
const palette = (hue: string) => ({
  DEFAULT: css(hue),
  solid: css(`${hue}-strong`),
  contrast: css('on-blaze'),
  fg: css(`${hue}-strong`),
  subtle: css(`${hue}-soft`),
  muted: css(`${hue}-soft`),
  emphasized: css(hue),
  focusRing: css('focus'),
});

const SPACES = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32] as const;
const spacing = { ...each(SPACES, (n) => ({ value: `${n * 4}px` })), 0: { value: '0px' } };

const config = defineConfig({
  preflight: false,
  // Control styles live in the layer `wm` (see tokens.css), so that style props win without any `!important`.
  disableLayers: true,
  cssVarsPrefix: 'wmc',
  cssVarsRoot: ':root',
  theme: {
    breakpoints: each(Object.keys(BREAKPOINTS) as (keyof typeof BREAKPOINTS)[], (k) => `${BREAKPOINTS[k]}px`),
    tokens: {
      spacing,
      sizes: { ...spacing, full: { value: '100%' }, page: css('page'), prose: { value: '72ch' } },
      radii: { sm: css('radius-sm'), md: css('radius'), lg: css('radius-lg'), full: { value: '999px' } },
      fonts: { body: css('font'), heading: css('font-figure'), figure: css('font-figure') },
      fontSizes: each(['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl'], (k) =>
        css(`text-${k}`),
      ),
      durations: { fast: css('fast'), slow: css('slow') },
      borders: { hairline: { value: '1px solid var(--wm-hairline)' } },
    },
    semanticTokens: {
      colors: {
        ...each(
          ['paper', 'surface', 'sunken', 'ink', 'muted', 'hairline', 'control', 'scrim', 'focus'] as const,
          css,
        ),
        ...each(HUES, palette),
        gray: {
          DEFAULT: css('control'),
          solid: css('ink'),
          contrast: css('paper'),
          fg: css('ink'),
          subtle: css('sunken'),
          muted: css('sunken'),
          emphasized: css('control'),
          focusRing: css('focus'),
        },
      },
    },
  },
});

export const system = createSystem(styleProps, config);

/** For an app mounted inside a page whose shell already put the global styles: context only. */
export const embeddedSystem: typeof system = { ...system, _global: [] };

import type { MapColor, MapSource } from './view.ts';

const LIGHT = {
  sea: '#dbe6ea',
  land: '#f4f1ea',
  border: '#b9b5aa',
  street: '#fff',
  road: '#f6dfa8',
  kerb: '#d3cdbf',
  path: '#b49a72',
  gravel: '#d9c39a',
  built: '#ebe6dc',
  farmland: '#f3eedb',
  grass: '#dfe8cd',
  wood: '#c3d8b4',
  park: '#cfe3bd',
  sand: '#f3e7bf',
  water: '#c3d9e2',
  building: '#dcd4c6',
  rail: '#a7a49d',
  contour: '#94693b',
  height: '#74502a',
};
const DARK = {
  sea: '#16242b',
  land: '#1d2723',
  border: '#4a5650',
  street: '#3b4842',
  road: '#5c5233',
  kerb: '#121a17',
  path: '#7d6f55',
  gravel: '#5d5340',
  built: '#232e29',
  farmland: '#22291f',
  grass: '#212f22',
  wood: '#1d3424',
  park: '#233a27',
  sand: '#38341f',
  water: '#1b3440',
  building: '#303b36',
  rail: '#5f665f',
  contour: '#8a714f',
  height: '#c4a77c',
};

/** Colours of the map, read from the page's tokens so that it follows light and dark. */
export interface Palette extends Record<MapColor | keyof typeof LIGHT, string> {
  dark: boolean;
  halo: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  const dark = style.colorScheme === 'dark';
  return {
    dark,
    ...(dark ? DARK : LIGHT),
    label: token('--wm-ink', '#17211e'),
    muted: token('--wm-muted', '#56615c'),
    halo: token('--wm-paper', '#fbfaf7'),
    track: token('--wm-blaze', '#d6451b'),
    casing: token('--wm-paper', '#fbfaf7'),
    range: token('--wm-sky', '#1f6fa8'),
    moss: token('--wm-moss', '#2f6b4f'),
    sun: token('--wm-sun', '#b7791f'),
    danger: token('--wm-danger', '#b3173b'),
  };
}

/** Light pictures cover this much of the dark ground in the dark scheme. */
export const DIMMED_OPACITY = 0.62;

/** How the pictures of a source are drawn: its own dark ones, or the light ones dimmed in the dark. */
export function pictureLook(
  { url, darkUrl }: Pick<MapSource, 'url' | 'darkUrl'>,
  { dark }: Pick<Palette, 'dark'>,
): { url: string; opacity: number } {
  return { url: (dark && darkUrl) || url, opacity: dark && !darkUrl ? DIMMED_OPACITY : 1 };
}

/** Dark lines on a dimmed light picture, which is neither as light as paper nor dark. */
const ON_DIMMED_PICTURE = { contour: '#5e4424', height: '#3f2b14', halo: '#b3b6b3' };

/** Contour lines and their heights on a background. */
export const contourColors = (
  { dark, contour, height, halo }: Palette,
  { kind, darkUrl }: Pick<MapSource, 'kind' | 'darkUrl'>,
): { contour: string; height: string; halo: string } =>
  dark && kind === 'raster' && !darkUrl ? ON_DIMMED_PICTURE : { contour, height, halo };

export const colorOf = (palette: Palette, color: MapColor | { light: string; dark: string }): string =>
  typeof color === 'string' ? palette[color] : palette.dark ? color.dark : color.light;

/** Calls back when the page changes between light and dark. @returns the function that ends it */
export function onPaletteChange(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(listener);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  query.addEventListener('change', listener);
  return () => {
    watcher.disconnect();
    query.removeEventListener('change', listener);
  };
}

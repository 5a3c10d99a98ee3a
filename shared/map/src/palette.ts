const LIGHT = { sea: '#dbe6ea', land: '#f4f1ea', border: '#b9b5aa' };
const DARK = { sea: '#16242b', land: '#1d2723', border: '#4a5650' };

/** Colours of the map, read from the page's tokens so that it follows light and dark. */
export interface Palette {
  dark: boolean;
  sea: string;
  land: string;
  border: string;
  label: string;
  halo: string;
  track: string;
  casing: string;
  range: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  const dark = style.colorScheme === 'dark';
  return {
    dark,
    ...(dark ? DARK : LIGHT),
    label: token('--wm-muted', '#56615c'),
    halo: token('--wm-paper', '#fbfaf7'),
    track: token('--wm-blaze', '#d6451b'),
    casing: token('--wm-paper', '#fbfaf7'),
    range: token('--wm-sky', '#1f6fa8'),
  };
}

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

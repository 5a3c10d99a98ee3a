import { withLinkKey } from '@waymark/api-contract/link-key';
import type { MeasurementSystem } from '@waymark/units';

export const SIZES = [
  { key: 'small', width: 360, height: 360 },
  { key: 'medium', width: 560, height: 440 },
  { key: 'large', width: 800, height: 560 },
] as const;
export type SizeKey = (typeof SIZES)[number]['key'] | 'own';

export interface SnippetOptions {
  /** Pixels. */
  width: number;
  height: number;
  /** As each visitor has it without. */
  units: MeasurementSystem | 'visitor';
  theme: 'light' | 'dark' | 'visitor';
}

/** Less than so many pixels show nothing useful. */
export const MIN_PIXELS = { width: 240, height: 240 };
export const MAX_PIXELS = { width: 2000, height: 2000 };

/** Address of the embedded page. @param key of the route's link, where it is accessible by link */
export function embedAddress(
  id: number,
  { units, theme }: SnippetOptions,
  key: string | null,
  origin = '',
): string {
  const wishes = new URLSearchParams({
    ...(units !== 'visitor' && { units }),
    ...(theme !== 'visitor' && { theme }),
  }).toString();
  return withLinkKey(`${origin}/routes/view/embedded/${id}${wishes && `?${wishes}`}`, key);
}

/** What a website's page takes in: any name of a route stays text. */
export function createSnippet(
  route: { id: number; name: string },
  options: SnippetOptions,
  key: string | null,
  origin: string,
): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const attributes = {
    src: embedAddress(route.id, options, key, origin),
    width: String(options.width),
    height: String(options.height),
    title: route.name,
    loading: 'lazy',
    style: 'border:0;max-width:100%',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}

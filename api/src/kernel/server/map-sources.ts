import { MapSourceSetting, OFFLINE_BASEMAP } from '@waymark/api-contract';
import { z } from 'zod';

const EXAMPLE =
  '[{"type": "roadmap", "kind": "raster", "url": "https://tiles.example/{z}/{x}/{y}.png", "maxZoom": 19, "attribution": "© Example"}]';
const PLACES = ['{z}', '{x}', '{y}'];

const Address = z.string().superRefine((url, context) => {
  const missing = PLACES.filter((place) => !url.includes(place));
  if (missing.length > 0) context.addIssue(`lacks ${missing.join(', ')}.`);
  const filled = url.replaceAll(/\{[zxy]\}/g, '0');
  if (/[{}]/.test(filled)) context.addIssue('may hold {z}, {x} and {y} between braces and nothing else.');
  const own = url.startsWith('/') && !url.startsWith('//');
  const origin = /^https?:\/\/([^/]+)\//.exec(url)?.[1];
  if (!own && (!origin || origin.includes('{') || !URL.canParse(filled)))
    context.addIssue('begins with https://, http:// or, for tiles of this site, with /.');
});

const Sources = z
  .array(
    MapSourceSetting.extend({
      url: Address,
      attribution: z.string().trim().min(1, 'is empty: say whose map it is.'),
    }).strict(),
  )
  .superRefine((sources, context) => {
    for (const [i, { type }] of sources.entries())
      if (sources.findIndex((other) => other.type === type) < i)
        context.addIssue(`has two sources of type ${type}.`);
  });

/**
 * The backgrounds of maps as `MAP_SOURCES` names them. Without a road map there the one that comes along is offered.
 * @param fail hears what is wrong, a sentence
 */
export function readMapSources(text: string, fail: (message: string) => void): MapSourceSetting[] {
  let value: unknown;
  try {
    value = text.trim() === '' ? [] : JSON.parse(text);
  } catch {
    fail(`is not JSON. Write a list like ${EXAMPLE}.`);
    return [];
  }
  const sources = Sources.safeParse(value);
  if (sources.success)
    return sources.data.some(({ type }) => type === 'roadmap')
      ? sources.data
      : [OFFLINE_BASEMAP, ...sources.data];
  for (const { path, message } of sources.error.issues) {
    const [index, ...field] = path;
    const where =
      index === undefined
        ? ''
        : `source ${Number(index) + 1}${field.map((one) => `, ${String(one)}`).join('')}: `;
    fail(where + message);
  }
  if (!Array.isArray(value)) fail(`Write a list like ${EXAMPLE}.`);
  return [];
}

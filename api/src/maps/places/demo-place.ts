import type { GeocodeAnswer, PlaceSuggestion } from '@waymark/api-contract';
import { normalizeText } from '../../kernel/normalize-text.ts';
import { TOWN_CENTER, TOWN_NAME } from '../demo-town.ts';
import { offersDemoTown } from '../demo-town.ts';
import type { Env } from '../../kernel/server/env.ts';

/** Shorter prefixes match too many names. */
const MIN_LENGTH = 3;
/** Degrees from the middle to beyond its last street. */
const REACH = 0.04;

type Settings = Pick<Env, 'ROUTING_DEMO' | 'ROUTING_URL' | 'DEMO'>;

const isMeant = (env: Settings, text: string): boolean => {
  const typed = normalizeText(text);
  return offersDemoTown(env) && typed.length >= MIN_LENGTH && normalizeText(TOWN_NAME).startsWith(typed);
};

/** The invented town has no page, and no list of cities knows it: it is a place and nothing more. */
const SUGGESTION: PlaceSuggestion = {
  value: `${TOWN_CENTER.lat},${TOWN_CENTER.lng}`,
  label: TOWN_NAME,
  locality: TOWN_NAME,
  isCity: false,
  isRegion: false,
  isState: false,
  isCountry: false,
  geoname_id: null,
  path: null,
};
const CENTER = [TOWN_CENTER.lng, TOWN_CENTER.lat];
const FEATURE: GeocodeAnswer['features'][number] = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: CENTER },
  center: CENTER,
  properties: {
    display_name: TOWN_NAME,
    name: TOWN_NAME,
    locality: TOWN_NAME,
    region: '',
    country: '',
    geoname_id: null,
  },
};

/** The invented town where it is offered and its name begins as was typed; else nothing. */
export const demoSuggestions = (env: Settings, text: string): PlaceSuggestion[] =>
  isMeant(env, text) ? [SUGGESTION] : [];
export const demoFeatures = (env: Settings, text: string): (typeof FEATURE)[] =>
  isMeant(env, text) ? [FEATURE] : [];

/** The invented town at a place within it, where it is offered. */
export function demoFeatureAt(env: Settings, lat: number, lng: number): typeof FEATURE | null {
  const away = Math.max(Math.abs(lat - TOWN_CENTER.lat), Math.abs(lng - TOWN_CENTER.lng));
  return offersDemoTown(env) && away <= REACH ? FEATURE : null;
}

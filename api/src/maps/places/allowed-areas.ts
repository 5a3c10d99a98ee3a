import { normalizeText } from '../../kernel/normalize-text.ts';
import type { Places, Spot } from './places.ts';

interface Named {
  /** The folded name with a space before and behind; another name follows after a line break, as it is. */
  padded: string;
  short: string;
  population: number;
  spot: Spot;
  country: number;
}

/** Which states and countries the words after a name allow: `tx`, `texas`, `us`, `united states`. */
export interface Rules {
  places: Places;
  states: readonly Named[];
  countries: readonly Named[];
  /** For each condition the states (with those of a named country) and the countries that satisfy it. */
  conditions: { states: Uint8Array; countries: Uint8Array }[];
}

type Group = { name: string; other: string; population: number } & Spot;
const common = ({ name, other, population, lat, lng }: Group) => ({
  padded: [name, other].map((text) => (text ? ` ${normalizeText(text)} ` : '')).join('\n'),
  population,
  spot: { lat, lng },
});

const known = new WeakMap<Places, Pick<Rules, 'states' | 'countries'>>();

function namesOf(places: Places) {
  let names = known.get(places);
  if (!names) {
    names = {
      states: places.data.states.map((state) => ({
        ...common(state),
        short: normalizeText(state.short),
        country: state.country,
      })),
      countries: places.data.countries.map((country, index) => ({
        ...common(country),
        short: country.code.toLowerCase(),
        country: index,
      })),
    };
    known.set(places, names);
  }
  return names;
}

/** @returns null when one of the words names nothing */
export function rulesOf(places: Places, within: readonly string[]): Rules | null {
  const names = namesOf(places);
  const fits = ({ padded, short }: Named, text: string) =>
    short === text || (text.length > 2 && (padded.startsWith(text, 1) || padded.includes(`\n ${text}`)));
  const conditions: Rules['conditions'] = [];
  for (const text of within) {
    const countries = new Uint8Array(names.countries.length);
    const states = new Uint8Array(names.states.length);
    for (let i = 0; i < countries.length; i++) if (fits(names.countries[i]!, text)) countries[i] = 1;
    for (let i = 0; i < states.length; i++) {
      const state = names.states[i]!;
      if (countries[state.country] || fits(state, text)) states[i] = 1;
    }
    if (!states.includes(1) && !countries.includes(1)) return null;
    conditions.push({ countries, states });
  }
  return { places, ...names, conditions };
}

/** Whether a place lies in all that was named. */
export const isAllowed = (
  { places, states, conditions }: Rules,
  kind: 'city' | 'state' | 'country',
  index: number,
) =>
  conditions.every((condition) => {
    if (kind === 'country') return condition.countries[index];
    if (kind === 'state') return condition.countries[states[index]!.country];
    return condition.states[places.data.state[index]!] || condition.countries[places.data.country[index]!];
  });

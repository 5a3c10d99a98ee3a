import { z } from 'zod';
import type { Call } from './common.ts';
import { geoEndpoints } from './endpoints/members.ts';

const Code = z.object({ en: z.string().nullable() });

/** Where a visitor seems to be, in the form the footer reads. Null where it is not known. */
export const GeoLookup = z.object({ CountryISOCode: Code, StateISOCode: Code });
export type GeoLookup = z.infer<typeof GeoLookup>;

export const geoCalls = {
  lookup: { ...geoEndpoints.lookup, summary: 'Country and state of the caller', response: GeoLookup },
} satisfies Record<keyof typeof geoEndpoints, Call>;

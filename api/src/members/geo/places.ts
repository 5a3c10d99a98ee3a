import { open, type CityResponse } from 'maxmind';
import type { Env } from '../../kernel/server/env.ts';

export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** ISO 3166-2 part after the country, for instance 'CA' for California. */
  state: string | null;
}

/** Finds the place of an address. */
export type FindPlace = (address: string) => Place;

const NOWHERE: Place = { country: null, state: null };

/**
 * Reads an MMDB file once; an address that it does not know, or that is none, is nowhere.
 * @throws Error naming the file when it cannot be read
 */
export async function placesOf(file: string | undefined): Promise<FindPlace> {
  if (!file) return () => NOWHERE;
  const reader = await open<CityResponse>(file).catch((error: unknown) => {
    throw new Error(
      `GEO_MMDB: ${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  });
  return (address) => {
    try {
      const found = reader.get(address);
      return { country: found?.country?.iso_code ?? null, state: found?.subdivisions?.[0]?.iso_code ?? null };
    } catch {
      return NOWHERE;
    }
  };
}

let current: { file: string | undefined; find: Promise<FindPlace> } | undefined;

/** The place of an address by the site's MMDB, which is read once; nowhere without one. */
export async function findPlaceOfAddress(env: Pick<Env, 'GEO_MMDB'>, address: string): Promise<Place> {
  if (current?.file !== env.GEO_MMDB || !current)
    current = { file: env.GEO_MMDB, find: placesOf(env.GEO_MMDB) };
  return (await current.find)(address);
}

import { readFileSync } from 'node:fs';
import { ConsentDefinition, ConsentKind, type ConsentMatrix } from '@waymark/api-contract';
import { z } from 'zod';
import { dataRegionOf } from '../geo/countries.ts';
import type { Env } from '../kernel/server/env.ts';

const Age = z.number().int().min(11).max(21);
const Country = z.string().regex(/^[A-Z]{2}$/);

const RegionFile = z.object({
  id: z.string().regex(/^(US|EU1|EU2|US-[A-Z]{2})$/),
  min_age: Age,
  honours_gpc: z.boolean(),
  consents: z.record(z.string(), ConsentKind),
});

/** The file that an operator edits: what is asked for, and which region asks for what in which way. */
const MatrixFile = z
  .object({
    version: z.number().int().positive(),
    effective_from: z.iso.date(),
    consents: z.record(z.string(), ConsentDefinition.omit({ id: true, kind: true })),
    regions: z.array(RegionFile),
    min_ages: z.record(Country, Age),
    /** Below this age nothing optional is on until the member switches it on; by country where it is not the usual one. */
    protected_age: Age.default(16),
    protected_ages: z.record(Country, Age).default({}),
  })
  .superRefine(({ version, consents, regions }, context) => {
    for (const id of ['US', 'EU1', 'EU2'])
      if (!regions.some((region) => region.id === id)) context.addIssue(`The region ${id} is missing.`);
    for (const region of regions)
      for (const id of Object.keys(region.consents))
        if (!consents[id]) context.addIssue(`${region.id} asks for "${id}", which is not described.`);
    for (const [id, { changed_in }] of Object.entries(consents))
      if (changed_in > version) context.addIssue(`"${id}" changed in a later version than the file's.`);
  });

/** Where somebody lives, as far as known. */
export interface Residence {
  country: string | null;
  state: string | null;
}

/** The consent matrix of this site. */
export interface Matrix {
  version: number;
  regions: readonly ConsentMatrix[];
  /** What applies to a residence; an unknown country gets the strictest. */
  forResidence(residence: Residence): ConsentMatrix;
  /** A region by its id or a country by its code; null when there is neither. */
  find(id: string): ConsentMatrix | null;
  minAgeIn(country: string | null): number;
  /** The age below which members are protected; an unknown country gets the highest. */
  protectedAgeIn(country: string | null): number;
}

const STRICTEST = 'EU1';

function readMatrix(file: string | URL): Matrix {
  const data = MatrixFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const regions = data.regions.map(({ id, min_age, honours_gpc, consents }): ConsentMatrix => ({
    id,
    version: data.version,
    effective_from: data.effective_from,
    min_age,
    honours_gpc,
    consents: Object.entries(consents).map(([consent, kind]) =>
      Object.assign({ id: consent, kind }, data.consents[consent]!),
    ),
  }));
  const byId = new Map(regions.map((region) => [region.id, region]));
  const forResidence = ({ country, state }: Residence): ConsentMatrix => {
    const code = country?.toUpperCase();
    const ofState = code && state ? byId.get(`${code}-${state.toUpperCase()}`) : undefined;
    const region = ofState ?? byId.get(code ? dataRegionOf(code) : STRICTEST) ?? byId.get(STRICTEST)!;
    const min_age = (code && data.min_ages[code]) || region.min_age;
    return min_age === region.min_age ? region : { ...region, min_age };
  };
  return {
    version: data.version,
    regions,
    forResidence,
    find(id) {
      const code = id.toUpperCase();
      return (
        byId.get(code) ?? (/^[A-Z]{2}$/.test(code) ? forResidence({ country: code, state: null }) : null)
      );
    },
    minAgeIn: (country) => forResidence({ country, state: null }).min_age,
    protectedAgeIn: (country) =>
      country === null
        ? Math.max(data.protected_age, ...Object.values(data.protected_ages))
        : (data.protected_ages[country.toUpperCase()] ?? data.protected_age),
  };
}

const DEFAULT_FILE = new URL('matrix.json', import.meta.url);
const matrices = new Map<string, Matrix>();

/** The matrix of this site, read once. @throws Error naming what is wrong with the operator's file */
export function matrixOf({ CONSENT_MATRIX_FILE }: Pick<Env, 'CONSENT_MATRIX_FILE'>): Matrix {
  const file = CONSENT_MATRIX_FILE ?? DEFAULT_FILE;
  let matrix = matrices.get(String(file));
  if (!matrix) {
    try {
      matrix = readMatrix(file);
    } catch (cause) {
      const reason =
        cause instanceof z.ZodError ? cause.issues.map(({ message }) => message).join(' ') : String(cause);
      throw new Error(`CONSENT_MATRIX_FILE: ${String(file)} cannot be used. ${reason}`, { cause });
    }
    matrices.set(String(file), matrix);
  }
  return matrix;
}

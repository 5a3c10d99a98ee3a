import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConsentDefinition, ConsentKind, type ConsentMatrix } from '@waymark/api-contract';
import { US_STATES } from '@waymark/units';
import { z } from 'zod';
import { europeanRegionOf } from '../geo/countries.ts';
import type { Env } from '../../kernel/server/env.ts';

/** Consents that the product reads: each matrix describes them, and each region says how it asks for them. */
export const SALE_SHARE = 'sale_share';
const PRODUCT_CONSENTS = ['health', 'analytics', 'captcha', 'marketing_email', SALE_SHARE];
/** Consents to what happens in a browser, whoever uses it: refused there, it is refused for members who log in there. */
export const BROWSER_CONSENTS: ReadonlySet<string> = new Set(['analytics', 'captcha', SALE_SHARE]);

const Age = z.number().int().min(11).max(21);
const Country = z.string().regex(/^[A-Z]{2}$/);

const RegionFile = z.object({
  /** A data region, a country or a state: EU1, US, US-WA, BR. */
  id: z.string().regex(/^(EU[12]|[A-Z]{2}(-[A-Z]{2})?)$/),
  min_age: Age,
  honours_gpc: z.boolean(),
  consents: z.record(z.string(), ConsentKind),
});

const ConsentFile = ConsentDefinition.omit({ id: true, kind: true }).extend({
  refused_by_gpc: z.boolean().optional(),
  /** Regions and countries whose law lets nobody below the protected age consent to it: there they are not asked. */
  adults_only_in: z.array(z.string()).default([]),
});

/** The file that an operator edits: what is asked for, and which region asks for what in which way. */
const MatrixFile = z
  .object({
    version: z.number().int().positive(),
    effective_from: z.iso.date(),
    consents: z.record(z.string(), ConsentFile),
    regions: z.array(RegionFile),
    min_ages: z.record(Country, Age),
    /** Below this age nothing optional is on until the member switches it on; by country where it is not the usual one. */
    protected_age: Age.default(16),
    protected_ages: z.record(Country, Age).default({}),
    /** Where the law asks for a lasting link to the choices: countries and states, such as US-CA. */
    privacy_choices_link: z.array(z.string()).default([]),
  })
  .superRefine(({ version, consents, regions }, context) => {
    for (const id of ['US', 'EU1', 'EU2'])
      if (!regions.some((region) => region.id === id)) context.addIssue(`The region ${id} is missing.`);
    for (const id of PRODUCT_CONSENTS)
      if (!consents[id]) context.addIssue(`"${id}" is not described: the product depends on it.`);
    for (const region of regions) {
      for (const id of Object.keys(region.consents))
        if (!consents[id]) context.addIssue(`${region.id} asks for "${id}", which is not described.`);
      for (const id of Object.keys(consents))
        if (!region.consents[id])
          context.addIssue(
            `${region.id} does not say how it asks for "${id}": ${ConsentKind.options.join(', ')}.`,
          );
    }
    for (const [id, { changed_in }] of Object.entries(consents))
      if (changed_in > version) context.addIssue(`"${id}" changed in a later version than the file's.`);
  });

/** Where somebody lives, as far as known. */
export interface Residence {
  country: string | null;
  state: string | null;
}

export interface MatrixOptions {
  /** Somebody who is or was protected for their age. */
  isProtected?: boolean;
  /** Somebody whom what is for adults alone is not asked for; whoever is protected unless given. */
  isMinor?: boolean;
}

/** The consent matrix of this site. */
export interface Matrix {
  version: number;
  /** Changes with anything in the file, and with what applies where the state is unknown. */
  contentHash: string;
  regions: readonly ConsentMatrix[];
  /**
   * What applies to a residence. Countries without rules of their own, and an unknown one, get the strictest; so does,
   * for each consent, an unknown state where the states differ. Below the protected age what others have to refuse is
   * asked for as in the strictest region.
   */
  forResidence(residence: Residence, options?: MatrixOptions): ConsentMatrix;
  /** The country has states with rules of their own, and it is not known which state applies. */
  isStateMissing(residence: Residence): boolean;
  /** A region by its id or a country by its code; null when there is neither. */
  find(id: string): ConsentMatrix | null;
  minAgeIn(residence: Residence): number;
  /** The age below which members are protected; an unknown country gets the highest. */
  protectedAgeIn(country: string | null): number;
  /** Whether the law asks for a lasting link to the choices; of a country whose state is unknown, whether any state's does. */
  hasPrivacyChoicesLink(residence: Residence): boolean;
}

const STRICTEST = 'EU1';

function readMatrix(file: string | URL): Matrix {
  const text = readFileSync(file, 'utf8');
  const data = MatrixFile.parse(JSON.parse(text));
  function define(id: string, kind: ConsentDefinition['kind']): ConsentDefinition {
    const { title, text, consequence, blocks, legal_pages, changed_in, refused_by_gpc } = data.consents[id]!;
    return {
      id,
      kind,
      title,
      text,
      consequence,
      blocks,
      legal_pages,
      changed_in,
      refused_by_gpc: refused_by_gpc ?? id === SALE_SHARE,
    };
  }
  const regions = data.regions.map(({ id, min_age, honours_gpc, consents }): ConsentMatrix => ({
    id,
    version: data.version,
    effective_from: data.effective_from,
    min_age,
    honours_gpc,
    consents: Object.entries(consents).map(([consent, kind]) => define(consent, kind)),
  }));
  const byId = new Map(regions.map((region) => [region.id, region]));
  const strictest = byId.get(STRICTEST)!;
  const strictestKinds = new Map(strictest.consents.map(({ id, kind }) => [id, kind]));

  const statesOf = (code: string): ConsentMatrix[] => regions.filter(({ id }) => id.startsWith(`${code}-`));

  /** A code that is no state says nothing of where somebody lives. */
  const isState = (country: string, state: string | null): boolean =>
    state !== null && (country !== 'US' || US_STATES.includes(state.toUpperCase()));

  const isStateMissing = ({ country, state }: Residence): boolean =>
    country !== null &&
    statesOf(country.toUpperCase()).length > 0 &&
    !isState(country.toUpperCase(), state || null);

  /** The regions that somebody may live in: several where their state is unknown and the states differ. */
  function findRegions(residence: Residence): readonly [ConsentMatrix, ...ConsentMatrix[]] {
    const code = residence.country?.toUpperCase();
    if (!code) return [strictest];
    const region = byId.get(code) ?? byId.get(europeanRegionOf(code) ?? STRICTEST) ?? strictest;
    if (isStateMissing(residence)) return [region, ...statesOf(code)];
    return [byId.get(`${code}-${residence.state?.toUpperCase()}`) ?? region];
  }

  /** Of each consent the strictest way in which one of some regions asks for it. */
  function combine([region, ...others]: readonly [ConsentMatrix, ...ConsentMatrix[]]): ConsentMatrix {
    if (others.length === 0) return region;
    const all = [region, ...others];
    return {
      ...region,
      min_age: Math.max(...all.map(({ min_age }) => min_age)),
      honours_gpc: all.some(({ honours_gpc }) => honours_gpc),
      consents: region.consents.map(({ id }) => {
        const kinds = new Set(all.map(({ consents }) => consents.find((one) => one.id === id)?.kind));
        return define(
          id,
          ConsentKind.options.find((kind) => kinds.has(kind))!,
        );
      }),
    };
  }

  function forResidence(
    residence: Residence,
    { isProtected = false, isMinor = isProtected }: MatrixOptions = {},
  ): ConsentMatrix {
    const { country } = residence;
    const candidates = findRegions(residence);
    const region = combine(candidates);
    const min_age = data.min_ages[country?.toUpperCase() ?? ''] ?? region.min_age;
    if (!isProtected && !isMinor) return min_age === region.min_age ? region : { ...region, min_age };
    const isWithheld = (id: string) =>
      isMinor &&
      data.consents[id]!.adults_only_in.some(
        (place) => place === country?.toUpperCase() || candidates.some((candidate) => candidate.id === place),
      );
    return {
      ...region,
      min_age,
      consents: region.consents
        .filter(({ id }) => !isWithheld(id))
        .map((consent) =>
          consent.kind === 'opt_out'
            ? define(consent.id, strictestKinds.get(consent.id) ?? 'optional')
            : consent,
        ),
    };
  }

  const countriesWithStates = new Set(
    regions.filter(({ id }) => id.includes('-')).map(({ id }) => id.slice(0, 2)),
  );
  const ofUnknownStates = [...countriesWithStates].map((country) => forResidence({ country, state: null }));

  return {
    version: data.version,
    contentHash: createHash('sha256')
      .update(JSON.stringify([data, ofUnknownStates]))
      .digest('base64url'),
    regions,
    forResidence,
    isStateMissing,
    find(id) {
      const code = id.toUpperCase();
      return (
        byId.get(code) ?? (/^[A-Z]{2}$/.test(code) ? forResidence({ country: code, state: null }) : null)
      );
    },
    minAgeIn: (residence) => forResidence(residence).min_age,
    protectedAgeIn: (country) =>
      country === null
        ? Math.max(data.protected_age, ...Object.values(data.protected_ages))
        : (data.protected_ages[country.toUpperCase()] ?? data.protected_age),
    hasPrivacyChoicesLink({ country, state }) {
      const code = country?.toUpperCase() ?? '';
      const isIn = (place: string) =>
        state === null ? place.startsWith(`${code}-`) : place === `${code}-${state.toUpperCase()}`;
      return data.privacy_choices_link.some((place) => place === code || isIn(place));
    },
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

/**
 * Without the consents that this installation has no use for: nothing is sold or shared where the operator has
 * configured neither ads nor partners.
 */
export function omitUnusedConsents(
  matrix: ConsentMatrix,
  { HOUSE_ADS_DIR, PARTNERS_FILE }: Pick<Env, 'HOUSE_ADS_DIR' | 'PARTNERS_FILE'>,
): ConsentMatrix {
  if (HOUSE_ADS_DIR !== undefined || PARTNERS_FILE !== undefined) return matrix;
  return { ...matrix, consents: matrix.consents.filter(({ id }) => id !== SALE_SHARE) };
}

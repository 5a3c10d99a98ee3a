import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Partner, PartnerLocation, PartnerSetting } from '@waymark/api-contract';
import { findAddressFault, operatorLink } from '@waymark/api-contract/outside-address';
import { z } from 'zod';
import type { Env } from '../../kernel/server/env.ts';
import { DEMO_PARTNER } from './demo.ts';

/** A partner as it is configured: with who may frame its pages. */
export type ConfiguredPartner = Partner & PartnerSetting;

const isOrigin = (text: string): boolean =>
  findAddressFault(text, ['https', 'loopback']) === null && new URL(text).origin === text;

function twice(values: readonly string[]): string | undefined {
  return values.find((value, i) => values.indexOf(value) < i);
}

const File = z
  .array(
    z
      .object({
        code: PartnerSetting.shape.code,
        name: z.string().trim().min(1, 'is empty.'),
        radius: z
          .number()
          .min(100, 'is in metres: at least 100.')
          .max(100_000, 'is in metres: at most 100,000.')
          .default(10_000),
        support_link: z
          .string()
          .refine(
            (text) => operatorLink(text) !== null,
            'begins with https://, mailto:, tel: or, for a page of this site, /.',
          )
          .nullable()
          .default(null),
        origins: z
          .array(z.string().refine(isOrigin, 'is an origin like https://app.hotel.example, without a path.'))
          .default([]),
        locations: z
          .array(
            PartnerLocation.extend({
              id: z
                .string()
                .regex(/^[\w-]{1,60}$/, 'has letters, digits, hyphens and underscores, at most 60.'),
              name: z.string().trim().min(1, 'is empty.'),
              address: z.string().default(''),
            }).strict(),
          )
          .min(1, 'names no house.')
          .superRefine((houses, context) => {
            const id = twice(houses.map((house) => house.id));
            if (id !== undefined) context.addIssue(`has two houses with the id ${id}.`);
          }),
      })
      .strict(),
  )
  .superRefine((partners, context) => {
    const code = twice(partners.map((partner) => partner.code));
    if (code !== undefined) context.addIssue(`has two partners with the code ${code}.`);
  });

/** @throws Error naming what is wrong in the file */
export function readPartners(file: string): ConfiguredPartner[] {
  const fail = (what: string) => new Error(`PARTNERS_FILE: ${file} ${what}`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fail(`cannot be read (${(error as Error).message}).`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}.`);
  }
  const partners = File.safeParse(value);
  if (partners.success) return partners.data;
  const issues = partners.error.issues.map(({ path: [index, ...field], message }) =>
    index === undefined ? message : `partner ${Number(index) + 1}${['', ...field].join(', ')}: ${message}`,
  );
  throw fail(`is no list of partners. ${issues.join(' ')}`);
}

const known = new Map<string, ConfiguredPartner[]>();

/** The partners of the site; with the demo an invented one that the file does not name. @throws Error as `readPartners` */
export function partnersOf({
  PARTNERS_FILE,
  DEMO,
}: Pick<Env, 'PARTNERS_FILE' | 'DEMO'>): ConfiguredPartner[] {
  const file = PARTNERS_FILE === undefined ? '' : path.resolve(PARTNERS_FILE);
  let partners = known.get(file);
  if (!partners) known.set(file, (partners = file === '' ? [] : readPartners(file)));
  return DEMO && partners.every(({ code }) => code !== DEMO_PARTNER.code)
    ? [...partners, DEMO_PARTNER]
    : partners;
}

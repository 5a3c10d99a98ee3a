import { type HouseAd, SERVICE_BASES } from '@waymark/api-contract';
import { outsideLink } from '@waymark/api-contract/outside-address';
import { sitePath } from '@waymark/api-contract/site-path';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Env } from '../../kernel/server/env.ts';

const MAX_IMAGE_BYTES = 300_000;
/** Each ad has its hour. Who is there has no part in the choice. */
const TURN_MS = 3_600_000;

const isTarget = (href: string): boolean => sitePath(href) !== null || outsideLink(href) !== null;

const AdEntry = z
  .object({
    title: z.string().trim().min(3).max(60),
    text: z.string().trim().max(120).default(''),
    label: z.string().trim().min(2).max(30).default('Learn more'),
    href: z
      .string()
      .max(500)
      .refine(isTarget, 'is a path of this site or an address that begins with https.'),
    /** A file of the folder: PNG, JPEG or WebP. */
    image: z.string().regex(/^[\w-][\w.-]{0,99}$/, 'is a file of the folder itself.'),
    /** What the picture shows; empty where the words say it. */
    alt: z.string().max(200).default(''),
    starts: z.iso.datetime().nullable().default(null),
    ends: z.iso.datetime().nullable().default(null),
  })
  .strict();
const AdsFile = z.array(AdEntry).min(1).max(50);

interface StoredAd {
  ad: HouseAd;
  starts: number;
  ends: number;
}
interface AdImage {
  bytes: Buffer;
  type: string;
}
export interface HouseAds {
  ads: readonly StoredAd[];
  images: ReadonlyMap<string, AdImage>;
}
const NO_ADS: HouseAds = { ads: [], images: new Map() };

/** By its first bytes: a file that only has the name of a picture is not sent as one. */
function imageTypeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 4).toString('latin1') === '\u0089PNG') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  return isRiff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : null;
}

/** Everything of the folder, in memory: there is little of it, and each page asks for it. @throws Error naming what is wrong */
export function readHouseAds({ HOUSE_ADS_DIR: folder }: Pick<Env, 'HOUSE_ADS_DIR'>): HouseAds {
  if (!folder) return NO_ADS;
  const fail = (what: string) => new Error(`HOUSE_ADS_DIR: ${what}`);
  const read = (name: string): Buffer => {
    try {
      return readFileSync(path.join(folder, name));
    } catch (error) {
      throw fail(`${name} cannot be read: ${(error as Error).message}`);
    }
  };
  let value: unknown;
  try {
    value = JSON.parse(read('ads.json').toString('utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? fail(`ads.json is no JSON: ${error.message}`) : error;
  }
  const parsed = AdsFile.safeParse(value);
  if (!parsed.success)
    throw fail(
      parsed.error.issues.map((issue) => `ads.json, ${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  const images = new Map<string, AdImage>();
  const ads = parsed.data.map(({ title, text, label, href, image, alt, starts, ends }): StoredAd => {
    const bytes = read(image);
    const type = imageTypeOf(bytes);
    if (!type) throw fail(`${image} is neither PNG nor JPEG nor WebP.`);
    if (bytes.length > MAX_IMAGE_BYTES) throw fail(`${image} has more than ${MAX_IMAGE_BYTES / 1000} kB.`);
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    images.set(name, { bytes, type });
    return {
      ad: { title, text, label, href, image: { url: `${SERVICE_BASES.ads}/images/${name}`, alt } },
      starts: starts ? Date.parse(starts) : -Infinity,
      ends: ends ? Date.parse(ends) : Infinity,
    };
  });
  return { ads, images };
}

/** The ad of this hour, of those whose time it is. */
export function currentAd({ ads }: Pick<HouseAds, 'ads'>, now: number): HouseAd | null {
  const running = ads.filter(({ starts, ends }) => starts <= now && now < ends);
  return running[Math.floor(now / TURN_MS) % running.length]?.ad ?? null;
}

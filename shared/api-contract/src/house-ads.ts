import { z } from 'zod';
import type { Call } from './common.ts';
import { houseAdEndpoints } from './endpoints/members.ts';

/** An ad of the operator's own. Who gets it is not told to anybody. */
export const HouseAd = z.object({
  title: z.string(),
  text: z.string(),
  /** What the link says. */
  label: z.string(),
  /** A path of this site or an address that begins with https. */
  href: z.string(),
  image: z.object({ url: z.string(), alt: z.string() }),
});
export type HouseAd = z.infer<typeof HouseAd>;

export const houseAdCalls = {
  current: {
    ...houseAdEndpoints.current,
    summary: 'The ad for the caller now; null for visitors and for members without ads',
    response: z.object({ ad: HouseAd.nullable() }),
  },
  image: {
    ...houseAdEndpoints.image,
    summary: 'Picture of an ad',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{16}$/) }),
  },
} satisfies Record<keyof typeof houseAdEndpoints, Call>;

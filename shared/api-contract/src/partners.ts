import { z } from 'zod';
import { type Call } from './common.ts';
import { partnerEndpoints } from './endpoints/routes.ts';

/** A house of a partner: routes are shown from its door. Degrees. */
export const PartnerLocation = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type PartnerLocation = z.infer<typeof PartnerLocation>;

/** `radius` in metres: how far from the door a route may start. */
export const Partner = z.object({
  code: z.string(),
  name: z.string(),
  radius: z.number(),
  /** Where a guest without a location is sent for help; null where the partner named nothing. */
  support_link: z.string().nullable(),
  locations: z.array(PartnerLocation),
});
export type Partner = z.infer<typeof Partner>;

export const partnerCalls = {
  /** Everyone may ask: what is in it is printed on the partner's own site. 404 for a partner that is not configured. */
  one: {
    ...partnerEndpoints.one,
    summary: 'A partner and its houses',
    params: z.object({ code: z.string().max(60) }),
    response: Partner,
  },
} satisfies Record<keyof typeof partnerEndpoints, Call>;

import { z } from 'zod';
import type { Call } from './common.ts';
import { healthDataEndpoints } from './endpoints/account.ts';

/** What is stored of a member's health data, and what became of a request to delete it. */
export const HealthDataStatus = z.object({
  /** The consent for it is asked for where they live and not given: it is neither taken nor shown. */
  is_hidden: z.boolean(),
  stored: z.object({
    /** Workouts with a heart rate or a training load. */
    workouts: z.number().int(),
    has_weight: z.boolean(),
    heart_rate_zones: z.number().int(),
    threshold_powers: z.number().int(),
    /** Uploaded files that are kept: heart rate and weight can be in each of them. */
    files: z.number().int(),
    /** Archives of the account that were made and have not expired. */
    archives: z.number().int(),
  }),
  deletion: z
    .object({
      requested_datetime: z.string(),
      /** Null while workouts and files are being cleared. */
      done_datetime: z.string().nullable(),
    })
    .nullable(),
});
export type HealthDataStatus = z.infer<typeof HealthDataStatus>;

export const healthDataCalls = {
  status: {
    ...healthDataEndpoints.status,
    summary: 'Which health data is stored, as counts',
    response: HealthDataStatus,
  },
  /** 409 `health_consent_given` while the consent holds. What the member stores after a new consent stays. */
  remove: {
    ...healthDataEndpoints.remove,
    summary: 'Delete all stored health data for good',
    response: HealthDataStatus,
  },
} satisfies Record<keyof typeof healthDataEndpoints, Call>;

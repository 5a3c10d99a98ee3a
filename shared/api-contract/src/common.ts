import { z } from 'zod';
import type { Endpoint } from './endpoints/endpoint.ts';
import type { ServiceName } from './services.ts';

/** A 53-bit, time-ordered id minted by the API: always a safe JSON number. */
export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** The same id where it travels as text: path parameters, query strings. */
export const IdText = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Path parameters of every call about one thing. */
export const IdParams = z.object({ id: IdText });

/**
 * An activity type where it travels as text. Their ids have four digits: a far larger one names none, does not fit the
 * database's column and would make tables as long as itself.
 */
export const ActivityTypeIdText = z.coerce
  .number()
  .int()
  .positive()
  .max(99_999, 'Choose an activity type from the list.');

const CALENDAR = /^(19|2[01])\d\d-/;
/** A day that a member's calendar may have: databases and dates of the runtime disagree on years without four digits. */
export const Day = z.iso
  .date({ message: 'Write the day as yyyy-mm-dd.' })
  .regex(CALENDAR, 'Choose a day between 1900 and 2199.');
export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write the month as yyyy-mm.')
  .regex(CALENDAR, 'Choose a month between 1900 and 2199.');

/** First day of the week, 0 for Sunday; the caller's own setting unless given. */
export const WeekStart = z.coerce.number().int().min(0).max(6).optional();

/** 0 Private (only me), 1 Friends, 3 Everyone, 6 Accessible by link. */
export const Privacy = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(6)]);
export type Privacy = z.infer<typeof Privacy>;

export const MeasurementSystem = z.enum(['metric', 'imperial']);

/** 0 is Sunday, 6 Saturday. */
export const Weekday = z.number().int().min(0).max(6);
/** The first day of weeks, in a query; that of the caller's settings unless given, Monday for visitors. */
export const WeekStartText = z.coerce.number().int().min(0).max(6).optional();

export const Link = z.object({ href: z.string(), id: z.string().optional(), name: z.string().optional() });
/** Links by relation, each a list, as in the main API: `{"user": [{"href": "...", "id": "42"}]}`. */
export const Links = z.record(z.string(), z.array(Link));
export type Links = z.infer<typeof Links>;

/**
 * The one error form of every service.
 * `error` is a stable code of `PROBLEM_CODES`, `parameters` what a sentence in another language fills in,
 * `error_description` an English sentence a person can act on. `diagnostics` has the sentences per field where there are
 * any, `field_problems` their codes in the same order.
 */
export const ErrorBody = z.object({
  status: z.number().int(),
  error: z.string(),
  error_description: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  diagnostics: z.record(z.string(), z.array(z.string())).optional(),
  field_problems: z
    .record(
      z.string(),
      z.array(
        z.object({
          code: z.string(),
          parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    )
    .optional(),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * Query of each read of one workout or route. With level 6 everybody but the owner needs the key of the link; a missing
 * or wrong one answers as if the thing did not exist, and any text is taken so that a damaged link answers the same.
 */
export const LinkKeyQuery = z.object({ key: z.string().optional() });

/**
 * The owner's view of the link to a workout or route. `key` is null unless the privacy level is 6, and where the thing
 * had level 6 before links carried keys: nobody else reads it until its owner makes a link.
 */
export const ShareLink = z.object({ privacy: Privacy, key: z.string().nullable() });
export type ShareLink = z.infer<typeof ShareLink>;

export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export const Done = z.object({ ok: z.literal(true) });

/**
 * One call of the API: the server registers it, a test can enumerate it, the OpenAPI document prints it. Where it goes
 * stands in `endpoints/`, which browsers load without the schemas. Pages outside every service have no `service`.
 */
export interface Call extends Omit<Endpoint, 'service'> {
  service?: ServiceName;
  summary: string;
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  /** The schema of the success answer; errors are always `ErrorBody`. */
  response?: z.ZodType;
  /** Takes files as multipart/form-data, which the handler reads from the request. */
  multipart?: true;
  /** Success status, 200 unless given. */
  status?: number;
}

import { z } from 'zod';
import { Id, IdParams, Links, MeasurementSystem, Privacy, type Call } from './common.ts';
import { EmailOptOuts } from './email-preferences.ts';
import { userEndpoints } from './endpoints/members.ts';
import { MultiLine, PublicName, SingleLine } from './text.ts';

export const Gender = z.enum(['F', 'M']);

export const Location = z.object({
  locality: SingleLine.max(120).optional(),
  region: SingleLine.max(120).optional(),
  country: z.string().max(2).optional(),
});

export const FirstDayOfWeek = z.union([z.literal(0), z.literal(1), z.literal(6)]);

const beats = z
  .number()
  .int('Zones are whole beats a minute.')
  .min(0, 'Heart rate is between 0 and 260.')
  .max(260, 'Heart rate is between 0 and 260.');

export const HeartRateZone = z.object({
  name: SingleLine,
  start: beats,
  end: beats,
});

/** What a member may leave unsaid. One definition for bodies and answers: what can be written can be read. */
const PersonalDetails = z.object({
  gender: Gender.nullable(),
  height: z
    .number()
    .min(0.4, 'Height is between 0.4 and 2.8 metres.')
    .max(2.8, 'Height is between 0.4 and 2.8 metres.')
    .nullable(),
  weight: z
    .number()
    .min(2, 'Weight is between 2 and 500 kilograms.')
    .max(500, 'Weight is between 2 and 500 kilograms.')
    .nullable(),
});

/** The member as they see themselves. Heights in metres, weights in kilograms. */
export const User = PersonalDetails.extend({
  id: Id,
  uacfUserId: z.string(),
  username: z.string(),
  /** A few words under the name, for instance `Trail runner`. */
  title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  display_name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  birthdate: z.string().nullable(),
  location: Location,
  time_zone: z.string(),
  /** Minutes east of Greenwich, now. */
  time_zone_offset: z.number().int(),
  preferred_language: z.string(),
  /** First day of the week wherever weeks are shown or counted: 0 Sunday, 1 Monday, 6 Saturday. */
  first_day_of_week: FirstDayOfWeek,
  date_joined: z.string(),
  display_measurement_system: MeasurementSystem,
  /** Activity types that the member does most, in their order. */
  favorite_activities: z.array(Id),
  goal_statement: z.string(),
  introduction: z.string(),
  sharing: z.record(z.string(), z.boolean()),
  /** Ways by which Waymark reaches the member: `email` beyond mails about the account, `push`. One that is absent is on. */
  communication: z.record(z.string(), z.boolean()),
  opt_outs: EmailOptOuts,
  default_privacy: z.object({ workout: Privacy, route: Privacy, profile: Privacy }),
  /**
   * There for young members: only friends write to them, and boards name them to friends only. `can_end`: they are old
   * enough to switch it off; it does not end by itself.
   */
  age_protection: z.enum(['on', 'can_end']).optional(),
  hrZones: z.array(HeartRateZone),
  profilePictureStatus: z.enum(['none', 'ready']),
  gdpr_iso_code: z.string().nullable(),
  /** Consents that hold now, by id, as answered for this version of the matrix. */
  consents: z.record(z.string(), z.boolean()),
  consent_matrix_version: z.number().int(),
  uacf_id: z.string().optional(),
  app_name: z.string(),
  loyalty_status: z.string().nullable(),
  has_sample_data: z.boolean(),
  _links: Links,
});
export type User = z.infer<typeof User>;

/** The member as others may see them. */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  title: z.string(),
  display_name: z.string(),
  location: Location,
  date_joined: z.string(),
  introduction: z.string(),
  profilePictureStatus: z.enum(['none', 'ready']),
  _links: Links,
});
export type PublicUser = z.infer<typeof PublicUser>;

/** Switches of one kind that a profile has, all changes together. */
export const SWITCHES_MAX = 100;
const Switches = z
  .record(z.string().max(40), z.boolean())
  .refine((all) => Object.keys(all).length <= SWITCHES_MAX, `Set at most ${SWITCHES_MAX} switches.`);

export const UserUpdate = PersonalDetails.extend({
  title: PublicName.max(60, 'Keep the title below 60 characters.'),
  first_name: PublicName.min(1, 'First name is required.').max(60),
  last_name: PublicName.min(1, 'Last name is required.').max(60),
  display_name: PublicName.min(1, 'Display name is required.').max(80),
  birthdate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Invalid date.'),
  location: Location,
  time_zone: z.string().max(64),
  preferred_language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Choose a language from the list.')
    .max(16),
  first_day_of_week: FirstDayOfWeek,
  display_measurement_system: MeasurementSystem,
  favorite_activities: z
    .array(Id.max(99_999, 'Choose activities from the list.'))
    .max(20, 'Choose at most 20 activities.'),
  goal_statement: MultiLine.max(1000),
  introduction: MultiLine.max(2000),
  sharing: Switches,
  communication: Switches,
  opt_outs: EmailOptOuts.partial(),
  default_privacy: z.object({ workout: Privacy, route: Privacy, profile: Privacy }),
  age_protection: z.literal('off'),
}).partial();
export type UserUpdate = z.infer<typeof UserUpdate>;

export const userCalls = {
  self: { ...userEndpoints.self, summary: 'The signed-in member', response: User },
  user: {
    ...userEndpoints.user,
    summary: 'A member, as privacy allows',
    params: IdParams,
    response: z.union([User, PublicUser]),
  },
  update: {
    ...userEndpoints.update,
    summary: 'Change the own profile',
    params: IdParams,
    body: UserUpdate,
    response: User,
  },
  photo: {
    ...userEndpoints.photo,
    summary: 'Replace the own picture (multipart field "photo")',
    multipart: true,
    params: IdParams,
    response: User,
  },
} satisfies Record<keyof typeof userEndpoints, Call>;

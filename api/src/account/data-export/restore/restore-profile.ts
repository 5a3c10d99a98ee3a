import { z } from 'zod';
import { activityType } from '@waymark/activities/catalogue';
import {
  EMAIL_KINDS,
  MultiLine,
  PublicName,
  SingleLine,
  SWITCHES_MAX,
  UserUpdate,
} from '@waymark/api-contract';
import { COUNTRY_CODES } from '../../../members/geo/countries.ts';
import { applyHealthConsent } from '../../../members/consents/health-data.ts';
import { protectYoungMember } from '../../../members/consents/protect-young-members.ts';
import { matrixOf } from '../../../members/consents/matrix.ts';
import type { Selectable } from 'kysely';
import type { Database, Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';
import { isLookAlike, isUsernameOf } from '../../../members/users/create-member.ts';
import { isOlderThanProtected } from '../../../members/users/age-protection.ts';
import { checkBirthdate } from '../../../members/users/check-birthdate.ts';
import { isTimeZone } from '../../../kernel/local-day.ts';
import type { ArchiveRow } from './check-row.ts';
import { archiveInvalid, RestoreProblem } from './restore-problem.ts';
import { stricterProfile } from './stricter-settings.ts';

const { shape } = UserUpdate;
const Text = SingleLine.max(200).nullable();
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Privacy = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(6)]);

/**
 * What of the profile comes back, with the rules of the form that changes it. Where the member lives stays as the new
 * account has it: the law that applies follows from it, and the consents were asked for by it.
 */
const ArchivedProfile = z.object({
  username: z.string().regex(/^[a-z0-9]{3,40}$/),
  first_name: SingleLine.max(60),
  last_name: SingleLine.max(60),
  display_name: SingleLine.min(1).max(130),
  title: SingleLine.max(200),
  gender: z.enum(['F', 'M']).nullable(),
  birthdate: z.iso.date().nullable(),
  height: shape.height.unwrap(),
  weight: shape.weight.unwrap(),
  locality: Text,
  region: Text,
  country: z
    .string()
    .refine((code) => COUNTRY_CODES.has(code))
    .nullable(),
  time_zone: z.string().refine(isTimeZone),
  preferred_language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i)
    .max(20),
  display_measurement_system: z.enum(['metric', 'imperial']),
  first_day_of_week: z.union([z.literal(0), z.literal(1), z.literal(6)]),
  favorite_activities: z
    .array(
      z
        .number()
        .int()
        .refine((id) => activityType(id) !== undefined),
    )
    .max(20),
  goal_statement: MultiLine.max(5000),
  introduction: MultiLine.max(5000),
  sharing: shape.sharing.unwrap(),
  communication: shape.communication.unwrap(),
  email_opt_outs: z.array(z.enum(EMAIL_KINDS)).max(50),
  workout_privacy: Privacy,
  route_privacy: Privacy,
  profile_privacy: Privacy,
  picture_version: z.number().int().positive().nullable(),
  has_sample_data: z.boolean(),
  created_at: Time,
  updated_at: Time,
});

const PRESENT_COLUMNS = [
  'first_name',
  'last_name',
  'display_name',
  'birthdate',
  'gdpr_iso_code',
  'us_state',
  'is_protected',
  'sharing',
  'communication',
  'email_opt_outs',
  'profile_privacy',
  'workout_privacy',
  'route_privacy',
] as const;
type Present = Pick<Selectable<Database['users']>, (typeof PRESENT_COLUMNS)[number]>;

/** No archive makes a young member older: what protects them stays. */
function acceptableBirthdate(
  { env, now }: Context,
  present: Present,
  archived: string | null,
): string | null {
  if (archived === null) return present.birthdate;
  try {
    checkBirthdate(
      archived,
      now(),
      matrixOf(env).minAgeIn({ country: present.gdpr_iso_code, state: present.us_state }),
    );
  } catch (error) {
    if (error instanceof ApiProblem) throw new RestoreProblem(error.message);
    throw error;
  }
  return isOlderThanProtected(env, present, archived, now()) ? present.birthdate : archived;
}

const NAMES = ['first_name', 'last_name', 'display_name'] as const;

/** A name that the form of the profile refuses, such as one that looks like another, stays as the new account has it. */
const acceptableNames = (present: Present, archived: Record<(typeof NAMES)[number], string>) =>
  Object.fromEntries(
    NAMES.map((name) => [name, PublicName.safeParse(archived[name]).data ?? present[name]]),
  ) as typeof archived;

const checkProfile = (row: ArchiveRow | undefined): z.infer<typeof ArchivedProfile> => {
  const { data, error } = ArchivedProfile.safeParse(row);
  if (!data) throw archiveInvalid(`users.${error.issues[0]?.path.join('.') ?? ''}`);
  return data;
};

const readPresent = (trx: Trx, userId: number): Promise<Present> =>
  trx.selectFrom('users').select(PRESENT_COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow();

/**
 * Writes the birthdate alone, and what follows from it: whether the member is protected, and whether their health data
 * may be stored. Call it before anything else of the archive is brought in.
 */
export async function restoreBirthdate(
  context: Context,
  trx: Trx,
  userId: number,
  row: ArchiveRow | undefined,
): Promise<void> {
  const birthdate = acceptableBirthdate(context, await readPresent(trx, userId), checkProfile(row).birthdate);
  await trx.updateTable('users').set({ birthdate }).where('id', '=', userId).execute();
  await protectYoungMember({ ...context, db: trx }, userId);
  await applyHealthConsent({ ...context, db: trx }, userId);
}

/**
 * Writes the profile of an archive over that of the new account; its username too where signing up with these names could
 * have given it and nobody else has it.
 * @returns the picture's version, null without a picture
 */
export async function restoreProfile(
  context: Context,
  trx: Trx,
  userId: number,
  row: ArchiveRow | undefined,
): Promise<number | null> {
  const { username, created_at, birthdate: _, picture_version, ...fields } = checkProfile(row);
  const present = await readPresent(trx, userId);
  const { sharing, communication, ...settings } = stricterProfile(present, fields);
  if ([sharing, communication].some((switches) => Object.keys(switches).length > SWITCHES_MAX))
    throw archiveInvalid('users.sharing');
  const plain = {
    ...fields,
    ...settings,
    ...acceptableNames(present, fields),
    picture_version,
  };
  await trx
    .updateTable('users')
    .set({
      ...plain,
      created_at: new Date(Math.min(created_at.getTime(), context.now().getTime())),
      sharing: JSON.stringify(sharing),
      communication: JSON.stringify(communication),
    })
    .where('id', '=', userId)
    .execute();
  // What a member shared elsewhere starts private here too, where their age protects them.
  if (present.is_protected) await context.publish(trx, 'youngMemberProtected', { userId });
  await trx
    .updateTable('users')
    .set({ weight: null })
    .where('id', '=', userId)
    .where('hides_health_data', '=', true)
    .execute();
  const couldHaveName = isUsernameOf(username, `${plain.first_name}${plain.last_name}`);
  if (couldHaveName && !(await isLookAlike(trx, username, userId)))
    await trx.updateTable('users').set({ username }).where('id', '=', userId).execute();
  const named = await trx
    .selectFrom('users')
    .select(['id', 'display_name', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await context.publish(trx, 'memberNamed', named);
  return picture_version;
}

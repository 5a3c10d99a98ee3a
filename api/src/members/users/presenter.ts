import type { ConsentStatus, Links, PublicUser, User } from '@waymark/api-contract';
import { DEFAULT_HEART_RATE_ZONES } from '@waymark/units';
import { presentOptOuts } from '../email-preferences/preferences.ts';
import { canEndProtection } from './age-protection.ts';
import type { MemberRow } from './find-member.ts';
import { isGranted } from '../consents/evaluate.ts';
import { findConsentStatus } from '../consents/status.ts';
import type { Context } from '../../kernel/server/context.ts';

declare module '../../kernel/server/questions.ts' {
  interface Questions {
    /** The status of a member whose points are counted; null for others. */
    loyaltyStatus: { asked: { id: number; time_zone: string }; answer: User['loyalty_status'] };
  }
}

const DEFAULT_ZONES = DEFAULT_HEART_RATE_ZONES.map(({ zone, min, max }) => ({
  name: `zone${zone}`,
  start: min,
  end: max,
}));

type PublicRow = Pick<
  MemberRow,
  | 'id'
  | 'username'
  | 'display_name'
  | 'title'
  | 'locality'
  | 'region'
  | 'country'
  | 'created_at'
  | 'introduction'
  | 'picture_version'
>;

const base = (path: string) => `/v7.1/${path}`;

export const PICTURE_SIZES = ['Small', 'Medium', 'Large'] as const;

function pictureLinks({ username, picture_version }: PublicRow): Links[string] {
  const version = picture_version === null ? '' : `&v=${picture_version}`;
  return PICTURE_SIZES.map((name) => ({
    href: `/profile/${encodeURIComponent(username)}/picture?size=${name}${version}`,
    name,
  }));
}

const locationOf = ({ locality, region, country }: PublicRow) => ({
  ...(locality && { locality }),
  ...(region && { region }),
  ...(country && { country }),
});

/** The member as others may see them. */
export function presentPublic(row: PublicRow): PublicUser {
  const id = String(row.id);
  return {
    id: row.id,
    username: row.username,
    title: row.title,
    display_name: row.display_name,
    location: locationOf(row),
    date_joined: row.created_at.toISOString(),
    introduction: row.introduction,
    profilePictureStatus: row.picture_version === null ? 'none' : 'ready',
    _links: {
      self: [{ href: base(`user/${id}/`), id }],
      workout: [{ href: base(`workout/?user=${id}`) }],
      image: pictureLinks(row),
    },
  };
}

/** Minutes that a place's clocks are ahead of UTC; 0 for a zone that the runtime does not know. */
function minutesEastOf(timeZone: string, now: Date): number {
  try {
    const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(name ?? '') ?? [];
    return hours ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) : 0;
  } catch {
    return 0;
  }
}

/** The member as they see themselves. Without their consent weight and zones are not shown to them either. */
export function presentSelf(
  { env, now }: Pick<Context, 'env' | 'now'>,
  row: MemberRow,
  status: ConsentStatus,
  loyaltyStatus: User['loyalty_status'],
): User {
  const granted = Object.fromEntries(status.consents.map(({ id, is_granted }) => [id, is_granted]));
  const mayShowHealth = isGranted(status, 'health');
  const shown = presentPublic(row);
  const privacy = (kind: string, level: number) => ({
    href: base(`privacy_option/${level}/`),
    id: String(level),
    name: kind,
  });
  return {
    ...shown,
    uacfUserId: String(row.id),
    gender: row.gender,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    birthdate: row.birthdate,
    height: row.height,
    weight: mayShowHealth ? row.weight : null,
    time_zone: row.time_zone,
    time_zone_offset: minutesEastOf(row.time_zone, now()),
    preferred_language: row.preferred_language,
    first_day_of_week: row.first_day_of_week,
    display_measurement_system: row.display_measurement_system,
    favorite_activities: row.favorite_activities,
    goal_statement: row.goal_statement,
    sharing: row.sharing,
    communication: row.communication,
    opt_outs: presentOptOuts(row.email_opt_outs),
    default_privacy: {
      workout: row.workout_privacy,
      route: row.route_privacy,
      profile: row.profile_privacy,
    },
    ...(row.is_protected && { age_protection: canEndProtection(env, row, now()) ? 'can_end' : 'on' }),
    hrZones: (mayShowHealth && row.zones) || DEFAULT_ZONES,
    gdpr_iso_code: row.gdpr_iso_code,
    consents: granted,
    consent_matrix_version: status.matrix_version,
    uacf_id: String(row.id),
    app_name: 'waymark',
    loyalty_status: loyaltyStatus,
    has_sample_data: row.has_sample_data,
    _links: {
      ...shown._links,
      privacy: [
        privacy('workout', row.workout_privacy),
        privacy('route', row.route_privacy),
        privacy('profile', row.profile_privacy),
      ],
      profile: [{ href: `/profile/${row.id}` }],
      route: [{ href: base(`route/?user=${row.id}`) }],
      email_search: [{ href: '/auth/find-user-by-email/{email}' }],
    },
  };
}

export async function findLoyaltyStatus(
  { ask }: Pick<Context, 'ask'>,
  { id, time_zone }: MemberRow,
): Promise<User['loyalty_status']> {
  const [status = null] = await ask('loyaltyStatus', { id, time_zone });
  return status;
}

/** A member as they see themselves, with what they consented to. */
export async function answerSelf(context: Context, row: MemberRow): Promise<User> {
  const [consents, loyalty] = await Promise.all([
    findConsentStatus(context, { userId: row.id }),
    findLoyaltyStatus(context, row),
  ]);
  return presentSelf(context, row, consents, loyalty);
}

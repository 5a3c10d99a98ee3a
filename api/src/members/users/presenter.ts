import type { Links, PublicUser, User } from '@waymark/api-contract';
import { DEFAULT_HEART_RATE_ZONES } from '@waymark/units';
import type { MemberRow } from './find-member.ts';

const DEFAULT_ZONES = DEFAULT_HEART_RATE_ZONES.map(({ zone, min, max }) => ({
  name: `zone${zone}`,
  start: min,
  end: max,
}));

const base = (path: string) => `/v7.1/${path}`;

export const PICTURE_SIZES = ['Small', 'Medium', 'Large'] as const;

function pictureLinks({ username, picture_version }: MemberRow): Links[string] {
  const version = picture_version === null ? '' : `&v=${picture_version}`;
  return PICTURE_SIZES.map((name) => ({
    href: `/profile/${encodeURIComponent(username)}/picture?size=${name}${version}`,
    name,
  }));
}

const locationOf = ({ locality, region, country }: MemberRow) => ({
  ...(locality && { locality }),
  ...(region && { region }),
  ...(country && { country }),
});

/** The member as others may see them. */
export function presentPublic(row: MemberRow): PublicUser {
  const id = String(row.id);
  return {
    id: row.id,
    username: row.username,
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

/** The member as they see themselves. */
export function presentSelf(row: MemberRow): User {
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
    weight: row.weight,
    time_zone: row.time_zone,
    preferred_language: row.preferred_language,
    display_measurement_system: row.display_measurement_system,
    goal_statement: row.goal_statement,
    sharing: row.sharing,
    communication: row.communication,
    default_privacy: {
      workout: row.workout_privacy,
      route: row.route_privacy,
      profile: row.profile_privacy,
    },
    hrZones: row.zones ?? DEFAULT_ZONES,
    gdpr_iso_code: row.gdpr_iso_code,
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

import { NOTIFICATION_KINDS } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../../kernel/database/tables.ts';
import { strictestOf } from '../../../members/visibility/policy.ts';

// Of a setting of the new account and the archived one the stricter holds: nothing that is off is switched on.

type Switches = Readonly<Record<string, boolean>>;

/** Switches that one of the two never had are as the other has them. */
function stricterSwitches(present: Switches, archived: Switches): Record<string, boolean> {
  const isOffIn = (switches: Switches, name: string) => switches[name] === false;
  const names = Object.keys({ ...present, ...archived });
  return Object.fromEntries(names.map((name) => [name, !isOffIn(present, name) && !isOffIn(archived, name)]));
}

type ProfileSettings = Pick<
  Selectable<Database['users']>,
  'sharing' | 'communication' | 'email_opt_outs' | 'profile_privacy' | 'workout_privacy' | 'route_privacy'
>;

export const stricterProfile = (present: ProfileSettings, archived: ProfileSettings): ProfileSettings => ({
  sharing: stricterSwitches(present.sharing, archived.sharing),
  communication: stricterSwitches(present.communication, archived.communication),
  email_opt_outs: [...new Set([...present.email_opt_outs, ...archived.email_opt_outs])],
  profile_privacy: strictestOf([present.profile_privacy, archived.profile_privacy]),
  workout_privacy: strictestOf([present.workout_privacy, archived.workout_privacy]),
  route_privacy: strictestOf([present.route_privacy, archived.route_privacy]),
});

export type Notifications = Pick<Selectable<Database['notification_settings']>, 'kinds' | 'email_digest'>;

const DIGESTS = ['off', 'weekly', 'daily'] as const;

export function stricterNotifications(present: Notifications, archived: Notifications): Notifications {
  const kinds = { ...present.kinds };
  for (const kind of NOTIFICATION_KINDS)
    if (archived.kinds[kind])
      kinds[kind] = stricterSwitches({ ...present.kinds[kind] }, { ...archived.kinds[kind] });
  return {
    kinds,
    email_digest: DIGESTS.find((digest) => [present.email_digest, archived.email_digest].includes(digest))!,
  };
}

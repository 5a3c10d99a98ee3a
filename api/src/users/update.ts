import { userCalls, type UserUpdate } from '@waymark/api-contract';
import type { Updateable } from 'kysely';
import { canonicalTimeZone, COUNTRY_CODES } from '../auth/countries.ts';
import { invalid, notAllowed, notFound } from '../server/errors.ts';
import { route } from '../server/route.ts';
import { loadsSoon } from '../stats/jobs.ts';
import { checkBirthdate } from './birthdate.ts';
import { canSeeProfile, isSelf } from './policy.ts';
import { presentSelf } from './presenter.ts';
import { findMember, type MemberRow } from './rows.ts';
import type { UserTables } from './tables.ts';

function checkUpdate(update: UserUpdate, now: Date): void {
  if (update.birthdate !== undefined) checkBirthdate(update.birthdate, now);
  if (update.time_zone !== undefined && !canonicalTimeZone(update.time_zone))
    throw invalid({ time_zone: [`There is no time zone "${update.time_zone}".`] });
  const country = update.location?.country;
  if (country && !COUNTRY_CODES.has(country.toUpperCase()))
    throw invalid({ 'location.country': ['Select a valid choice. There is no such country.'] });
}

/** Columns of an update; a location is replaced as a whole, everything else only where it is given. */
function columnsOf(update: UserUpdate, row: MemberRow): Updateable<UserTables['users']> {
  const { location, default_privacy, sharing, communication, ...plain } = update;
  return {
    ...plain,
    ...(location && {
      locality: location.locality || null,
      region: location.region || null,
      country: location.country?.toUpperCase() || null,
    }),
    ...(default_privacy && {
      workout_privacy: default_privacy.workout,
      route_privacy: default_privacy.route,
      profile_privacy: default_privacy.profile,
    }),
    ...(sharing && { sharing: JSON.stringify({ ...row.sharing, ...sharing }) }),
    ...(communication && { communication: JSON.stringify({ ...row.communication, ...communication }) }),
  };
}

export const updateRoute = route<typeof userCalls.update>({
  call: userCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const { db, now } = context;
    const row = await findMember(db, params.id);
    if (!row || !canSeeProfile(caller, row)) throw notFound('member');
    if (!isSelf(caller, row)) throw notAllowed('Only the member can change this profile.');
    checkUpdate(body, now());
    await db
      .updateTable('users')
      .set({ ...columnsOf(body, row), updated_at: now() })
      .where('id', '=', row.id)
      .execute();
    if (body.birthdate !== undefined || body.gender !== undefined) await loadsSoon(context, row.id);
    return presentSelf((await findMember(db, row.id)) ?? row);
  },
});

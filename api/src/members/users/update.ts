import { relationTo } from '../visibility/relation.ts';
import { SWITCHES_MAX, userCalls, type UserUpdate } from '@waymark/api-contract';
import { activityType } from '@waymark/activities/catalogue';
import { sql, type UpdateObject } from 'kysely';
import { changedOptOuts } from '../email-preferences/preferences.ts';
import { COUNTRY_CODES } from '../geo/countries.ts';
import { applyHealthConsent } from '../consents/health-data.ts';
import { matrixOf } from '../consents/matrix.ts';
import type { Database, Db, Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { isTimeZone } from '../../kernel/local-day.ts';
import { requireHealthConsent } from '../consents/require-health-consent.ts';
import { protectYoungMember } from '../consents/protect-young-members.ts';
import { canEndProtection, isOlderThanProtected } from './age-protection.ts';
import { checkBirthdate } from './check-birthdate.ts';
import { canSeeProfile, isSelf } from './policy.ts';
import { answerSelf } from './presenter.ts';
import { findMember, type MemberRow } from './find-member.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member does not want to tell of new friends any more. */
    newFriendsUnshared: { userId: number };
    /** A member's birth date or sex changed: what is worked out from them is outdated. */
    bodyChanged: { userId: number };
  }
}

function checkUpdate({ env, now }: Context, update: UserUpdate, row: MemberRow): void {
  if (update.birthdate !== undefined && update.birthdate !== row.birthdate) {
    checkBirthdate(
      update.birthdate,
      now(),
      matrixOf(env).minAgeIn({ country: row.gdpr_iso_code, state: row.us_state }),
    );
    if (isOlderThanProtected(env, row, update.birthdate, now()))
      throw invalid(
        {
          birthdate: [
            'Your age protects you, so you can’t make yourself older here. If your birthdate is wrong, ask support.',
          ],
        },
        { birthdate: [{ code: 'protected_by_age' }] },
      );
  }
  if (update.age_protection === 'off' && !canEndProtection(env, { ...row, ...update }, now()))
    throw invalid({ age_protection: ['This stays on until you are older.'] });
  // A form may send back what is stored, which may be an offset of earlier days.
  if (update.time_zone !== undefined && update.time_zone !== row.time_zone && !isTimeZone(update.time_zone))
    throw invalid({ time_zone: ['Choose a time zone by its place, such as Europe/Berlin.'] });
  if (update.favorite_activities?.some((id) => !activityType(id)))
    throw invalid({ favorite_activities: ['Choose activities from the list.'] });
  const country = update.location?.country;
  if (country && !COUNTRY_CODES.has(country.toUpperCase()))
    throw invalid({ 'location.country': ['Select a valid choice. There is no such country.'] });
}

/** Added to what the row has by then: of two changes at once neither is lost. */
const added = (column: 'sharing' | 'communication', values: Record<string, boolean>) =>
  sql<string>`${sql.ref(column)} || ${JSON.stringify(values)}::jsonb`;

/** Changes add up, and everybody who looks at the profile reads the row. @throws ApiProblem for more than there may be */
async function checkSwitches(
  trx: Trx,
  userId: number,
  { sharing, communication }: UserUpdate,
): Promise<void> {
  if (!sharing && !communication) return;
  const { rows } = await sql<{ sharing: number; communication: number }>`
    select (select count(*)::int from jsonb_object_keys(sharing)) as sharing,
      (select count(*)::int from jsonb_object_keys(communication)) as communication
    from users where id = ${userId}`.execute(trx);
  for (const kind of ['sharing', 'communication'] as const)
    if (rows[0]![kind] > SWITCHES_MAX) throw invalid({ [kind]: [`Set at most ${SWITCHES_MAX} switches.`] });
}

/** Columns of an update; a location is replaced as a whole, everything else only where it is given. A hidden weight stays: forms send null for what they cannot show. */
function columnsOf(update: UserUpdate): UpdateObject<Database, 'users'> {
  const {
    location,
    default_privacy,
    age_protection,
    sharing,
    communication,
    opt_outs,
    favorite_activities,
    weight,
    ...plain
  } = update;
  return {
    ...plain,
    ...(weight !== undefined && {
      weight: weight ?? sql<number | null>`case when hides_health_data then weight end`,
    }),
    ...(favorite_activities && { favorite_activities: [...new Set(favorite_activities)] }),
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
    ...(age_protection === 'off' && { is_protected: false }),
    ...(sharing && { sharing: added('sharing', sharing) }),
    ...(communication && { communication: added('communication', communication) }),
    ...(opt_outs && { email_opt_outs: changedOptOuts(opt_outs) }),
  };
}

/**
 * Saves that decide about a young member's protection run one after the other, and beside nothing else that does. Others
 * do not wait for an archive that is being restored.
 */
const inTransaction = (
  db: Db,
  userId: number,
  { birthdate, age_protection, default_privacy }: UserUpdate,
  save: (trx: Trx) => Promise<void>,
): Promise<void> =>
  birthdate !== undefined || age_protection !== undefined || default_privacy !== undefined
    ? withMemberLock(db, userId, save)
    : db.transaction().execute(save);

export const updateHandler = route<typeof userCalls.update>({
  call: userCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const { db, now } = context;
    const member = await findMember(db, params.id);
    if (!member || !canSeeProfile(await relationTo(db, caller, params.id), member)) throw notFound('member');
    if (!isSelf(caller, member)) throw notAllowed('Only the member can change this profile.');
    await inTransaction(db, member.id, body, async (trx) => {
      // Another save may have changed what this one is checked against since the caller was let in.
      const row = await findMember(trx, member.id);
      if (!row) throw notFound('member');
      checkUpdate(context, body, row);
      const { id, display_name, username } = await trx
        .updateTable('users')
        .set({ ...columnsOf(body), updated_at: now() })
        .where('id', '=', row.id)
        .returning(['id', 'display_name', 'username'])
        .executeTakeFirstOrThrow();
      await requireHealthConsent(trx, row.id, { weight: body.weight });
      // Whoever turns out to be younger is protected from now on, whatever else the form says.
      if (body.birthdate !== undefined || body.age_protection !== undefined)
        await protectYoungMember({ ...context, db: trx }, row.id);
      await checkSwitches(trx, row.id, body);
      // Whether somebody was a minor when they joined decides what had to be asked.
      if (body.birthdate !== undefined) await applyHealthConsent({ ...context, db: trx }, row.id);
      if (body.sharing?.['new_friends'] === false)
        await context.publish(trx, 'newFriendsUnshared', { userId: row.id });
      if (body.birthdate !== undefined || body.gender !== undefined)
        await context.publish(trx, 'bodyChanged', { userId: row.id });
      if (body.display_name !== undefined)
        await context.publish(trx, 'memberNamed', { id, display_name, username });
    });
    return answerSelf(context, (await findMember(db, member.id)) ?? member);
  },
});

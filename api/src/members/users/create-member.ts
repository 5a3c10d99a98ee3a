import { randomInt } from 'node:crypto';
import { LANGUAGES, matchLanguage } from '@waymark/api-contract/languages';
import { measurementSystemFor } from '@waymark/units';
import { type RawBuilder, sql } from 'kysely';
import { timeZonesOf } from '../geo/countries.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { protectYoungMember } from '../consents/protect-young-members.ts';
import { isTimeZone } from '../../kernel/local-day.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member signed up or has another name. */
    memberNamed: { id: number; display_name: string; username: string };
  }
}

export interface NewMember {
  id: number;
  first_name: string;
  last_name: string;
  gender: 'F' | 'M';
  birthdate: string;
  country: string;
  state?: string | undefined;
  time_zone?: string | undefined;
  preferred_language?: string | undefined;
}

const ATTEMPTS = 20;

/** Adds a member with the product's defaults and a username of their own, made from their name. */
export async function createMember(context: Context, db: Trx, member: NewMember, now: Date): Promise<void> {
  const display_name = `${member.first_name} ${member.last_name}`;
  const stem = usernameStem(`${member.first_name}${member.last_name}`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = attempt === 0 ? stem : `${stem}${randomInt(10, 10 ** Math.min(3 + attempt, 9))}`;
    if (await isLookAlike(db, username, member.id)) continue;
    const { id } =
      (await db
        .insertInto('users')
        .values({
          id: member.id,
          username,
          first_name: member.first_name,
          last_name: member.last_name,
          display_name,
          gender: member.gender,
          birthdate: member.birthdate,
          country: member.country,
          time_zone: timeZoneOf(member),
          display_measurement_system: measurementSystemFor({ country: member.country }),
          first_day_of_week: firstDayOfWeekIn(member.country),
          preferred_language: matchLanguage(member.preferred_language ?? '') ?? LANGUAGES[0],
          us_state: member.country === 'US' ? (member.state ?? null) : null,
          gdpr_iso_code: member.country,
          created_at: now,
          updated_at: now,
        })
        .onConflict((on) => on.column('username').doNothing())
        .returning('id')
        .executeTakeFirst()) ?? {};
    if (!id) continue;
    await protectYoungMember({ ...context, db }, id);
    return context.publish(db, 'memberNamed', { id, display_name, username });
  }
  throw new Error('No free username was found.');
}

/** What usernames look like: the letters and figures that they have, but for those that are taken for one another. */
const skeletonOf = (username: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`replace(translate(${username}, '01', 'ol'), 'rn', 'm')`;

/** Whether somebody else has a username that looks like this one. Two who ask at once wait for each other. */
export async function isLookAlike(db: Trx, username: string, userId: number): Promise<boolean> {
  const skeleton = skeletonOf(sql`${username}::text`);
  await sql`select pg_advisory_xact_lock(hashtextextended('username ' || ${skeleton}, 0))`.execute(db);
  const { rows } = await sql`
    select 1 from users where ${skeletonOf(sql`username`)} = ${skeleton} and id <> ${userId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Part of ECMAScript's Intl.Locale Info, which the type library does not name yet. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number } };

/** The day on which calendars of a country begin their weeks. */
function firstDayOfWeekIn(country: string): 0 | 1 | 6 {
  const day = (new Intl.Locale(`und-${country}`) as LocaleWithWeek).getWeekInfo?.().firstDay;
  return day === 7 ? 0 : day === 6 ? 6 : 1;
}

function timeZoneOf({ time_zone, country }: NewMember): string {
  if (time_zone && isTimeZone(time_zone)) return time_zone;
  return timeZonesOf(country)[0] ?? 'UTC';
}

/** Latin letters and figures only, so that the name reads well in an address. */
export function usernameStem(name: string): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 24);
  return latin.length >= 3 ? latin : `athlete${latin}`;
}

/** Whether somebody of these names could have been given this username when signing up. */
export function isUsernameOf(username: string, names: string): boolean {
  const stem = usernameStem(names);
  return username.startsWith(stem) && /^(\d{2,9})?$/.test(username.slice(stem.length));
}

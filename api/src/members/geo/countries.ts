import type { Env } from '../../kernel/server/env.ts';

/** ISO 3166-1 alpha-2 codes. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
   CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
   GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
   KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
   MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
   SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
   UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
    .trim()
    .split(/\s+/),
);

/** The time zones of a country, the usual one first; empty when the runtime knows none. */
export const timeZonesOf = (country: string): readonly string[] =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones?.() ?? [];

/** Part of ECMAScript's Intl.Locale Info, which the type library does not name yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] };

let byZone: Map<string, string> | undefined;

/** The country in which a time zone's clocks are; null for zones without one. */
export function countryOfTimeZone(zone: string): string | null {
  byZone ??= new Map(
    [...COUNTRY_CODES].flatMap((country) => timeZonesOf(country).map((name) => [name, country] as const)),
  );
  return byZone.get(zone) ?? byZone.get(canonicalTimeZone(zone) ?? '') ?? null;
}

/** The runtime's own name of a time zone; null when there is no such zone. */
export function canonicalTimeZone(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Countries of the site that exist, as configured. */
export const countriesOf = ({ COUNTRIES }: Pick<Env, 'COUNTRIES'>): string[] =>
  COUNTRIES.split(',')
    .map((code) => code.trim().toLowerCase())
    .filter(Boolean);

/** Members of the European Economic Area, the United Kingdom and Switzerland: their data stays in Europe. */
const EU1 =
  'at be bg ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk'.split(
    ' ',
  );
/** Neighbours that are served from the second European region. */
const EU2 = 'ad al ba ge gi mc md me mk rs sm tr ua va xk'.split(' ');

export type DataRegion = 'US' | 'EU1' | 'EU2';

/** The European region whose rules hold in a country; null elsewhere. `country` is an ISO code in any case. */
export function europeanRegionOf(country: string): 'EU1' | 'EU2' | null {
  const code = country.toLowerCase();
  if (EU1.includes(code)) return 'EU1';
  return EU2.includes(code) ? 'EU2' : null;
}

/** Where the data of a country's members is kept; `country` is an ISO code in any case. */
export const dataRegionOf = (country: string): DataRegion => europeanRegionOf(country) ?? 'US';

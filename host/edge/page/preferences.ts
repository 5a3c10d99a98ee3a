import { randomInt } from 'node:crypto';
import { matchLanguage } from '@waymark/api-contract/languages';
import type { StoredName } from '@waymark/api-contract/stored-items';
import { THEME_COOKIE } from '../../src/app/theme.ts';

const CANARY_COOKIE: StoredName<'cookie'> = 'wm_canary';
/** An id of a year that earlier versions set. */
const LEGACY_COOKIE = 'wm_visitor';

/** What a visitor chose; null follows the system. */
export function themeOf(cookies: Record<string, string>): 'light' | 'dark' | null {
  const theme = cookies[THEME_COOKIE];
  return theme === 'light' || theme === 'dark' ? theme : null;
}

interface LanguageChoice {
  cookies: Record<string, string>;
  acceptLanguage: string | undefined;
  available: readonly string[];
  /** Of the site; also what a visitor gets who asks for its tongue without a country. */
  siteLanguage: string;
  /** Of a member's settings. */
  memberLanguage: string | undefined;
}

/**
 * The language of a page: that of a member's settings, else the visitor's choice, else what their browser asks for, of
 * the ones that there are. Only the accented language of tests comes before what a member chose.
 */
export function localeOf({
  cookies,
  acceptLanguage,
  available,
  siteLanguage,
  memberLanguage,
}: LanguageChoice): string {
  const first = matchLanguage(siteLanguage, available) ?? available[0] ?? 'en-us';
  const offered = [first, ...available];
  const chosen = cookies['wm_locale'];
  const ofMember = memberLanguage === undefined ? null : matchLanguage(memberLanguage, offered);
  if (ofMember !== null && !(chosen === 'pseudo' && available.includes(chosen))) return ofMember;
  if (chosen !== undefined && available.includes(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part
        .trim()
        .toLowerCase()
        .split(';')
        .map((text) => text.trim());
      return { tag, quality: Number(quality.replace('q=', '')) || 0 };
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const match = matchLanguage(tag, offered);
    if (match !== null) return match;
  }
  return first;
}

/**
 * The share of visitors, 0 to 99, that keeps somebody on one version while a canary runs and their browser is open. A
 * hundredth of all visitors has the same one, so that it tells nobody apart.
 * @returns with the cookies that must be set or removed
 */
export function canaryShareOf(
  cookies: Record<string, string>,
  { hasCanary, secure }: { hasCanary: boolean; secure: boolean },
): { share: number | null; setCookies: string[] } {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const setCookies =
    cookies[LEGACY_COOKIE] === undefined ? [] : [`${LEGACY_COOKIE}=; Max-Age=0; ${attributes}`];
  if (!hasCanary) return { share: null, setCookies };
  const stored = cookies[CANARY_COOKIE] ?? '';
  if (/^\d{1,2}$/.test(stored)) return { share: Number(stored), setCookies };
  const share = randomInt(100);
  return { share, setCookies: [...setCookies, `${CANARY_COOKIE}=${share}; ${attributes}`] };
}

import { matchLanguage } from '@waymark/api-contract/languages';
import { THEME_COOKIE } from '../../src/app/theme.ts';

const VISITOR_ID = /^[\w-]{16,64}$/;
const YEAR_SECONDS = 365 * 24 * 3600;

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

/** The id that keeps a visitor on one version while a canary runs. @returns the new cookie where one must be set */
export function visitorOf(
  cookies: Record<string, string>,
  secure: boolean,
): { id: string; setCookie: string | null } {
  const known = cookies['wm_visitor'];
  if (known !== undefined && VISITOR_ID.test(known)) return { id: known, setCookie: null };
  const id = crypto.randomUUID();
  const setCookie = `wm_visitor=${id}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { id, setCookie };
}

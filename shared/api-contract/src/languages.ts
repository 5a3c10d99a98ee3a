/**
 * Languages that members choose from. Pages speak English; the variant decides how dates, numbers and lists are
 * written. The first is that of visitors who ask for none of them.
 */
export const LANGUAGES = ['en-us', 'en-gb', 'en-au', 'en-ca', 'en-ie', 'en-in', 'en-nz', 'en-za'] as const;

/** The language among those offered that fits a tag best: the same one, else one of the same tongue; null when none does. */
export function matchLanguage(tag: string, offered: readonly string[] = LANGUAGES): string | null {
  const wanted = tag.toLowerCase();
  return (
    offered.find((language) => language === wanted) ??
    offered.find((language) => language.split('-')[0] === wanted.split('-')[0]) ??
    null
  );
}

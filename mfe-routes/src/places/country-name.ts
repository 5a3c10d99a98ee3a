/** A country by its code, in the visitor's language; the code where the browser knows no name. */
export function countryName(code: string, locale: string): string {
  const upper = code.toUpperCase();
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(upper) ?? upper;
  } catch {
    return upper;
  }
}

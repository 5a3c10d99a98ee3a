import { setupI18n, type I18n, type Messages } from '@lingui/core';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'àƀçđéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ';
const BY_LETTER = new Map(Array.from(PLAIN, (letter, i) => [letter, ACCENTED[i] ?? letter]));

/** English with an accent on each letter; the numbered tags of rich text stay as they are. */
function pseudolocalize(text: string): string {
  return text.replace(/<\/?\d+\/?>|[a-zA-Z]/g, (part) => BY_LETTER.get(part) ?? part);
}

/** A language tag in lower case, or 'pseudo': English with accents on every letter, which shows hard-coded text. */
export type Locale = string;

/**
 * The translator of one application. English is in the code; other languages are handed in as catalogues.
 * @param locale   for instance 'en-us', 'de', 'pseudo'
 * @param messages compiled catalogue of that language; none for English and pseudo
 */
export function createI18n(locale: Locale, messages: Messages = {}): I18n {
  const i18n = setupI18n();
  // The build compiles every text (`shared/remote/build/compile-messages.ts`); what is left is plain.
  // Elsewhere, as in tests, the library compiles as it goes.
  if (process.env.NODE_ENV === 'production') i18n.setMessagesCompiler((text) => [text]);
  activateLocale(i18n, locale, messages);
  if (locale === 'pseudo') {
    const translate = i18n._.bind(i18n);
    const accented = ((...args: Parameters<I18n['_']>) => pseudolocalize(translate(...args))) as I18n['_'];
    Object.assign(i18n, { _: accented, t: accented });
  }
  return i18n;
}

/** Switches a translator to another language. Numbers and dates of 'pseudo' are formatted as English. */
export function activateLocale(i18n: I18n, locale: Locale, messages: Messages = {}): void {
  i18n.load(locale, messages);
  i18n.activate(locale, locale === 'pseudo' ? ['en'] : undefined);
}

export { activateLocale, createI18n, type Locale } from './i18n.ts';
export { pseudolocalize } from './pseudo.ts';

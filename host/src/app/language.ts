import { matchLanguage } from '@waymark/api-contract/languages';
import { activateLocale } from '@waymark/i18n';
import type { App } from './app.ts';

/**
 * The page speaks the language of the member's settings from the moment they change or somebody signs in. The document
 * that the edge sends later has it from the start.
 */
export function followMemberLanguage({ i18n, session }: Pick<App, 'i18n' | 'session'>, page: Document): void {
  session.subscribe(() => {
    const tag = session.get().user?.preferred_language;
    const language = tag === undefined ? null : matchLanguage(tag);
    if (language === null || language === i18n.locale || i18n.locale === 'pseudo') return;
    activateLocale(i18n, language);
    page.documentElement.lang = language;
  });
}

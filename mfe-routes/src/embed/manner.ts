import type { MessageDescriptor } from '@lingui/core';
import type { StandaloneData } from '@waymark/remote/standalone';
import { createI18n } from '@waymark/i18n';
import { type MeasurementSystem, measurementSystemFor } from '@waymark/units';

/** Language, units and colours of an embedded page. */
export interface EmbedManner {
  text: (message: MessageDescriptor) => string;
  system: MeasurementSystem;
  locale: string;
  theme: 'light' | 'dark' | null;
}

/** What the address asks for (`?units=metric&theme=dark`); else what fits the visitor. */
export function mannerOf({ locale, country }: StandaloneData, search: string): EmbedManner {
  const wishes = new URLSearchParams(search);
  const [units, theme] = [wishes.get('units'), wishes.get('theme')];
  const i18n = createI18n(locale);
  return {
    text: (message) => i18n._(message),
    system:
      units === 'metric' || units === 'imperial'
        ? units
        : measurementSystemFor({ country: country ?? undefined }),
    locale: locale === 'pseudo' ? 'en-us' : locale,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

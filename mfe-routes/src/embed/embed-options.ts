import type { MessageDescriptor } from '@lingui/core';
import type { StandaloneData } from '@waymark/remote/standalone';
import { createI18n } from '@waymark/i18n';
import { type MeasurementSystem, measurementSystemFor } from '@waymark/units';
import { msg } from '@lingui/core/macro';
import type { ProfileTexts } from '../profile/profile-texts.ts';

/** Language, units and theme of an embedded page. */
export interface EmbedOptions {
  text: (message: MessageDescriptor) => string;
  system: MeasurementSystem;
  locale: string;
  theme: 'light' | 'dark' | null;
}

/** Reads the options of the address (`?units=metric&theme=dark`); the visitor's country decides what is missing. */
export function readEmbedOptions({ locale, country }: StandaloneData, search: string): EmbedOptions {
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

/** The texts of the profile, without React. */
export const profileTexts = (text: EmbedOptions['text'], name: string): ProfileTexts => ({
  label: text(
    msg`Elevation profile of ${name}. Arrow keys move along it, with Shift they select a part, Escape clears the selection.`,
  ),
  up: (slope) => text(msg`${slope} up`),
  down: (slope) => text(msg`${slope} down`),
  unknown: text(msg`elevation unknown`),
  part: ({ distance, ascent, descent, slope }) =>
    text(msg`${distance} · ${ascent} up · ${descent} down · on average ${slope}`),
});

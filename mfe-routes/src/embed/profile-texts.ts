import { msg } from '@lingui/core/macro';
import type { ProfileTexts } from '../profile/words.ts';
import type { EmbedManner } from './manner.ts';

/** What the profile says, without React. */
export const profileTexts = (text: EmbedManner['text'], name: string): ProfileTexts => ({
  label: text(
    msg`Elevation profile of ${name}. Arrow keys move along it, with Shift they select a part, Escape lets go.`,
  ),
  up: (slope) => text(msg`${slope} up`),
  down: (slope) => text(msg`${slope} down`),
  unknown: text(msg`height unknown`),
  part: ({ distance, ascent, descent, slope }) =>
    text(msg`${distance} · ${ascent} up · ${descent} down · on average ${slope}`),
});

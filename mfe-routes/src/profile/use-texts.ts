import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { ProfileTexts } from './words.ts';

/** What a profile says, in the language of the page. */
export function useProfileTexts(label: string): ProfileTexts {
  const { t } = useLingui();
  return useMemo(
    () => ({
      label: t`${label}. Arrow keys move along it, with Shift they select a part, Escape lets go.`,
      up: (slope) => t`${slope} up`,
      down: (slope) => t`${slope} down`,
      unknown: t`height unknown`,
      part: ({ distance, ascent, descent, slope }) =>
        t`${distance} · ${ascent} up · ${descent} down · on average ${slope}`,
    }),
    [t, label],
  );
}

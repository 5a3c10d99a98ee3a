import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import { useMemo } from 'react';
import { linesOf, type Line } from './lines.ts';

/** The series of a recording in the page's language and units. */
export function useLines(streams: Streams, group: string): Line[] {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return useMemo(
    () => linesOf(streams, group, { text: (message) => i18n._(message), system, locale }),
    [streams, group, system, locale, i18n],
  );
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SVGProps } from 'react';

export const MOODS = [1, 2, 3, 4, 5] as const;

const NAMES: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Exhausted`,
  2: msg`Tired`,
  3: msg`Okay`,
  4: msg`Good`,
  5: msg`Great`,
};

/** The name of a mood, from 1 to 5. */
export function useMoodName(): (mood: number) => string {
  const { i18n } = useLingui();
  return (mood) => {
    const name = NAMES[mood];
    return name ? i18n._(name) : '';
  };
}

/** How far the mouth bends down, from sad to happy. */
const MOUTH_BENDS: Readonly<Record<number, number>> = { 1: -4, 2: -2, 3: 0, 4: 2.5, 5: 5 };

/** A face for a mood. Decoration: the name stands beside it or is read aloud. */
export function MoodFace({ mood, ...rest }: { mood: number } & SVGProps<SVGSVGElement>) {
  const bend = MOUTH_BENDS[mood] ?? 0;
  const corner = 15.5 - bend / 4;
  return (
    <svg
      width="1.5em"
      height="1.5em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden
      {...rest}
    >
      <circle cx="12" cy="12" r="9.5" />
      <path d={`M8.5 9v1M15.5 9v1M8 ${corner}Q12 ${corner + bend} 16 ${corner}`} />
    </svg>
  );
}

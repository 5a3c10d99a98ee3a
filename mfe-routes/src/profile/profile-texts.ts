import {
  formatDistance,
  formatElevation,
  formatNumber,
  type MeasurementSystem,
  type Shown,
} from '@waymark/units';
import { type Heights, heightAt, type PartFigures, slopeAt } from './heights.ts';

/** The language and the units of what a profile says. */
export interface FormatOptions {
  system: MeasurementSystem;
  locale: string;
}

/** Sentences around the numbers, in the language of the page. */
export interface ProfileTexts {
  /** What the profile is and how keys work on it. */
  label: string;
  up: (slope: string) => string;
  down: (slope: string) => string;
  unknown: string;
  part: (figures: { distance: string; ascent: string; descent: string; slope: string }) => string;
}

/** A number and its unit, which no line break parts. */
export const joinUnit = ({ value, unit }: Shown): string => `${value}\u00a0${unit}`;

/** Metres of rise in a hundred, as text. */
function slopeText(slope: number | null, { up, down }: ProfileTexts, locale: string): string {
  if (slope === null || Number.isNaN(slope)) return '';
  const text = `${formatNumber(Math.abs(slope), { digits: Math.abs(slope) < 9.5 ? 1 : 0, locale })}\u00a0%`;
  if (Math.abs(slope) < 0.05) return text;
  return slope > 0 ? up(text) : down(text);
}

/** A place: how far along, how high, how steep. */
export function formatPoint(
  heights: Heights | null,
  at: number,
  texts: ProfileTexts,
  { system, locale }: FormatOptions,
): string {
  const far = joinUnit(formatDistance(at, system, { locale, digits: 2 }));
  if (!heights) return far;
  const height = heightAt(heights, at);
  if (Number.isNaN(height)) return `${far} · ${texts.unknown}`;
  const parts = [far, joinUnit(formatElevation(height, system, { locale }))];
  return [...parts, slopeText(slopeAt(heights, at), texts, locale)].filter(Boolean).join(' · ');
}

export function formatPart(
  { distance, ascent, descent, slope }: PartFigures,
  texts: ProfileTexts,
  { system, locale }: FormatOptions,
): string {
  return texts.part({
    distance: joinUnit(formatDistance(distance, system, { locale })),
    ascent: joinUnit(formatElevation(ascent, system, { locale })),
    descent: joinUnit(formatElevation(descent, system, { locale })),
    slope: slopeText(slope, texts, locale) || texts.unknown,
  });
}

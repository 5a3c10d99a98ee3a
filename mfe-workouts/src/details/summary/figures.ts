import type { WorkoutSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { figuresOf, type WorkoutFigure, type Words } from './figures-of.ts';

export type { WorkoutFigure } from './figures-of.ts';

/** The page's language and units. */
export function useWords(): Words {
  const { i18n } = useLingui();
  return { text: (message) => i18n._(message), system: useMeasurementSystem(), locale: useFormatLocale() };
}

/** The figures of a workout that have something to tell, the most telling first. */
export function useFigures(workout: WorkoutSummary): WorkoutFigure[] {
  return figuresOf(workout, useWords());
}

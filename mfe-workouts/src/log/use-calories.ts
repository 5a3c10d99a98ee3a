import type { CaloriesResponse } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { parseNumber, unitsOf, convert, type MeasurementSystem } from '@waymark/units';
import { useDeferredValue } from 'react';
import type { LogValues } from './log-values.ts';

/** The estimate of the server for what stands in the form; asked for once activity and duration are there. */
export function useCalories(values: LogValues, system: MeasurementSystem): CaloriesResponse | undefined {
  const { activityId, duration, distance } = useDeferredValue(values);
  const metres = (parseNumber(distance) ?? 0) * convert(1, unitsOf(system).distance, 'm');
  const { data } = useCall(
    workoutCalls.calories,
    {
      query: {
        activity_type: activityId ?? 0,
        duration: duration ?? 0,
        distance: metres > 0 ? Math.round(metres) : undefined,
      },
    },
    { enabled: activityId !== null && (duration ?? 0) > 0, staleTime: Infinity },
  );
  return data;
}

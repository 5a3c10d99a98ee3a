import type { Workout } from '@waymark/api-contract';
import { useApiQuery } from '@waymark/remote';
import { useParams } from 'react-router-dom';

/** The workout that the address names. */
export function useWorkout() {
  const { workoutId = '' } = useParams();
  return useApiQuery<Workout>('main', `/workout/${workoutId}/`);
}

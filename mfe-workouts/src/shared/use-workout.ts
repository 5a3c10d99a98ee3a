import { workoutCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { useParams } from 'react-router-dom';

/** The workout that the address names. */
export function useWorkout() {
  const { workoutId = '' } = useParams();
  return useCall(workoutCalls.one, { params: { id: Number(workoutId) } });
}

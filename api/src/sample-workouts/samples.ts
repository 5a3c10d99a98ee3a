import { setImmediate as turn } from 'node:timers/promises';
import { finishWorkout } from '../recordings/finish-workout.ts';
import type { ParsedWorkout } from '../recordings/model/parsed-workout.ts';
import { PLANS } from './plans.ts';
import { record } from './record.ts';

/**
 * Workouts to look around with, over the four weeks before `now`: made as recordings and finished as files
 * are, so that their figures mean what those of real ones mean. `timeZone` is for the ones without a place.
 */
export async function sampleWorkouts(now: Date, timeZone: string): Promise<ParsedWorkout[]> {
  const made: ParsedWorkout[] = [];
  for (const [index, plan] of PLANS.entries()) {
    made.push(finishWorkout(record(plan, now, index + 1), timeZone));
    // One at a time, with a turn for other calls between them.
    await turn();
  }
  return made;
}

import { activityIdForFileSport } from '@waymark/activities';

const GENERIC = 1;

function idOf(word: unknown): number {
  const named = typeof word === 'object' && word !== null && 'typeKey' in word ? word.typeKey : word;
  if (typeof named !== 'string') return GENERIC;
  return activityIdForFileSport({ format: 'tcx', sport: named });
}

/** The activity that a summary names, by its own word or else by the sport at large; null when it names none. */
export function garminActivity(activityType: unknown, sportType: unknown): number | null {
  const id = idOf(activityType);
  if (id !== GENERIC) return id;
  const sport = idOf(sportType);
  return sport === GENERIC ? null : sport;
}

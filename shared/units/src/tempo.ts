import type { MaybeNumber, Shown } from './numbers.ts';
import { formatPace, formatSpeed } from './quantities.ts';
import { unitsOf, type MeasurementSystem } from './system.ts';

/** How fast is told: on foot as time for a kilometre or mile, in water for 100 metres or yards, else as speed. */
export type Tempo = 'pace' | 'swim' | 'speed';

const ON_FOOT = new Set(['run', 'walk', 'hike']);

/** The tempo of an activity group. */
export function tempoOf(group: string): Tempo {
  if (group === 'swim') return 'swim';
  return ON_FOOT.has(group) ? 'pace' : 'speed';
}

/** Metres per second in the words of a tempo. */
export function formatTempo(
  tempo: Tempo,
  metersPerSecond: MaybeNumber,
  system: MeasurementSystem,
  locale: string,
): Shown {
  if (tempo === 'speed') return formatSpeed(metersPerSecond, system, { locale });
  return formatPace(metersPerSecond, system, { unit: paceUnit(tempo, system) });
}

/** The unit of paces in a tempo. */
export const paceUnit = (tempo: Tempo, system: MeasurementSystem) =>
  tempo === 'swim' ? unitsOf(system).swimPace : unitsOf(system).pace;

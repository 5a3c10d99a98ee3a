import { fitSportOf, gpxTypeOf } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';
import { motionForSport } from '../streams/motion.ts';
import type { FileFormat } from '../model/parsed-workout.ts';

/** The first of an activity and its kin upwards for which `find` knows a name. */
function nearest(id: number, find: (id: number) => string | undefined): string | undefined {
  for (let at: number | null = id; at !== null; at = activityType(at)?.parentId ?? null) {
    const found = find(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** FIT's words for an activity, or for the nearest one it has a code for. */
export function fitSport(id: number): { sport: string; subSport: string } {
  const [sport = 'generic', subSport = 'generic'] = (nearest(id, fitSportOf) ?? 'generic').split('/');
  return { sport, subSport };
}

export const gpxType = (id: number): string => nearest(id, gpxTypeOf) ?? 'other';

/** TCX has three sports. */
export function tcxSport(id: number): 'Running' | 'Biking' | 'Other' {
  const { sport } = fitSport(id);
  return sport === 'running' ? 'Running' : sport === 'cycling' || sport === 'e_biking' ? 'Biking' : 'Other';
}

/** Watches and hence files count one foot where one runs or walks; we store steps. */
export function countsOneFoot(format: FileFormat, id: number): boolean {
  const sport =
    format === 'fit' ? fitSport(id).sport : format === 'gpx' ? gpxType(id) : tcxSport(id).toLowerCase();
  return motionForSport({ format, sport, subSport: null }).onFoot;
}

/** A heart-rate zone; both limits (beats per minute) belong to it. */
export interface HeartRateZone {
  zone: number;
  min: number;
  max: number;
}

export interface HeartRateZoneSet {
  /** When the member made it, as Date or ISO text. */
  created: Date | string;
  zones: readonly HeartRateZone[];
}

export const DEFAULT_HEART_RATE_ZONES: readonly HeartRateZone[] = [
  { zone: 1, min: 0, max: 108 },
  { zone: 2, min: 109, max: 125 },
  { zone: 3, min: 126, max: 144 },
  { zone: 4, min: 145, max: 162 },
  { zone: 5, min: 163, max: 180 },
];

/** The zones for a workout: the member's latest set created before its date, else the default ones. */
export function zonesFor(
  date: Date | string,
  customSets: readonly HeartRateZoneSet[],
): readonly HeartRateZone[] {
  const at = new Date(date).getTime();
  let latest = -Infinity;
  let zones = DEFAULT_HEART_RATE_ZONES;
  for (const set of customSets) {
    const created = new Date(set.created).getTime();
    if (created < at && created > latest) {
      latest = created;
      zones = set.zones;
    }
  }
  return zones;
}

/** The zone of a heart rate; the first below all limits and the last above them; null without a rate or zones. */
export function zoneOf(bpm: number, zones: readonly HeartRateZone[]): number | null {
  if (Number.isNaN(bpm)) return null;
  return (zones.find(({ max }) => bpm <= max) ?? zones.at(-1))?.zone ?? null;
}

/** Zones are usable when there is one at least, all limits are whole, and each starts one beat above the last. */
export function areZonesUsable(zones: readonly HeartRateZone[]): boolean {
  return (
    zones.length > 0 &&
    zones.every(({ min, max }, index) => {
      const below = zones[index - 1];
      const whole = Number.isInteger(min) && Number.isInteger(max) && min >= 0;
      return whole && max > min && (!below || min === below.max + 1);
    })
  );
}

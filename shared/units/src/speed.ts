const positive = (value: number): boolean => Number.isFinite(value) && value > 0;

/** Seconds per metre from metres and seconds; null when either is missing or not above 0. */
export function paceFrom(distance: number, duration: number): number | null {
  return positive(distance) && positive(duration) ? duration / distance : null;
}

/** Metres per second from metres and seconds; null when either is missing or not above 0. */
export function speedFrom(distance: number, duration: number): number | null {
  return positive(distance) && positive(duration) ? distance / duration : null;
}

/** Seconds from metres and a pace in seconds per metre; null when either is missing or not above 0. */
export function durationFrom(distance: number, pace: number): number | null {
  return positive(distance) && positive(pace) ? distance * pace : null;
}

/** Metres from seconds and a pace in seconds per metre; null when either is missing or not above 0. */
export function distanceFrom(duration: number, pace: number): number | null {
  return positive(duration) && positive(pace) ? duration / pace : null;
}

/** Turns seconds per metre into metres per second and back; null when it is missing or not above 0. */
export function invertPace(value: number): number | null {
  return positive(value) ? 1 / value : null;
}

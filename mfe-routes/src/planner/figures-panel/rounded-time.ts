import { formatDuration } from '@waymark/units';

/** Seconds in words. An estimate to the second would say more than anyone knows. */
export const roundedTime = (seconds: number): string =>
  formatDuration(seconds < 600 ? Math.round(seconds / 10) * 10 : Math.round(seconds / 60) * 60);

import type { ActivityGroupKey } from './groups.ts';

/** A line drawing: stroke `d` in one colour, 2 wide, with round caps and joins, and no fill. */
export interface ActivityIcon {
  viewBox: '0 0 24 24';
  d: string;
}

const icon = (d: string): ActivityIcon => ({ viewBox: '0 0 24 24', d });

/** One drawing for each group, legible from 16 px on. */
export const GROUP_ICONS: Readonly<Record<ActivityGroupKey, ActivityIcon>> = {
  // A stopwatch.
  generic: icon('M5 14a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 14v-3M10 3h4M12 3v4M18 7l1.5-1.5'),
  // A dumbbell.
  gym: icon('M6.5 6v12M17.5 6v12M3 9v6M21 9v6M6.5 12h11'),
  // Arms up, feet apart.
  class: icon('M10 4.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 5l5 5h6l5-5M12 10v5M7 21l5-6 5 6'),
  // Two peaks.
  hike: icon('M2 20L9 6l4.5 8M11 18l5-7 6 9zM2 20h10'),
  // A bicycle.
  ride: icon(
    'M2 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0M14 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0M6 16l3.5-7H16M18 16L15 5h2.5M9.5 9l3.5 7 3-7M7.5 6h3.5',
  ),
  // A runner.
  run: icon('M14 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 11l3-4h5l-3.5 6 4.5 3v6M10.5 13L8 18H3M14 7l2.5 4H20'),
  // A walker.
  walk: icon(
    'M10.5 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12.5 8.5L11 14l4 3 1 5M11 14l-1 4-3 4M7 13l1-3 4.5-1.5L15 12l3 1',
  ),
  // A swimmer above the waves.
  swim: icon('M15.5 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 14l5-3-2-4 5-2M10 11l5 4M2 19q2.5-2.5 5 0t5 0 5 0 5 0'),
  // A snow crystal.
  winter: icon('M12 2.5v19M3.8 7.2l16.4 9.6M20.2 7.2L3.8 16.8M9 4.5l3 2.5 3-2.5M9 19.5l3-2.5 3 2.5'),
  // A cup.
  sport: icon('M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5q0 5 4 5M17 6h3.5q0 5-4 5M12 15v5M8 20h8'),
  // A flag in its hole.
  golf: icon('M9 19V3l9 4-9 4M5 19q-2 1 0 2h10q3-1.5 0-2'),
  // A ball with its seams.
  basketball: icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 3v18M3 12h18M5.5 6q5 6 0 12M18.5 6q-5 6 0 12'),
  // Bat and ball.
  baseball: icon('M3 21l4-4M6 15.5L15.5 4.5q2-2 4 0t0 4L8.5 18zM16 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0'),
  // Sitting with crossed legs.
  yoga: icon(
    'M10 4.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 9.5V15M3 15l4-1 5-4.5L17 14l4 1M12 15l-7 3q0 2.5 3 2.5h8q3 0 3-2.5z',
  ),
  // A signpost.
  others: icon('M12 3v18M12 5h6l3 2.5-3 2.5h-6M12 11.5H6L3 14l3 2.5h6M9 21h6'),
};

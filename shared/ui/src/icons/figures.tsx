import { icon } from './icon.tsx';
import * as paths from './feed-paths.ts';

export const CalendarIcon = /* @__PURE__ */ icon('M4 6h16v14H4zM4 10h16M8 3v4M16 3v4');
export const ClockIcon = /* @__PURE__ */ icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2');
export const HeartIcon = /* @__PURE__ */ icon(
  'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20',
);
export const BoltIcon = /* @__PURE__ */ icon('M13 3 5 14h6l-1 7 8-11h-6z');
export const MountainIcon = /* @__PURE__ */ icon('M2 19 9 6l4.5 8M11 19l5-8 6 8z');
export const FootstepsIcon = /* @__PURE__ */ icon(
  'M7.5 4C5.7 4 5 6 5.3 8.2L6 12h3.2l.5-3.6C10 6 9.3 4 7.5 4M6.2 14.5h3L8.8 17H6.8zM16.5 8c1.8 0 2.5 2 2.2 4.2L18 16h-3.2l-.5-3.6C14 10 14.7 8 16.5 8M14.8 18.5h3l-.6 2.5h-2z',
);
export const GaugeIcon = /* @__PURE__ */ icon('M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14h.01');
export const TrophyIcon = /* @__PURE__ */ icon(paths.TROPHY);
export const FlagIcon = /* @__PURE__ */ icon(paths.FLAG);
export const ThermometerIcon = /* @__PURE__ */ icon('M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0M12 10v7');
export const DumbbellIcon = /* @__PURE__ */ icon('M7 7v10M17 7v10M4 9.5v5M20 9.5v5M7 12h10');
export const ChartIcon = /* @__PURE__ */ icon('M4 4v16h16M8 15l3.5-5 3.5 3 4-6');

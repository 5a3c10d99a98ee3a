import { icon } from './icon.tsx';
import * as paths from './paths.ts';

export const MapIcon = /* @__PURE__ */ icon('M9 4 3 6.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20');
export const PinIcon = /* @__PURE__ */ icon(
  'M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21M12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
);
export const RouteIcon = /* @__PURE__ */ icon(paths.ROUTE);
export const LayersIcon = /* @__PURE__ */ icon('M12 4 3 9l9 5 9-5zM3 14l9 5 9-5');
export const LocateIcon = /* @__PURE__ */ icon(paths.LOCATE);
export const ExpandIcon = /* @__PURE__ */ icon(paths.EXPAND);
export const ShrinkIcon = /* @__PURE__ */ icon('M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5');
export const RefreshIcon = /* @__PURE__ */ icon('M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5');
export const MinusIcon = /* @__PURE__ */ icon(paths.MINUS);

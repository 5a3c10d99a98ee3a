import { icon } from './icon.tsx';
import * as paths from './paths.ts';

export const SearchIcon = /* @__PURE__ */ icon(
  'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 20 20',
);
export const CloseIcon = /* @__PURE__ */ icon('M6 6l12 12M18 6 6 18');
export const MenuIcon = /* @__PURE__ */ icon('M4 7h16M4 12h16M4 17h16');
export const ChevronUpIcon = /* @__PURE__ */ icon('M6 15l6-6 6 6');
export const ChevronDownIcon = /* @__PURE__ */ icon('M6 9l6 6 6-6');
export const ChevronLeftIcon = /* @__PURE__ */ icon('M15 6l-6 6 6 6');
export const ChevronRightIcon = /* @__PURE__ */ icon('M9 6l6 6-6 6');
export const ArrowUpIcon = /* @__PURE__ */ icon('M12 20V4M6 10l6-6 6 6');
export const ArrowDownIcon = /* @__PURE__ */ icon('M12 4v16M6 14l6 6 6-6');
export const ArrowLeftIcon = /* @__PURE__ */ icon('M20 12H4M10 6l-6 6 6 6');
export const ArrowRightIcon = /* @__PURE__ */ icon('M4 12h16M14 6l6 6-6 6');
export const ExternalIcon = /* @__PURE__ */ icon('M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9');
export const PlusIcon = /* @__PURE__ */ icon(paths.PLUS);
export const CheckIcon = /* @__PURE__ */ icon('M5 12.5l4.5 4.5L19 7');
export const MoreIcon = /* @__PURE__ */ icon(
  'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4M12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4M19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4',
);
export const FilterIcon = /* @__PURE__ */ icon('M4 6h16M7 12h10M10 18h4');

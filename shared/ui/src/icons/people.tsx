import { icon } from './icon.tsx';
import * as paths from './feed-paths.ts';

export const UserIcon = /* @__PURE__ */ icon(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c.6-3.5 3.8-5 8-5s7.4 1.5 8 5',
);
export const UsersIcon = /* @__PURE__ */ icon(paths.USERS);
export const UserPlusIcon = /* @__PURE__ */ icon(
  'M10 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3 19c.5-3 3.2-4.5 7-4.5s6.5 1.5 7 4.5M19 7v6M16 10h6',
);
export const LockIcon = /* @__PURE__ */ icon(paths.LOCK);
export const GlobeIcon = /* @__PURE__ */ icon(paths.GLOBE);
export const EyeIcon = /* @__PURE__ */ icon(
  'M2 12c2.5-4.5 6-6.5 10-6.5s7.5 2 10 6.5c-2.5 4.5-6 6.5-10 6.5S4.5 16.5 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
);
export const EyeOffIcon = /* @__PURE__ */ icon(
  'M4 4l16 16M9.5 5.8c.8-.2 1.6-.3 2.5-.3 4 0 7.5 2 10 6.5-.8 1.4-1.7 2.6-2.7 3.5M6 7.5C4.5 8.6 3.2 10.1 2 12c2.5 4.5 6 6.5 10 6.5 1.6 0 3-.3 4.4-.9M10 10a3 3 0 0 0 4.1 4.1',
);
export const SunIcon = /* @__PURE__ */ icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19',
);
export const MoonIcon = /* @__PURE__ */ icon('M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5');
export const MonitorIcon = /* @__PURE__ */ icon('M3 5h18v11H3zM8 20h8M12 16v4');

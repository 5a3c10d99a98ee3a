import { icon } from './icon.tsx';
import * as paths from './feed-paths.ts';

export const WarningIcon = /* @__PURE__ */ icon('M12 4 2.8 20h18.4zM12 10v4.5M12 17.5h.01');
export const InfoIcon = /* @__PURE__ */ icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8h.01');
export const ErrorIcon = /* @__PURE__ */ icon(
  'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16h.01',
);
export const SuccessIcon = /* @__PURE__ */ icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5');
export const BellIcon = /* @__PURE__ */ icon('M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 21h4');
export const MailIcon = /* @__PURE__ */ icon('M3 6h18v12H3zM3 7l9 7 9-7');
export const CommentIcon = /* @__PURE__ */ icon(paths.COMMENT);

import { icon } from './icon.tsx';

export const EditIcon = /* @__PURE__ */ icon('M4 20h4L19 9l-4-4L4 16zM13 7l4 4');
export const TrashIcon = /* @__PURE__ */ icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const CopyIcon = /* @__PURE__ */ icon('M9 9h11v11H9zM5 15H4V4h11v1');
export const LinkIcon = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
);
export const ShareIcon = /* @__PURE__ */ icon(
  'M6 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M17.5 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8.2 10.8l7.1-3.6M8.2 13.2l7.1 3.6',
);
export const PrintIcon = /* @__PURE__ */ icon('M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z');
export const BookmarkIcon = /* @__PURE__ */ icon('M6 4h12v16l-6-4.5L6 20z');
export const LikeIcon = /* @__PURE__ */ icon(
  'M3 11h4v9H3zM7 11l4-7c2 0 2.7 1.3 2.4 3L13 9.5h5.5c1.4 0 2 1 1.8 2.2l-1.1 6.5A2 2 0 0 1 17.2 20H7',
);
export const StarIcon = /* @__PURE__ */ icon(
  'M12 3.5l2.6 5.5 5.9.8-4.3 4.2 1 6L12 17.1 6.8 20l1-6-4.3-4.2 5.9-.8z',
);
export const SettingsIcon = /* @__PURE__ */ icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
);
export const LogoutIcon = /* @__PURE__ */ icon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4');
export const PlayIcon = /* @__PURE__ */ icon('M7 4.5v15l12-7.5z');
export const PauseIcon = /* @__PURE__ */ icon('M8 5v14M16 5v14');
export const CardIcon = /* @__PURE__ */ icon('M3 6h18v12H3zM3 10h18M7 14.5h4');

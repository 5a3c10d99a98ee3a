import { icon } from './icon.tsx';
// Drawn for the product on a 24 px grid, one path each.
export const SearchIcon = /* @__PURE__ */ icon(
  'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 20 20',
  'SearchIcon',
);
export const CloseIcon = /* @__PURE__ */ icon('M6 6l12 12M18 6 6 18', 'CloseIcon');
export const MenuIcon = /* @__PURE__ */ icon('M4 7h16M4 12h16M4 17h16', 'MenuIcon');
export const ChevronUpIcon = /* @__PURE__ */ icon('M6 15l6-6 6 6', 'ChevronUpIcon');
export const ChevronDownIcon = /* @__PURE__ */ icon('M6 9l6 6 6-6', 'ChevronDownIcon');
export const ChevronLeftIcon = /* @__PURE__ */ icon('M15 6l-6 6 6 6', 'ChevronLeftIcon');
export const ChevronRightIcon = /* @__PURE__ */ icon('M9 6l6 6-6 6', 'ChevronRightIcon');
export const ArrowUpIcon = /* @__PURE__ */ icon('M12 20V4M6 10l6-6 6 6', 'ArrowUpIcon');
export const ArrowDownIcon = /* @__PURE__ */ icon('M12 4v16M6 14l6 6 6-6', 'ArrowDownIcon');
export const ArrowLeftIcon = /* @__PURE__ */ icon('M20 12H4M10 6l-6 6 6 6', 'ArrowLeftIcon');
export const ArrowRightIcon = /* @__PURE__ */ icon('M4 12h16M14 6l6 6-6 6', 'ArrowRightIcon');
export const ExternalIcon = /* @__PURE__ */ icon('M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9', 'ExternalIcon');
export const PlusIcon = /* @__PURE__ */ icon('M12 5v14M5 12h14', 'PlusIcon');
export const MinusIcon = /* @__PURE__ */ icon('M5 12h14', 'MinusIcon');
export const UploadIcon = /* @__PURE__ */ icon('M12 15V4M7 9l5-5 5 5M4 15v5h16v-5', 'UploadIcon');
export const DownloadIcon = /* @__PURE__ */ icon('M12 4v11M7 10l5 5 5-5M4 15v5h16v-5', 'DownloadIcon');
export const FileIcon = /* @__PURE__ */ icon('M14 3H6v18h12V7zM14 3v4h4M9 13h6M9 17h4', 'FileIcon');
export const EditIcon = /* @__PURE__ */ icon('M4 20h4L19 9l-4-4L4 16zM13 7l4 4', 'EditIcon');
export const CopyIcon = /* @__PURE__ */ icon('M9 9h11v11H9zM5 15H4V4h11v1', 'CopyIcon');
export const TrashIcon = /* @__PURE__ */ icon(
  'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  'TrashIcon',
);
export const MoreIcon = /* @__PURE__ */ icon(
  'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4M12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4M19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4',
  'MoreIcon',
);
export const CheckIcon = /* @__PURE__ */ icon('M5 12.5l4.5 4.5L19 7', 'CheckIcon');
export const WarningIcon = /* @__PURE__ */ icon('M12 4 2.8 20h18.4zM12 10v4.5M12 17.5h.01', 'WarningIcon');
export const InfoIcon = /* @__PURE__ */ icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8h.01',
  'InfoIcon',
);
export const ErrorIcon = /* @__PURE__ */ icon(
  'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16h.01',
  'ErrorIcon',
);
export const SuccessIcon = /* @__PURE__ */ icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.5',
  'SuccessIcon',
);
export const CalendarIcon = /* @__PURE__ */ icon('M4 6h16v14H4zM4 10h16M8 3v4M16 3v4', 'CalendarIcon');
export const ClockIcon = /* @__PURE__ */ icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  'ClockIcon',
);
export const HeartIcon = /* @__PURE__ */ icon(
  'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20',
  'HeartIcon',
);
export const BoltIcon = /* @__PURE__ */ icon('M13 3 5 14h6l-1 7 8-11h-6z', 'BoltIcon');
export const MountainIcon = /* @__PURE__ */ icon('M2 19 9 6l4.5 8M11 19l5-8 6 8z', 'MountainIcon');
export const FootstepsIcon = /* @__PURE__ */ icon(
  'M7.5 4C5.7 4 5 6 5.3 8.2L6 12h3.2l.5-3.6C10 6 9.3 4 7.5 4M6.2 14.5h3L8.8 17H6.8zM16.5 8c1.8 0 2.5 2 2.2 4.2L18 16h-3.2l-.5-3.6C14 10 14.7 8 16.5 8M14.8 18.5h3l-.6 2.5h-2z',
  'FootstepsIcon',
);
export const GaugeIcon = /* @__PURE__ */ icon('M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14h.01', 'GaugeIcon');
export const UserIcon = /* @__PURE__ */ icon(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c.6-3.5 3.8-5 8-5s7.4 1.5 8 5',
  'UserIcon',
);
export const UsersIcon = /* @__PURE__ */ icon(
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 19c.5-3 3-4.5 6.5-4.5s6 1.5 6.5 4.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2.3.6 3.7 2 4 4.2',
  'UsersIcon',
);
export const UserPlusIcon = /* @__PURE__ */ icon(
  'M10 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3 19c.5-3 3.2-4.5 7-4.5s6.5 1.5 7 4.5M19 7v6M16 10h6',
  'UserPlusIcon',
);
export const LockIcon = /* @__PURE__ */ icon('M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3', 'LockIcon');
export const GlobeIcon = /* @__PURE__ */ icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  'GlobeIcon',
);
export const LinkIcon = /* @__PURE__ */ icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  'LinkIcon',
);
export const SunIcon = /* @__PURE__ */ icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19',
  'SunIcon',
);
export const MoonIcon = /* @__PURE__ */ icon(
  'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  'MoonIcon',
);
export const MonitorIcon = /* @__PURE__ */ icon('M3 5h18v11H3zM8 20h8M12 16v4', 'MonitorIcon');
export const PlayIcon = /* @__PURE__ */ icon('M7 4.5v15l12-7.5z', 'PlayIcon');
export const PauseIcon = /* @__PURE__ */ icon('M8 5v14M16 5v14', 'PauseIcon');
export const MapIcon = /* @__PURE__ */ icon(
  'M9 4 3 6.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20',
  'MapIcon',
);
export const PinIcon = /* @__PURE__ */ icon(
  'M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21M12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  'PinIcon',
);
export const RouteIcon = /* @__PURE__ */ icon(
  'M6 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4M18 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8 18h7.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H16',
  'RouteIcon',
);
export const LogoutIcon = /* @__PURE__ */ icon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4', 'LogoutIcon');
export const BellIcon = /* @__PURE__ */ icon('M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 21h4', 'BellIcon');
export const EyeIcon = /* @__PURE__ */ icon(
  'M2 12c2.5-4.5 6-6.5 10-6.5s7.5 2 10 6.5c-2.5 4.5-6 6.5-10 6.5S4.5 16.5 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  'EyeIcon',
);
export const EyeOffIcon = /* @__PURE__ */ icon(
  'M4 4l16 16M9.5 5.8c.8-.2 1.6-.3 2.5-.3 4 0 7.5 2 10 6.5-.8 1.4-1.7 2.6-2.7 3.5M6 7.5C4.5 8.6 3.2 10.1 2 12c2.5 4.5 6 6.5 10 6.5 1.6 0 3-.3 4.4-.9M10 10a3 3 0 0 0 4.1 4.1',
  'EyeOffIcon',
);
export const SettingsIcon = /* @__PURE__ */ icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  'SettingsIcon',
);
export const FilterIcon = /* @__PURE__ */ icon('M4 6h16M7 12h10M10 18h4', 'FilterIcon');
export const StarIcon = /* @__PURE__ */ icon(
  'M12 3.5l2.6 5.5 5.9.8-4.3 4.2 1 6L12 17.1 6.8 20l1-6-4.3-4.2 5.9-.8z',
  'StarIcon',
);
export const TrophyIcon = /* @__PURE__ */ icon(
  'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 14v4M8 20h8',
  'TrophyIcon',
);
export const FlagIcon = /* @__PURE__ */ icon('M5 21V4M5 5c5-2.5 9 2.5 14 0v9c-5 2.5-9-2.5-14 0', 'FlagIcon');
export const CameraIcon = /* @__PURE__ */ icon(
  'M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  'CameraIcon',
);
export const CommentIcon = /* @__PURE__ */ icon('M4 5h16v11h-8l-5 4v-4H4z', 'CommentIcon');
export const LikeIcon = /* @__PURE__ */ icon(
  'M3 11h4v9H3zM7 11l4-7c2 0 2.7 1.3 2.4 3L13 9.5h5.5c1.4 0 2 1 1.8 2.2l-1.1 6.5A2 2 0 0 1 17.2 20H7',
  'LikeIcon',
);
export const ShareIcon = /* @__PURE__ */ icon(
  'M6 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M17.5 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8.2 10.8l7.1-3.6M8.2 13.2l7.1 3.6',
  'ShareIcon',
);
export const PrintIcon = /* @__PURE__ */ icon('M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z', 'PrintIcon');
export const UndoIcon = /* @__PURE__ */ icon('M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3', 'UndoIcon');
export const RedoIcon = /* @__PURE__ */ icon('M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3', 'RedoIcon');
export const RefreshIcon = /* @__PURE__ */ icon(
  'M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5',
  'RefreshIcon',
);
export const CutIcon = /* @__PURE__ */ icon(
  'M6 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.5 8.7 20 18M8.5 15.3 20 6',
  'CutIcon',
);
export const BookmarkIcon = /* @__PURE__ */ icon('M6 4h12v16l-6-4.5L6 20z', 'BookmarkIcon');
export const MailIcon = /* @__PURE__ */ icon('M3 6h18v12H3zM3 7l9 7 9-7', 'MailIcon');
export const CardIcon = /* @__PURE__ */ icon('M3 6h18v12H3zM3 10h18M7 14.5h4', 'CardIcon');
export const ThermometerIcon = /* @__PURE__ */ icon(
  'M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0M12 10v7',
  'ThermometerIcon',
);
export const DumbbellIcon = /* @__PURE__ */ icon('M7 7v10M17 7v10M4 9.5v5M20 9.5v5M7 12h10', 'DumbbellIcon');
export const ListIcon = /* @__PURE__ */ icon(
  'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  'ListIcon',
);
export const ChartIcon = /* @__PURE__ */ icon('M4 4v16h16M8 15l3.5-5 3.5 3 4-6', 'ChartIcon');
export const LayersIcon = /* @__PURE__ */ icon('M12 4 3 9l9 5 9-5zM3 14l9 5 9-5', 'LayersIcon');
export const LocateIcon = /* @__PURE__ */ icon(
  'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12M12 2v4M12 18v4M2 12h4M18 12h4',
  'LocateIcon',
);

import { icon } from './icon.tsx';

export const UploadIcon = /* @__PURE__ */ icon('M12 15V4M7 9l5-5 5 5M4 15v5h16v-5');
export const DownloadIcon = /* @__PURE__ */ icon('M12 4v11M7 10l5 5 5-5M4 15v5h16v-5');
export const FileIcon = /* @__PURE__ */ icon('M14 3H6v18h12V7zM14 3v4h4M9 13h6M9 17h4');
export const CameraIcon = /* @__PURE__ */ icon(
  'M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
);

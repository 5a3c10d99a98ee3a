import { icon } from './icon.tsx';
import * as paths from './paths.ts';
export const UndoIcon = /* @__PURE__ */ icon(paths.UNDO);
export const RedoIcon = /* @__PURE__ */ icon(paths.REDO);
export const CutIcon = /* @__PURE__ */ icon(
  'M6 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.5 8.7 20 18M8.5 15.3 20 6',
);
export const ListIcon = /* @__PURE__ */ icon(paths.LIST);

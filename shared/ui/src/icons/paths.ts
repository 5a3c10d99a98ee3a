// Of icons that are also drawn without React, on a 24 px grid.
export const ROUTE =
  'M6 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4M18 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8 18h7.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H16';
export const UNDO = 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3';
export const REDO = 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3';
export const LIST = 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01';
export const EXPAND = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5';
export const PLUS = 'M12 5v14M5 12h14';
export const MINUS = 'M5 12h14';
export const LOCATE = 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12M12 2v4M12 18v4M2 12h4M18 12h4';

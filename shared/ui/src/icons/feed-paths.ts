// Of stories and the levels of their privacy, which are also drawn without React, on a 24 px grid.
export const COMMENT = 'M4 5h16v11h-8l-5 4v-4H4z';
export const TROPHY = 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 14v4M8 20h8';
export const FLAG = 'M5 21V4M5 5c5-2.5 9 2.5 14 0v9c-5 2.5-9-2.5-14 0';
export const LOCK = 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3';
export const USERS =
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 19c.5-3 3-4.5 6.5-4.5s6 1.5 6.5 4.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2.3.6 3.7 2 4 4.2';
export const GLOBE =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18';

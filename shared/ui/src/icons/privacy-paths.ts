// Of the levels of privacy, which are also drawn without React, on a 24 px grid.
export const LOCK = 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3';
export const USERS =
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 19c.5-3 3-4.5 6.5-4.5s6 1.5 6.5 4.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2.3.6 3.7 2 4 4.2';
export const GLOBE =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18';

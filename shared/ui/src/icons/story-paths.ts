// Of stories, which are also drawn without React, on a 24 px grid.
export const COMMENT = 'M4 5h16v11h-8l-5 4v-4H4z';
export const TROPHY = 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 14v4M8 20h8';
export const FLAG = 'M5 21V4M5 5c5-2.5 9 2.5 14 0v9c-5 2.5-9-2.5-14 0';

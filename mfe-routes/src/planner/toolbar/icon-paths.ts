// What the tools look like, on a 24 px grid.
export const FOOT =
  'M13 4.5a1.5 1.5 0 1 0 .01 0M9 21l2.5-6L9 12l1-5h3l2 3.5 3 1M13.5 16l2.5 5M10 7.5 7 9l-1 3.5';
export const BIKE =
  'M5.5 13a4 4 0 1 0 .01 0M18.5 13a4 4 0 1 0 .01 0M5.5 17 9 9h6l3.5 8M9 9l3.5 8M15 9l-2.5 8h-7M8 9h2.5M15 9V6h2.5';
export const CAR =
  'M4 16v-4l2-5.5h12L20 12v4M3 16h18v2.5H3zM4.5 11.5h15M6 18.5V20M18 18.5V20M7 14h1.5M15.5 14H17';
export const STRAIGHT = 'M6 16.5a1.9 1.9 0 1 0 .01 0M18 4.6a1.9 1.9 0 1 0 .01 0M7.5 17 16.6 7.8';
export const NOTE = 'M5 4h14v11l-5 5H5zM19 15h-5v5M8.5 9h7M8.5 12.5h4';
export const SPLIT = 'M3 12h6M15 12h6M12 9.2a2.8 2.8 0 1 0 .01 0M12 3v2.5M12 18.5V21';
export const AVOID = 'M12 4a8 8 0 1 0 .01 0M6.4 6.4l11.2 11.2';
export const SHAPE = 'M5 19c8 1 12-3 11-7s-8-2-7-5 5-3.5 9-3M15.5 1.8 18.5 4l-2 3';
export const KEYBOARD = 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M7.5 14h9';

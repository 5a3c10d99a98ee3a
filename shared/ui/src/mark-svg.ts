// A painted blaze: an upright rectangle with two stripes, the lower one broken into a path that leaves to the right.
export const BLAZE =
  'M7.5 1h9A3.5 3.5 0 0 1 20 4.5v15a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 19.5v-15A3.5 3.5 0 0 1 7.5 1zM8 5a1.5 1.5 0 0 0 0 3h8a1.5 1.5 0 0 0 0-3zM8 16.5a1.5 1.5 0 0 0 0 3h1c3.2 0 4.6-1.7 5.6-3.5.8-1.5 1.4-2.5 3.4-2.5H20v-3H18c-3.6 0-4.9 2-6 4-.7 1.3-1.3 2-3 2z';

/** The mark as SVG text, for the icon in the browser's tab. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#d6451b}@media(prefers-color-scheme:dark){path{fill:#ff7a4d}}</style><path fill-rule="evenodd" d="${BLAZE}"/></svg>`;

import type { Turn } from '@waymark/routes';

/** One way in from below, one way out. */
const PATHS: Readonly<Record<Exclude<Turn, 'generic'>, string>> = {
  straight: 'M12 21V4M6 10l6-6 6 6',
  left: 'M16 21V11a2 2 0 0 0-2-2H4M9 4 4 9l5 5',
  right: 'M8 21V11a2 2 0 0 1 2-2h10M15 4l5 5-5 5',
  slight_left: 'M15 21v-7L7 5M7 12V5h7',
  slight_right: 'M9 21v-7l8-9M17 12V5h-7',
  sharp_left: 'M16 21V5L6 15M6 8v7h7',
  sharp_right: 'M8 21V5l10 10M18 8v7h-7',
  u_turn: 'M17 21V9a5 5 0 0 0-10 0v9M3 14l4 4 4-4',
};
const NOTE = 'M6 3h12v13l-4 5H6zM9 8h6M9 12h6';

/** Decoration: the instruction beside it says the same. */
export function TurnIcon({ turn }: { turn: Turn }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke={turn === 'generic' ? 'var(--wm-sky)' : 'currentColor'}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={turn === 'generic' ? NOTE : PATHS[turn]} />
    </svg>
  );
}

import type { ChallengeAward } from '@waymark/api-contract';

type AwardKind = ChallengeAward['kind'];

interface MedalColours {
  edge: string;
  face: string;
  relief: string;
  text: string;
}

const COLOURS: Readonly<Record<AwardKind, MedalColours>> = {
  completed: { edge: '#a8330f', face: '#d6451b', relief: '#e86a45', text: '#fff' },
  rank_1: { edge: '#8f6400', face: '#e0aa2e', relief: '#f0c968', text: '#3d2b00' },
  rank_2: { edge: '#66727c', face: '#b4bfc8', relief: '#d3dbe1', text: '#22292f' },
  rank_3: { edge: '#7a4620', face: '#c07f4c', relief: '#d7a278', text: '#331a06' },
};
/** Of an award that is still to be won. */
const UNEARNED: MedalColours = { edge: '#8d948f', face: '#c9cec9', relief: '#dbdfda', text: '#5b635e' };

const NUMERALS = { rank_1: '1', rank_2: '2', rank_3: '3' } as const;
const FLAG =
  '<path d="M86 72v62M86 76h42l-10 13 10 13H86" fill="none" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"';

/** The medal of an award as the content of an SVG of 200 by 200: a ribbon, and hills in relief on a disc. */
export function drawMedal(kind: AwardKind, isEarned = true): string {
  const { edge, face, relief, text } = isEarned ? COLOURS[kind] : UNEARNED;
  const emblem =
    kind === 'completed'
      ? `${FLAG} stroke="${text}"/>`
      : `<text x="100" y="133" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="76" fill="${text}">${NUMERALS[kind]}</text>`;
  return (
    `<path d="M62 0h30l16 44-26 12z" fill="#2f6b4f"/><path d="M138 0h-30L92 44l26 12z" fill="#3f8463"/>` +
    `<circle cx="100" cy="112" r="82" fill="${edge}"/><circle cx="100" cy="112" r="74" fill="${face}"/>` +
    `<path d="M28 129c22-28 37-27 53-9 14 15 25 14 39-5 15-21 32-23 53 4v3a74 74 0 0 1-145 7z" fill="${relief}"/>` +
    `<circle cx="100" cy="112" r="66" fill="none" stroke="${relief}" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"/>` +
    emblem
  );
}

interface AwardMedalProps {
  kind: AwardKind;
  /** In pixels. */
  size: number;
  /** Default true; otherwise it is gray. */
  isEarned?: boolean;
}

/** The medal of an award. Its name stands beside it, so that it says nothing to screen readers. */
export function AwardMedal({ kind, size, isEarned = true }: AwardMedalProps) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${drawMedal(kind, isEarned)}</svg>`;
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      width={size}
      height={size}
      decoding="async"
    />
  );
}

import { Flex } from '@waymark/ui';
import type { ReactNode } from 'react';

/** Colour by day and by night, and the dashes of the line: who does not see the one sees the other. */
export const LINE_STYLES: readonly { light: string; dark: string; dash: readonly number[] }[] = [
  { light: '#c23b12', dark: '#ff8f63', dash: [] },
  { light: '#1f6fa8', dark: '#74bcf0', dash: [10, 4] },
  { light: '#7a3fa0', dark: '#cfa6f2', dash: [3, 4] },
  { light: '#00695c', dark: '#52d3c0', dash: [14, 4, 3, 4] },
  { light: '#805a00', dark: '#e3b84f', dash: [7, 7] },
];

export const lineColor = (at: number): string =>
  `light-dark(${LINE_STYLES[at]!.light}, ${LINE_STYLES[at]!.dark})`;

/** A name with the line it is drawn by. */
export function Swatch({ at, children }: { at: number; children: ReactNode }) {
  return (
    <Flex as="span" align="center" gap={2} minW={0}>
      <svg width="28" height="10" aria-hidden="true" style={{ flex: 'none' }}>
        <line
          x1="1"
          x2="27"
          y1="5"
          y2="5"
          strokeWidth="3"
          strokeDasharray={LINE_STYLES[at]!.dash.join(' ')}
          style={{ stroke: lineColor(at) }}
        />
      </svg>
      <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
    </Flex>
  );
}

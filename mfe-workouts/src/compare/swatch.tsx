import { Flex } from '@waymark/ui';
import type { ReactNode } from 'react';
import { lineColor, LINE_STYLES } from './palette.ts';

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

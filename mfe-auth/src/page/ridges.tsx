import { Box } from '@waymark/ui';
import { useState } from 'react';
import { HEIGHT, landscape, WIDTH } from './landscape.ts';

/** A trail over hills up to a summit: decoration, so nothing of it is read out. */
export function Ridges() {
  const { rows, summit } = useState(landscape)[0];
  return (
    <Box
      aria-hidden="true"
      position="absolute"
      inset={0}
      overflow="hidden"
      borderRadius="lg"
      bg="sunken"
      color="blaze"
      data-print="hide"
    >
      <svg
        width="100%"
        height="100%"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {rows.map(({ ridge, trail }) => (
          <g key={ridge} stroke="currentColor">
            <path
              d={`${ridge}V${HEIGHT + 200}H0Z`}
              fill="var(--wm-sunken)"
              strokeOpacity={0.34}
              strokeWidth={1.25}
            />
            <path d={trail} strokeWidth={4} />
          </g>
        ))}
        <circle cx={summit.x} cy={summit.y} r={7} fill="currentColor" />
      </svg>
    </Box>
  );
}

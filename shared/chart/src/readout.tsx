import { Box, Flex } from '@waymark/ui';
import type { ReactNode } from 'react';

/** The line above a chart that tells the place being read; it keeps its room, so that nothing jumps. */
export function Readout({ children }: { children: ReactNode }) {
  return (
    <Flex
      minH={{ base: '3.2em', md: '1.6em' }}
      align={{ base: 'flex-start', md: 'center' }}
      wrap="wrap"
      columnGap={3}
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </Flex>
  );
}

/** How something is drawn: its colour, and its shape for those who cannot tell the colours apart. */
export interface Look {
  colour: string;
  shape: 'bar' | 'ghost' | 'line' | 'dashes' | 'area';
}

function Sample({ colour, shape }: Look) {
  const line = { stroke: colour, strokeWidth: 2.5, fill: 'none' };
  return (
    <svg width="20" height="12" aria-hidden="true" style={{ flex: 'none' }}>
      {shape === 'bar' && <rect x="6" width="8" height="12" rx="2" fill={colour} />}
      {shape === 'ghost' && (
        <rect x="4.5" y=".5" width="11" height="11" rx="2" fill="var(--wm-sunken)" stroke={colour} />
      )}
      {shape === 'line' && <path d="M0 6H20" {...line} />}
      {shape === 'dashes' && <path d="M0 6H20" {...line} strokeDasharray="5 3" />}
      {shape === 'area' && <path d="M0 12V7L7 3L13 6L20 2V12Z" fill={colour} opacity=".55" />}
    </svg>
  );
}

/** What the colours and shapes of a chart stand for. */
export function Legend({ items }: { items: readonly (Look & { label: ReactNode })[] }) {
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap={5} rowGap={1} fontSize="sm" color="muted">
      {items.map(({ label, ...look }) => (
        <Flex as="li" key={`${look.shape}${look.colour}`} align="center" gap={2}>
          <Sample {...look} />
          <Box as="span">{label}</Box>
        </Flex>
      ))}
    </Flex>
  );
}

import { Box, Figure } from '@waymark/ui';
import type { Shown } from '@waymark/units';

/** A figure of the second rank: its name above, itself in the size of a heading. */
export function SmallFigure({ label, value, unit }: { label: string } & Shown) {
  return (
    <Box role="group" aria-label={label} minW="84px">
      <Box fontSize="xs" color="muted" lineHeight={1.4}>
        {label}
      </Box>
      <Figure value={value} unit={unit} size="md" />
    </Box>
  );
}

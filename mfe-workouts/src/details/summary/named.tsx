import { Box } from '@waymark/ui';

/** The head of a column of figures: its name, and lighter the unit that all of them have. */
export function Named({ name, unit }: { name: string; unit: string }) {
  return (
    <>
      {name}{' '}
      <Box as="span" fontWeight={400} whiteSpace="nowrap">
        {unit}
      </Box>
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import { Box, Stack } from '@waymark/ui';
import type { ReactNode } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

/** Says what a click does now, while it is not drawing. */
export function ToolHint({ planner, children }: { planner: Planner; children?: ReactNode }) {
  const tool = usePlanner(planner, (state) => state.tool);
  const empty = usePlanner(planner, (state) => state.plan.start === null && state.preview === null);
  if (tool === 'draw' && !empty) return null;
  return (
    <Stack
      position="absolute"
      top={3}
      left="50%"
      translate="-50% 0"
      zIndex={1}
      gap={2}
      align="center"
      w="max-content"
      maxW={{ base: 'calc(100% - 112px)', md: '420px' }}
    >
      <Box
        role="status"
        px={4}
        py={2}
        bg="surface"
        border="hairline"
        borderRadius="md"
        fontSize="sm"
        textAlign="center"
        pointerEvents="none"
      >
        {tool === 'note' ? (
          <Trans>Choose the place on the line where the note belongs.</Trans>
        ) : tool === 'split' ? (
          <Trans>Choose the place on the line where a point goes.</Trans>
        ) : (
          <Trans>Choose on the map where the route begins.</Trans>
        )}
      </Box>
      {children}
    </Stack>
  );
}

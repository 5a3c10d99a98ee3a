import type { useChunk } from '@waymark/remote';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Flex, Skeleton, type BoxProps } from '@waymark/ui';
import type { ReactNode } from 'react';

interface MapPlaceProps extends Pick<BoxProps, 'h' | 'minH'> {
  /** The code of the map, which comes after the page. */
  chunk: Pick<ReturnType<typeof useChunk>, 'module' | 'failed' | 'retry'>;
  /** Said when it does not come. */
  missing: ReactNode;
  /** The map. */
  children: ReactNode;
}

/** The place of a large map, as wide as a phone; until its code is there it is kept for it. */
export function MapPlace({ chunk, missing, children, ...size }: MapPlaceProps) {
  return (
    <Box
      position="relative"
      mx={{ base: 'calc(50% - 50vw)', md: 0 }}
      overflow="hidden"
      borderRadius={{ base: 0, md: 'md' }}
      css={{ background: 'light-dark(#f4f1ea, #1d2723)' }}
      {...size}
    >
      {children}
      {!chunk.module && !chunk.failed && <Skeleton height="100%" radius="8px" />}
      {chunk.failed && (
        <Flex role="alert" position="absolute" inset={0} align="center" justify="center" gap={3} wrap="wrap">
          {missing}
          <Button size="sm" onClick={chunk.retry}>
            <Trans>Load the map again</Trans>
          </Button>
        </Flex>
      )}
    </Box>
  );
}

import { useFormatLocale } from '@waymark/remote';
import { Box, Flex } from '@waymark/ui';
import { formatDuration, formatNumber } from '@waymark/units';
import type { ReactNode } from 'react';

export interface ZoneBar {
  key: string | number;
  name: ReactNode;
  limits: ReactNode;
  seconds: number;
}

/** Time in each zone as a bar as long as its share, highest zone on top as a chart would have it. `colour` is a CSS variable. */
export function ZoneBars({ zones, colour }: { zones: readonly ZoneBar[]; colour: string }) {
  const locale = useFormatLocale();
  const total = zones.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <Box as="ol" listStyleType="none" p={0} m={0}>
      {zones
        .map(({ key, name, limits, seconds }, i) => (
          <Box as="li" key={key} borderTop="hairline" py={2}>
            <Flex justify="space-between" gap={3} fontSize="sm" fontVariantNumeric="tabular-nums">
              <span>
                <Box as="span" fontWeight={600} me={2}>
                  {name}
                </Box>
                <Box as="span" color="muted">
                  {limits}
                </Box>
              </span>
              <span>
                {formatDuration(seconds)}
                <Box as="span" color="muted" display="inline-block" minW="3.2em" textAlign="end">
                  {formatNumber(total > 0 ? (seconds / total) * 100 : 0, { locale })}
                  {' %'}
                </Box>
              </span>
            </Flex>
            <Box aria-hidden="true" h="10px" mt={1} bg="sunken" borderRadius="sm" overflow="hidden">
              <Box
                h="100%"
                style={{
                  width: `${total > 0 ? ((seconds / total) * 100).toFixed(1) : 0}%`,
                  background: `var(${colour})`,
                  opacity: 0.35 + (0.65 * (i + 1)) / zones.length,
                }}
              />
            </Box>
          </Box>
        ))
        .toReversed()}
    </Box>
  );
}

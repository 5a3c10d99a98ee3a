import type { Workout } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { heartRateSeconds, type Streams } from '@waymark/streams';
import { Box, Flex, Heading, Text } from '@waymark/ui';
import { formatDuration, formatNumber } from '@waymark/units';
import { useMemo } from 'react';

/** Time in each of the member's heart-rate zones, highest on top as a chart would have it. */
export function ZonesSection({ zones, streams }: { zones: Workout['hrZones']; streams: Streams }) {
  const locale = useFormatLocale();
  const seconds = useMemo(
    () =>
      heartRateSeconds(
        streams,
        zones.map(({ start, end }, i) => ({ zone: i + 1, min: start, max: end })),
      ),
    [streams, zones],
  );
  const total = seconds.reduce((sum, s) => sum + s, 0);
  const most = Math.max(...seconds);
  return (
    <Box as="section" aria-labelledby="zones" minW={0} position={{ lg: 'sticky' }} top="24px">
      <Heading level={2} id="zones" mb={3}>
        <Trans>Heart-rate zones</Trans>
      </Heading>
      <Box as="ol" listStyleType="none" p={0} m={0}>
        {zones
          .map((zone, i) => (
            <Box as="li" key={zone.start} borderTop="hairline" py={2}>
              <Flex justify="space-between" gap={3} fontSize="sm" fontVariantNumeric="tabular-nums">
                <span>
                  <Box as="span" fontWeight={600} me={2}>
                    <ZoneName number={i + 1} name={zone.name} />
                  </Box>
                  <Box as="span" color="muted">
                    <Limits zone={zone} first={i === 0} last={i === zones.length - 1} />
                  </Box>
                </span>
                <span>
                  {formatDuration(seconds[i])}
                  <Box as="span" color="muted" display="inline-block" minW="3.2em" textAlign="end">
                    {formatNumber(total > 0 ? (seconds[i]! / total) * 100 : 0, { locale })}
                    {' %'}
                  </Box>
                </span>
              </Flex>
              <Box aria-hidden="true" h="10px" mt={1} bg="sunken" borderRadius="sm" overflow="hidden">
                <Box
                  h="100%"
                  style={{
                    width: `${most > 0 ? ((seconds[i]! / most) * 100).toFixed(1) : 0}%`,
                    background: 'var(--wm-stream-heartrate)',
                    opacity: 0.35 + (0.65 * (i + 1)) / zones.length,
                  }}
                />
              </Box>
            </Box>
          ))
          .toReversed()}
      </Box>
      <Text muted size="xs" mt={2}>
        <Plural
          value={Math.round(total / 60)}
          one="# minute with a heart rate."
          other="# minutes with a heart rate."
        />
      </Text>
    </Box>
  );
}

/** Zones that nobody named carry a technical name; a member's own name stands as it is. */
function ZoneName({ number, name }: { number: number; name: string }) {
  return !name || /^zone\s*\d+$/i.test(name) ? <Trans>Zone {number}</Trans> : name;
}

function Limits({
  zone: { start, end },
  first,
  last,
}: {
  zone: Workout['hrZones'][number];
  first: boolean;
  last: boolean;
}) {
  const { t } = useLingui();
  if (first) return t`up to ${end} bpm`;
  return last ? t`${start} bpm and above` : t`${start}–${end} bpm`;
}

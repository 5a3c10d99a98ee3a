import { Trans } from '@lingui/react/macro';
import { Box, Text } from '@waymark/ui';

/** How the figures of an imported workout are found, for everyone who compares them with their watch. */
export function FigureNotes() {
  return (
    <Box as="details" borderTop="hairline" pt={2}>
      <Box as="summary" cursor="pointer" fontWeight={600} py="10px">
        <Trans>How ascent and moving time are computed</Trans>
      </Box>
      <Text mt={3} color="muted" size="sm">
        <Trans>
          Ascent: each altitude becomes the median of itself and its neighbors, the line is smoothed by half
          of the step before and rounded to the centimeter, and a rise counts once it is 2 meters above the
          last low. Descent is the mirror image.
        </Trans>
      </Text>
      <Text mt={2} color="muted" size="sm">
        <Trans>
          Moving time: the seconds in which you were faster than 1.5 km/h on a run, 4 km/h on a ride, and 0.3
          meters per second elsewhere. Paused time and stopped time are counted separately.
        </Trans>
      </Text>
    </Box>
  );
}

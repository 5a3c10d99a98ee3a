import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import type { Streams } from '@waymark/streams';
import { useAfterPaint, useChunk } from '@waymark/remote';
import { Box, Button, Grid, Stack } from '@waymark/ui';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { SplitsSection } from '../splits/splits-section.tsx';

const loadDepth = () => import(/* webpackChunkName: "analysis" */ './depth-chunk.ts');

/** Out of sight nothing of it is laid out or painted: a pointer over the chart above need not wait for it. */
const LATER = { contentVisibility: 'auto', containIntrinsicSize: 'auto 900px' } as const;

/** What can be worked out from a recording: splits, time in zones, best efforts. */
export function Analysis({
  workout,
  streams,
  selection,
}: {
  workout: Workout;
  streams: Streams;
  selection: RecordingSelection;
}) {
  const { distance, heartrate, power } = streams.columns;
  const painted = useAfterPaint();
  const hasZones = heartrate !== undefined && workout.hrZones.length > 0;
  const hasSplits = distance !== undefined && (distance.at(-1) ?? 0) > 0;
  const some = hasSplits || hasZones || power !== undefined;
  const { module: depth, failed, retry } = useChunk(loadDepth, painted && some);
  if (!some) return null;
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        lg: hasSplits ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)',
      }}
      gap={{ base: 8, lg: 12 }}
      alignItems="start"
      css={LATER}
    >
      {hasSplits && <SplitsSection workout={workout} streams={streams} selection={selection} />}
      <Stack gap={8}>
        {failed && (
          <Box>
            <Button size="sm" onClick={retry}>
              <Trans>Show zones and best efforts</Trans>
            </Button>
          </Box>
        )}
        {depth && hasZones && <depth.ZonesSection workout={workout} streams={streams} />}
        {depth && power && <depth.PowerSection workout={workout} streams={streams} />}
        {depth && <depth.EffortsSection workout={workout} streams={streams} selection={selection} />}
      </Stack>
    </Grid>
  );
}

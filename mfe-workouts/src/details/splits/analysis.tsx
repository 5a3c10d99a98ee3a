import type { Workout } from '@waymark/api-contract';
import type { Streams } from '@waymark/streams';
import { Grid } from '@waymark/ui';
import type { Focus } from '../recording/focus.ts';
import { SplitsSection } from './splits-section.tsx';
import { ZonesSection } from './zones-section.tsx';

/** What can be worked out from a recording: splits, and time in heart-rate zones. */
export function Analysis({ workout, streams, focus }: { workout: Workout; streams: Streams; focus: Focus }) {
  const { distance, heartrate } = streams.columns;
  const hasZones = heartrate !== undefined && workout.hrZones.length > 0;
  const hasSplits = distance !== undefined && (distance.at(-1) ?? 0) > 0;
  if (!hasSplits && !hasZones) return null;
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        lg: hasSplits && hasZones ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)',
      }}
      gap={{ base: 8, lg: 12 }}
      alignItems="start"
    >
      {hasSplits && <SplitsSection workout={workout} streams={streams} focus={focus} />}
      {hasZones && <ZonesSection zones={workout.hrZones} streams={streams} />}
    </Grid>
  );
}

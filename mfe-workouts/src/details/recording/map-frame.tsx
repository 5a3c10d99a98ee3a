import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Streams } from '@waymark/streams';
import { useChunk } from '@waymark/remote';
import { Box, Button, Flex } from '@waymark/ui';
import { sketchPath } from '@waymark/streams';
import { useMemo } from 'react';
import '../look.css';
import type { RecordingSelection, Part } from '../selection/recording-selection.ts';

const loadMap = () => import(/* webpackChunkName: "map" */ '../map/map-panel.tsx');

interface MapFrameProps {
  workout: Workout;
  streams: Streams | undefined;
  selection: RecordingSelection;
  wanted: boolean;
  kept?: readonly Part[];
  onPick?: (index: number) => void;
}

/** The room of the map: a sketch of the track at once, the map in its place when it is there. */
export function MapFrame({ workout, streams, selection, wanted, kept, onPick }: MapFrameProps) {
  const { t } = useLingui();
  const { module, failed, retry } = useChunk(loadMap, wanted);
  const polyline = workout.preview.polyline ?? '';
  return (
    <div className="wm-w-map">
      {module ? (
        <module.MapPanel
          polyline={polyline}
          streams={streams}
          group={kept || onPick ? undefined : workout.activity_group}
          selection={selection}
          label={t`Map of ${workout.name}`}
          kept={kept}
          onPick={onPick}
        />
      ) : (
        <Sketch polyline={polyline} />
      )}
      {failed && (
        <Flex
          role="alert"
          position="absolute"
          bottom={3}
          left={3}
          right={3}
          wrap="wrap"
          align="center"
          gap={3}
          px={3}
          py={2}
          bg="surface"
          borderRadius="md"
          fontSize="sm"
        >
          <Box as="span" flex="1 1 auto">
            <Trans>The map could not be loaded.</Trans>
          </Box>
          <Button size="sm" onClick={retry}>
            <Trans>Load the map again</Trans>
          </Button>
        </Flex>
      )}
    </div>
  );
}

function Sketch({ polyline }: { polyline: string }) {
  const { t } = useLingui();
  const path = useMemo(() => sketchPath(polyline, 600, 420, 36), [polyline]);
  return (
    <svg viewBox="0 0 600 420" role="img" aria-label={t`Sketch of the track`}>
      <path
        d={path}
        fill="none"
        stroke="var(--wm-blaze)"
        strokeWidth={4}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

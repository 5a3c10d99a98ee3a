import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { runningTotals, segmentStats, type Streams } from '@waymark/streams';
import { Box, Button, CloseIcon, Flex, SearchIcon, useViewport, VisuallyHidden } from '@waymark/ui';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type RecordingSelection, useSelectedPart } from '../selection/recording-selection.ts';
import { SmallFigure } from '../summary/small-figure.tsx';
import type { Axis } from './axis.ts';
import { partFigures } from './part-figures.ts';
import { PartFields } from './part-fields.tsx';

interface SelectedPartProps {
  streams: Streams;
  group: string;
  axis: Axis;
  selection: RecordingSelection;
  zoomed: boolean;
  onZoom: (part: { from: number; to: number } | null) => void;
}

/** The figures of the selected part; without one, how to select it. */
export function SelectedPart({ streams, group, axis, selection, zoomed, onZoom }: SelectedPartProps) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { isMobile } = useViewport();
  // Working out long parts may take longer than a frame: the pointer goes first.
  const part = useDeferredValue(useSelectedPart(selection));
  const totals = useMemo(() => runningTotals(streams), [streams]);
  const figures = useMemo(
    () =>
      part && partFigures(segmentStats(streams, part.from, part.to, totals), { group, system, locale, i18n }),
    [part, streams, totals, group, system, locale, i18n],
  );
  return (
    <Box
      as="section"
      aria-label={t`Selected part`}
      data-print={part ? undefined : 'hide'}
      bg="sunken"
      borderRadius="md"
      px={4}
      py={3}
    >
      <Flex gap={3} wrap="wrap" align="flex-end" justify="space-between">
        <PartFields axis={axis} part={part} onPart={(next) => selection.patch({ part: next })} />
        <Flex gap={2} wrap="wrap">
          {part && (
            <Button size="sm" icon={<SearchIcon />} onClick={() => onZoom(part)}>
              <Trans>Zoom to it</Trans>
            </Button>
          )}
          {zoomed && (
            <Button size="sm" onClick={() => onZoom(null)}>
              <Trans>Show all</Trans>
            </Button>
          )}
          {part && (
            <Button
              size="sm"
              variant="quiet"
              icon={<CloseIcon />}
              onClick={() => selection.patch({ part: null })}
            >
              <Trans>Clear</Trans>
            </Button>
          )}
        </Flex>
      </Flex>
      {figures ? (
        <Flex wrap="wrap" columnGap={6} rowGap={2} mt={3}>
          {figures.map(({ key, ...figure }) => (
            <SmallFigure key={key} {...figure} />
          ))}
        </Flex>
      ) : (
        <Box mt={2} fontSize="sm" color="muted">
          {isMobile ? (
            <Trans>
              Hold a finger on the chart and drag, choose a split below, or enter a start and an end to see
              the figures of a part.
            </Trans>
          ) : (
            <Trans>
              Drag over the chart, choose a split below, or enter a start and an end to see the figures of a
              part.
            </Trans>
          )}
        </Box>
      )}
      <Announced
        text={figures?.map(({ label, value, unit }) => `${label} ${value} ${unit}`.trim()).join(', ') ?? ''}
      />
    </Box>
  );
}

const SETTLED_MS = 500;

/** Read aloud once a selection has come to rest, not at each pixel of a drag. */
function Announced({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status">
      <VisuallyHidden>{said}</VisuallyHidden>
    </div>
  );
}

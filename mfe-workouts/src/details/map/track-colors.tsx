import { useLingui } from '@lingui/react/macro';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import type { LngLat, TrackMap } from '@waymark/map';
import { LazyMapStreetsHint } from '@waymark/remote/map-streets-hint';
import { MISSING, type Streams } from '@waymark/streams';
import { Box, ChartIcon, CheckIcon, Flex, Menu } from '@waymark/ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Line } from '../chart/lines.ts';
import { useLines } from '../chart/use-lines.ts';
import { SHADE_COLORS, shadeTrack, type ShadedTrack } from './track-shades.ts';

function firstPlaceOf({ columns: { lat, lng } }: Streams): LngLat | undefined {
  const at = lat?.findIndex((value) => value !== MISSING) ?? -1;
  return lng && at >= 0 ? [lng[at]! / 1e7, lat![at]! / 1e7] : undefined;
}

/** In one color. */
const PLAIN = '';

interface TrackColors {
  lines: readonly Line[];
  line: Line | undefined;
  shaded: ShadedTrack | null;
  choose: (key: string) => void;
}

/** By which series the track is colored: the one chosen last in this browser, where the recording has it. */
function useTrackColors(streams: Streams, group: string): TrackColors {
  const lines = useLines(streams, group);
  const [key, setKey] = useState(() => readLocal('waymark.track_color') ?? PLAIN);
  const line = lines.find((one) => one.key === key);
  const shaded = useMemo(() => (line ? shadeTrack(streams, line) : null), [streams, line]);
  return {
    lines,
    line,
    shaded,
    choose(next) {
      setKey(next);
      writeLocal('waymark.track_color', next);
    },
  };
}

/** The choice of what colors the track, for the buttons of the map. */
function TrackColorMenu({ colors: { lines, line, choose } }: { colors: TrackColors }) {
  const { t } = useLingui();
  if (lines.length === 0) return null;
  const plain = t`One color`;
  const chosen = line?.label ?? plain;
  const items = [{ key: PLAIN, label: plain }, ...lines.map(({ key, label }) => ({ key, label }))];
  return (
    <Box bg="surface">
      <Menu
        label={t`Color of the track: ${chosen}`}
        icon={<ChartIcon />}
        size="sm"
        align="end"
        items={items.map(({ key, label }) => ({
          label,
          icon: key === (line?.key ?? PLAIN) ? <CheckIcon /> : <Box as="span" w="1.25em" />,
          onSelect: () => choose(key),
        }))}
      />
    </Box>
  );
}

/** What the colors of the track stand for. */
function TrackLegend({ colors: { line, shaded } }: { colors: TrackColors }) {
  const { t } = useLingui();
  if (!line || !shaded) return null;
  const [low, high] = [line.text(shaded.low), line.text(shaded.high)];
  return (
    <Flex
      position="absolute"
      bottom="36px"
      left={2}
      align="center"
      gap={2}
      px={2}
      py={1}
      bg="surface"
      borderRadius="md"
      fontSize="xs"
      fontVariantNumeric="tabular-nums"
      role="img"
      aria-label={t`${line.label}: from ${low} to ${high}`}
    >
      <span>{low}</span>
      <Flex as="span" borderRadius="sm" overflow="hidden">
        {SHADE_COLORS.map((color) => (
          <span key={color} style={{ width: 12, height: 10, background: color }} />
        ))}
      </Flex>
      <span>{high}</span>
    </Flex>
  );
}

interface TrackColoringProps {
  map: TrackMap;
  streams: Streams;
  group: string;
  /** The map's buttons, with the menu of colors among them. */
  children: (menu: ReactNode) => ReactNode;
}

/** Colors the track on the map by what was recorded. */
export function TrackColoring({ map, streams, group, children }: TrackColoringProps) {
  const colors = useTrackColors(streams, group);
  const { shaded } = colors;
  useEffect(() => map.setShades(shaded), [map, shaded]);
  const place = useMemo(() => firstPlaceOf(streams), [streams]);
  return (
    <>
      <TrackLegend colors={colors} />
      {children(<TrackColorMenu colors={colors} />)}
      <LazyMapStreetsHint place={place} />
    </>
  );
}

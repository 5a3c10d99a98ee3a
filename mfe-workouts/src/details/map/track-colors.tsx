import { useLingui } from '@lingui/react/macro';
import type { Streams } from '@waymark/streams';
import { Box, Flex, Select } from '@waymark/ui';
import { useMemo, useState } from 'react';
import type { Line } from '../chart/lines.ts';
import { useLines } from '../chart/use-lines.ts';
import { SHADE_COLORS, shadeTrack, type ShadedTrack } from './track-shades.ts';

const KEY = 'waymark.track_color';
/** In one color. */
const PLAIN = '';

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? PLAIN;
  } catch {
    return PLAIN;
  }
}

export interface TrackColors {
  lines: readonly Line[];
  line: Line | undefined;
  shaded: ShadedTrack | null;
  choose: (key: string) => void;
}

/** By which series the track is colored: the one chosen last in this browser, where the recording has it. */
export function useTrackColors(streams: Streams, group: string): TrackColors {
  const lines = useLines(streams, group);
  const [key, setKey] = useState(remembered);
  const line = lines.find((one) => one.key === key);
  const shaded = useMemo(() => (line ? shadeTrack(streams, line) : null), [streams, line]);
  return {
    lines,
    line,
    shaded,
    choose(next) {
      setKey(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // The next workout begins in one color.
      }
    },
  };
}

/** The choice of what colors the track, and what the colors stand for. */
export function TrackColorPanel({ colors: { lines, line, shaded, choose } }: { colors: TrackColors }) {
  const { t } = useLingui();
  if (lines.length === 0) return null;
  return (
    <Flex position="absolute" top={2} left={2} direction="column" gap={1} maxW="calc(100% - 72px)">
      <Box w="150px">
        <Select
          aria-label={t`Color of the track`}
          value={line?.key ?? PLAIN}
          onChange={choose}
          options={[
            { value: PLAIN, label: t`One color` },
            ...lines.map(({ key, label }) => ({ value: key, label })),
          ]}
        />
      </Box>
      {line && shaded && (
        <Flex
          align="center"
          gap={2}
          px={2}
          py={1}
          bg="surface"
          borderRadius="md"
          fontSize="xs"
          fontVariantNumeric="tabular-nums"
          role="img"
          aria-label={t`${line.label}: from ${line.text(shaded.low)} to ${line.text(shaded.high)}`}
        >
          <span>{line.text(shaded.low)}</span>
          <Flex as="span" borderRadius="sm" overflow="hidden">
            {SHADE_COLORS.map((color) => (
              <span key={color} style={{ width: 12, height: 10, background: color }} />
            ))}
          </Flex>
          <span>{line.text(shaded.high)}</span>
        </Flex>
      )}
    </Flex>
  );
}

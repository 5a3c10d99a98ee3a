import type { WayKind, WaySpan, WaySurface } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Flex, Heading, Stack, Text } from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import type { Planner, PlannerState } from '../planner.ts';
import { useDeferredPlanner } from '../store/use-planner.ts';
import { loadWays } from './load-ways.ts';

/** Quick edits share one request. */
const DEBOUNCE_MS = 400;

interface Look {
  light: string;
  dark: string;
}
const UNKNOWN: Look = { light: '#d9d5cb', dark: '#3d4742' };
const SURFACE_LOOKS: Record<WaySurface, Look> = {
  paved: { light: '#5d6d7c', dark: '#a9b9c7' },
  gravel: { light: '#cf9440', dark: '#dcae62' },
  ground: { light: '#7a5230', dark: '#b0824f' },
};
const KIND_LOOKS: Record<WayKind, Look> = {
  main_road: { light: '#b4473b', dark: '#e58173' },
  minor_road: { light: '#e0a04a', dark: '#e8b56d' },
  street: { light: '#8a93a0', dark: '#b4bcc7' },
  cycleway: { light: '#2f7aa8', dark: '#6fb7e0' },
  track: { light: '#9a7136', dark: '#c59c60' },
  path: { light: '#55874a', dark: '#8ec281' },
  steps: { light: '#7b4f8f', dark: '#bb92cd' },
};

const wholeOf = ({ whole }: PlannerState) => whole;

/** The ways of the newest course; those of the one before until they are known. */
function useWays(planner: Planner): readonly WaySpan[] {
  const [{ line }] = useDeferredPlanner(planner, wholeOf);
  const [spans, setSpans] = useState<readonly WaySpan[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      loadWays(line, abort.signal).then(setSpans, () => {
        // What is shown would be of another course. The next edit asks again.
        if (!abort.signal.aborted) setSpans([]);
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [line]);
  return spans;
}

/** What the route goes on: surfaces and kinds of way, in its order and in all. Nothing where no roads are known. */
export function WaysSection({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const spans = useWays(planner);
  if (spans.length === 0) return null;
  const surfaces: Record<WaySurface, string> = { paved: t`Paved`, gravel: t`Gravel`, ground: t`Dirt` };
  const kinds: Record<WayKind, string> = {
    main_road: t`Main road`,
    minor_road: t`Minor road`,
    street: t`Street`,
    cycleway: t`Bike path`,
    track: t`Track`,
    path: t`Path`,
    steps: t`Steps`,
  };
  return (
    <Stack as="section" gap={3} aria-label={t`Surfaces and way types`}>
      <Breakdown
        title={<Trans>Surfaces</Trans>}
        planner={planner}
        parts={spans.map(({ length, surface }) => ({
          length,
          name: surface ? surfaces[surface] : t`Unknown`,
          look: surface ? SURFACE_LOOKS[surface] : UNKNOWN,
        }))}
      />
      <Breakdown
        title={<Trans>Way types</Trans>}
        planner={planner}
        parts={spans.map(({ length, kind }) => ({
          length,
          name: kind ? kinds[kind] : t`Off road`,
          look: kind ? KIND_LOOKS[kind] : UNKNOWN,
        }))}
      />
    </Stack>
  );
}

interface Part {
  length: number;
  name: string;
  look: Look;
}

interface BreakdownProps {
  title: ReactNode;
  planner: Planner;
  parts: readonly Part[];
}

const totalLength = (parts: readonly Part[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** The parts with the metres that lie before each. */
function placed(parts: readonly Part[]): { from: number; length: number; look: Look }[] {
  let from = 0;
  return parts.map(({ length, look }) => {
    from += length;
    return { from: from - length, length, look };
  });
}

/** A strip along the route, which moves the cursor of map and profile, and the totals below it. */
function Breakdown({ title, planner, parts }: BreakdownProps) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const total = totalLength(parts);
  const totals = [...Map.groupBy(parts, ({ name }) => name).values()]
    .map((same): Part => ({ name: same[0]!.name, look: same[0]!.look, length: totalLength(same) }))
    .toSorted((a, b) => b.length - a.length);
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) planner.setCursor(Math.min(1, Math.max(0, (clientX - left) / width)) * total);
  };
  return (
    <Stack gap={2}>
      <Heading level={2} size="lg">
        {title}
      </Heading>
      <Box h="14px" borderRadius="sm" overflow="hidden">
        <svg
          width="100%"
          height="100%"
          viewBox={`0 0 ${total} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerMove={follow}
          onPointerLeave={() => planner.setCursor(null)}
        >
          {placed(parts).map(({ from, length, look }) => (
            <rect key={from} x={from} y={0} width={length} height={1} style={{ fill: fillOf(look) }} />
          ))}
        </svg>
      </Box>
      <Stack as="ul" gap={1}>
        {totals.map(({ name, length, look }) => {
          const shown = formatDistance(length, system, { locale });
          return (
            <Flex as="li" key={name} align="center" gap={2}>
              <Box
                w="10px"
                h="10px"
                borderRadius="full"
                flex="none"
                aria-hidden="true"
                style={{ background: fillOf(look) }}
              />
              <Text size="sm">{name}</Text>
              <Box flex={1} />
              <Text size="sm" muted>
                {`${shown.value} ${shown.unit} · ${percent.format(length / total)}`}
              </Text>
            </Flex>
          );
        })}
      </Stack>
    </Stack>
  );
}

const fillOf = ({ light, dark }: Look): string => `light-dark(${light}, ${dark})`;
